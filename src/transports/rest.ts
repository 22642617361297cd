import { invalidParameter } from '../base/errors.ts';
import { basePath } from '../catalogue/catalogue.ts';
import { pageSize } from '../catalogue/endpoint.ts';
import type { Answer } from '../service/service.ts';
import { csvOf } from './csv.ts';
import { jsonReply, noticeHeaders, type Reply } from './replies.ts';

/** The formats of REST: the specification's JSON, and CSV. */
export const formats = ['json', 'csv'] as const;
type Format = (typeof formats)[number];

/** Our choice: an unknown format is refused. @throws ServiceError 400 */
export function formatOf(value: unknown): Format {
  const format = value === undefined || value === '' ? 'json' : value;
  if (format === 'json' || format === 'csv') return format;
  throw invalidParameter('format', `one of ${formats.join(', ')}`);
}

/** Formats an answer. */
export function restReply(answer: Answer, format: Format, asked: URL): Reply {
  if (format === 'json') return jsonReply(envelope(answer), 200, noticeHeaders(answer.notices));
  const { endpoint, records, pagination } = answer;
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${endpoint.name}-${pagination.page}.csv"`,
      [totalHeader]: String(pagination.total),
      ...nextPage(answer, asked),
      ...noticeHeaders(restNotices(answer)),
    },
    body: csvOf(
      endpoint,
      records.map((record) => JSON.parse(record)),
    ),
  };
}

/** The notices of an answer whose format has no place for them in the body. */
export function restNotices({ Note, staleAsOf, notices = [] }: Answer): readonly string[] {
  const stale = `The source does not answer; this is its answer from ${staleAsOf}.`;
  return [...(Note ? [Note] : []), ...(staleAsOf ? [stale] : []), ...notices];
}

/** The Link header to the next page (RFC 8288), without the key. */
function nextPage({ endpoint, pagination }: Answer, asked: URL): Record<string, string> {
  const { page, total } = pagination;
  if (endpoint.paging !== 'pages' || page * pageSize >= total) return {};
  const query = new URLSearchParams(asked.search);
  query.delete('apiKey');
  query.set('page', String(page + 1));
  return { Link: `<${basePath}${endpoint.path}?${query}>; rel="next"` };
}

/** The header with the total number of records, for formats whose body has no place for it. */
export const totalHeader = 'Catalyst-Total';

/**
 * The envelope of an answer: `{result, pagination, Note?}`, with the records as they were
 * serialized.
 */
function envelope({ records, pagination, Note, staleAsOf }: Answer): string {
  const note = Note === undefined ? '' : `,"Note":${JSON.stringify(Note)}`;
  const stale = staleAsOf === undefined ? '' : `,"stale_as_of":${JSON.stringify(staleAsOf)}`;
  return `{"result":[${records.join(',')}],"pagination":${JSON.stringify(pagination)}${note}${stale}}`;
}
