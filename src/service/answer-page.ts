import { type Endpoint, pageSize } from '../catalogue/endpoint.ts';
import type { Query, RecordPage } from '../catalogue/query.ts';
import type { Account } from './access/account.ts';
import type { Admitted } from './admission.ts';
import type { Narrowing } from './asked-query.ts';
import type { Backend } from './backend.ts';

export const demoNote =
  'Demo key: sample access for evaluation. Ask the owner of the service for your own key.';
const demoDataNote = 'Demo data: every company, ticker, drug, trial and number here is fictional.';

/** The returned part of a page. `rest` is the number of records on the page after this part. */
export type ShownPage = RecordPage & { readonly rest: number };

interface Wanted extends Pick<Narrowing, 'key'> {
  readonly endpoint: Endpoint;
  /** Whether the last page is returned instead of the page that the query requests. */
  readonly fromEnd?: true;
}

/**
 * Reads the requested page, or the last page if `fromEnd` is set. If `key` is set, the result
 * contains only the record whose key field has this value.
 */
export async function pageOf(
  { endpoint, key, fromEnd }: Wanted,
  query: Query,
  { current, scan }: Admitted,
): Promise<ShownPage> {
  const first = await current.fetch(endpoint, query, scan);
  const last = Math.ceil(first.total / pageSize);
  const isElsewhere = fromEnd && endpoint.paging === 'pages' && last > 1;
  const page = isElsewhere ? await current.fetch(endpoint, { ...query, page: last }, scan) : first;
  const { records, beside } = page;
  // The arrays are not copied, because the cache of serialized results uses the array object as its
  // key.
  if (!key && query.skip === undefined && query.limit === undefined) return { ...page, rest: 0 };
  const all = records.flatMap((record, at) =>
    key && !hasKey(record, key) ? [] : { record, more: beside?.[at] ?? '' },
  );
  const { skip = 0, limit = all.length } = query;
  const shown = all.slice(skip, skip + limit);
  return {
    ...page,
    records: shown.map(({ record }) => record),
    ...(beside ? { beside: shown.map(({ more }) => more) } : {}),
    rest: Math.max(0, all.length - skip - shown.length),
  };
}

/**
 * Whether the key field of a record has the requested value. An upstream ignores conditions on the
 * key field and may return other records.
 */
function hasKey(record: string, { field, value }: { field: string; value: string }): boolean {
  return (JSON.parse(record) as Readonly<Record<string, unknown>>)[field] === value;
}

/**
 * Adds the notices of the endpoint to a page, after the notices that the page already has. Our
 * choice: a page without records gets only `emptyNotices`. A page with records gets only the other
 * notices.
 */
export function withEndpointNotices(
  { notice, flagNotices = {}, wordNotices = {}, emptyNotices = [] }: Endpoint,
  page: ShownPage,
  { arguments: given }: Query,
): ShownPage {
  const flags = Object.entries(flagNotices).map(([flag, text]) => [`"${flag}"`, text] as const);
  const found = [...flags, ...Object.entries(wordNotices)].flatMap(([words, text]) => {
    const has = (record?: string) => record?.includes(words);
    const count = page.records.filter((one, at) => has(one) || has(page.beside?.[at])).length;
    return count > 0 ? [text.replace('{count}', `${count} of ${page.records.length} records`)] : [];
  });
  const isAbout = (words: RegExp) => Object.values(given).some((value) => words.test(value));
  const empty = emptyNotices.flatMap(({ asked, text }) => (isAbout(asked) ? [text] : []));
  return withNotices(
    page,
    page.records.length > 0 ? [...(notice ? [notice] : []), ...found] : empty,
  );
}

export function withNotices<Page extends RecordPage>(page: Page, more: readonly string[]): Page {
  return more.length === 0 ? page : { ...page, notices: [...(page.notices ?? []), ...more] };
}

/**
 * Returns an object with the field `Note` of an answer, or an empty object if there is no note. For
 * demo data or a demo key, the note says so. Otherwise, the note comes from the page.
 */
export function noteFor(
  account: Account,
  source: Backend,
  page: Pick<RecordPage, 'note'>,
): { readonly Note?: string } {
  const note = source.demo ? demoDataNote : account.demo ? (page.note ?? demoNote) : page.note;
  return note ? { Note: note } : {};
}
