import { didYouMean } from '../base/did-you-mean.ts';
import { invalidParameter } from '../base/errors.ts';
import { onOneLine } from '../base/foreign-text.ts';
import { nearestNames } from '../catalogue/asked-columns.ts';
import { basePath } from '../catalogue/catalogue.ts';
import { parametersOf } from '../catalogue/common-params.ts';
import { type Endpoint, pageSize } from '../catalogue/endpoint.ts';
import type { Answer } from '../service/service.ts';
import { sourceList, sourcesOf } from '../service/source-list.ts';
import { csvOf } from './csv.ts';
import { inAscii, jsonReply, noticeHeaders, type Reply } from './replies.ts';

/** The formats of REST answers: JSON as the specification defines it, and CSV. */
export const formats = ['json', 'csv'] as const;
type Format = (typeof formats)[number];

/**
 * Returns the requested format. Our choice: an unknown format is an error.
 * @throws ServiceError 400
 */
export function formatOf(value: unknown): Format {
  const format = value === undefined || value === '' ? 'json' : value;
  if (format === 'json' || format === 'csv') return format;
  throw invalidParameter('format', `one of ${formats.join(', ')}`);
}

/** Maximum number of ignored parameters that a notice names. */
const MAX_NAMED = 5;

/**
 * Returns a notice about parameters that the endpoint does not have. The specification requires
 * that such parameters are ignored.
 */
export function ignored(
  endpoint: Endpoint,
  given: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = Object.keys(parametersOf(endpoint, true));
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, MAX_NAMED).map((name) => {
    const near = nearestNames(known, name);
    return `${onOneLine(name).slice(0, 40)}${near.length > 0 ? ` (${didYouMean(near)})` : ''}`;
  });
  return [`Ignored parameters: ${named.join(', ')}.`];
}

/** Formats an answer. */
export function restReply(answer: Answer, format: Format, asked: URL): Reply {
  const headers = sourceHeaders(answer);
  if (format === 'json') {
    return jsonReply(envelope(answer), 200, { ...headers, ...noticeHeaders(answer.notices) });
  }
  const { endpoint, records, pagination } = answer;
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${endpoint.name}-${pagination.page}.csv"`,
      [totalHeader]: String(pagination.total),
      ...headers,
      ...nextPage(answer, asked),
      ...noticeHeaders(restNotices(answer)),
    },
    body: csvOf(
      endpoint,
      records.map((record) => JSON.parse(record)),
    ),
  };
}

/**
 * The header with the sources of the records, for endpoints of the specification. Records of these
 * endpoints have no field for a source, because the specification fixes the columns.
 */
export const sourceHeader = 'Catalyst-Source';
/** The header with the hash of the newest recorded forecasts. */
export const headHeader = 'Catalyst-Record-Head';

function sourceHeaders({ beside = [], source: { head } }: Answer): Record<string, string> {
  const sources = sourcesOf(beside.map((fields) => JSON.parse(fields)));
  return {
    ...(sources.length > 0 ? { [sourceHeader]: inAscii(sourceList(sources)) } : {}),
    ...(head === undefined ? {} : { [headHeader]: head }),
  };
}

/**
 * Returns the notices of an answer that are sent in a header, because the body has no field for
 * them.
 */
export function restNotices({
  Note,
  staleAsOf,
  notices = [],
}: Pick<Answer, 'Note' | 'staleAsOf' | 'notices'>): readonly string[] {
  const stale = `The source does not respond. These records were fetched at ${staleAsOf}.`;
  return [...(Note ? [Note] : []), ...(staleAsOf ? [stale] : []), ...notices];
}

/** Returns the header `Link` with the URL of the next page (RFC 8288), without the key. */
function nextPage(answer: Answer, asked: URL): Record<string, string> {
  const { endpoint, pagination, records, rest } = answer;
  const { page, total } = pagination;
  if (rest === 0 && (endpoint.paging !== 'pages' || page * pageSize >= total)) return {};
  const query = new URLSearchParams(asked.search);
  query.delete('apiKey');
  query.delete('skip');
  if (rest > 0) query.set('skip', String((answer.query.skip ?? 0) + records.length));
  else query.set('page', String(page + 1));
  return { Link: `<${basePath}${endpoint.path}?${query}>; rel="next"` };
}

/**
 * The header with the total number of records, for formats whose body has no field for the total.
 */
export const totalHeader = 'Catalyst-Total';

/** Formats the JSON body of an answer, `{result, pagination, Note?}`, from serialized records. */
function envelope({ records, pagination, Note, staleAsOf }: Answer): string {
  const note = Note === undefined ? '' : `,"Note":${JSON.stringify(Note)}`;
  const stale = staleAsOf === undefined ? '' : `,"stale_as_of":${JSON.stringify(staleAsOf)}`;
  return `{"result":[${records.join(',')}],"pagination":${JSON.stringify(pagination)}${note}${stale}}`;
}
