import type { Answer } from '../service.ts';

/** The envelope of an answer: `{result, pagination, Note?}`, its records as they were serialised. */
export function envelope({ records, pagination, Note, staleAsOf }: Answer): string {
  const note = Note === undefined ? '' : `,"Note":${JSON.stringify(Note)}`;
  const stale = staleAsOf === undefined ? '' : `,"stale_as_of":${JSON.stringify(staleAsOf)}`;
  return `{"result":[${records.join(',')}],"pagination":${JSON.stringify(pagination)}${note}${stale}}`;
}
