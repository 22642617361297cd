import type { Answer } from '../service.ts';

/** The header in which an answer's notices stand, beside the specification's envelope. */
export const noticeHeader = 'Catalyst-Notice';
/** Characters of the header: some proxies refuse a longer head. */
const MAX_NOTICE_LENGTH = 2_000;

/** What a reader must know of an answer beside its records: headers hold printable ASCII alone. */
export function noticeHeaders({ notices = [] }: Pick<Answer, 'notices'>): Record<string, string> {
  if (notices.length === 0) return {};
  const ascii = notices
    .join(' ')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');
  return { [noticeHeader]: ascii.slice(0, MAX_NOTICE_LENGTH) };
}

/** The envelope of an answer: `{result, pagination, Note?}`, its records as they were serialised. */
export function envelope({ records, pagination, Note, staleAsOf }: Answer): string {
  const note = Note === undefined ? '' : `,"Note":${JSON.stringify(Note)}`;
  const stale = staleAsOf === undefined ? '' : `,"stale_as_of":${JSON.stringify(staleAsOf)}`;
  return `{"result":[${records.join(',')}],"pagination":${JSON.stringify(pagination)}${note}${stale}}`;
}
