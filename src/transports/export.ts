import { invalidParameter, unknownArgument } from '../base/errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Credential } from '../service/access/access.ts';
import type { RawArguments } from '../service/asked-query.ts';
import type { ExportedPage, Service } from '../service/service.ts';
import { csvOf } from './csv.ts';

/** The formats of an export, with their media types. */
export const exportFormats = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const;
type ExportFormat = keyof typeof exportFormats;

/** An export that has begun: the first page, and the text of all pages. */
export interface Export {
  readonly format: ExportFormat;
  readonly first: ExportedPage;
  /** The text of the export. Only one page at a time is in memory. */
  readonly text: AsyncGenerator<string>;
}

/**
 * Reads the first page of an export.
 *
 * @param given the arguments: `format` (csv by default), and `as_of` if the endpoint has this
 * parameter
 * @throws ServiceError 400, 401, 403, 404, 429
 */
export async function beginExport(
  service: Service,
  endpoint: Endpoint,
  { format: asked, ...given }: RawArguments,
  credential: Credential,
): Promise<Export> {
  const pages = service.pages(endpoint, checked(endpoint, given), credential);
  const { value } = await pages.next();
  const first = value as ExportedPage;
  const format = formatOf(asked);
  return { format, first, text: textOf(endpoint, format, first, pages) };
}

async function* textOf(
  endpoint: Endpoint,
  format: ExportFormat,
  first: ExportedPage,
  others: AsyncGenerator<ExportedPage>,
): AsyncGenerator<string> {
  const columns = Object.keys(endpoint.record);
  const page = ({ records }: ExportedPage, hasHead: boolean) =>
    format === 'ndjson'
      ? records.map((record) => `${record}\n`).join('')
      : csvOf(
          endpoint,
          records.map((record) => JSON.parse(record)),
          columns,
          hasHead,
        );
  yield page(first, true);
  for await (const other of others) yield page(other, false);
}

function formatOf(asked: unknown): ExportFormat {
  if (asked === undefined || asked === '') return 'csv';
  if (asked === 'csv' || asked === 'ndjson') return asked;
  throw invalidParameter('format', `one of ${Object.keys(exportFormats).join(', ')}`);
}

/** @throws ServiceError 400 */
function checked(endpoint: Endpoint, given: RawArguments): RawArguments {
  const known = ['format', ...(endpoint.parameters.as_of ? ['as_of'] : [])];
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw unknownArgument(name, undefined, known);
  }
  return given;
}
