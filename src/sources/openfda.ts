import { dayAt } from '../base/clock.ts';
import { isObject, objectAt, readJson, textAt } from './formats/untrusted.ts';
import type { QueuedRequest, ReadResult, SourceContext, SyncRequest } from './source.ts';

/**
 * The results of an openFDA response. A search without matches is answered by openFDA with an error
 * (`NOT_FOUND`) and counts as an empty list.
 *
 * @returns the results, or a reason that completes "the file …".
 */
export function openFdaResults(text: string): { results: readonly unknown[] } | { reason: string } {
  const json = readJson(text);
  if ('reason' in json) return json;
  const { value } = json;
  if (isObject(value) && isObject(value.error)) {
    const code = textAt(objectAt(value, 'error'), 'code');
    if (code === 'NOT_FOUND') return { results: [] };
    return { reason: 'is an error that openFDA answered, not data' };
  }
  const results = isObject(value) ? value.results : value;
  if (!Array.isArray(results)) return { reason: 'holds no results of openFDA' };
  const isCount = isObject(results[0]) && 'count' in results[0] && !('patient' in results[0]);
  if (isCount && ('term' in results[0] || 'time' in results[0])) {
    return { reason: 'is an openFDA count, which holds no single records: ask without count=' };
  }
  return { results };
}

/** Records of a page, the most that openFDA gives. */
const PAGE = 1_000;
/** The list of all pages of an endpoint. */
const CHAIN = 'pages';

/** Asks on which day an endpoint's data were last renewed, once a day. */
export function renewalRequest(endpoint: string, now: number): SyncRequest {
  return { address: `${endpoint}?limit=1`, expects: 'json', lane: 'registry', version: dayAt(now) };
}

/** Whether a request asked for the day of the data alone. */
export function asksRenewal({ address }: QueuedRequest): boolean {
  return address.endsWith('?limit=1');
}

/** Without newer data nothing is asked; with them, all pages. The cursor is the day of the data. */
export function renewed(
  endpoint: string,
  text: string,
  { cursorOf, now }: Pick<SourceContext, 'cursorOf' | 'now'>,
): ReadResult {
  const json = readJson(text);
  if ('reason' in json) return { failed: json.reason };
  const updated = textAt(json.value, 'meta', 'last_updated');
  if (updated === undefined) return { failed: 'does not say when it was last updated' };
  if (updated === cursorOf(CHAIN)) return {};
  const version = `${updated} ${dayAt(now)}`;
  const address = `${endpoint}?limit=${PAGE}`;
  return { requests: [{ address, expects: 'json', lane: 'registry', version, chain: CHAIN }] };
}

/** The next page, or, with the last one, the day of the data as the cursor. */
export function pagedOn(
  { version }: QueuedRequest,
  headers: Readonly<Record<string, string>>,
): Pick<ReadResult, 'cursor'> & { readonly requests: readonly SyncRequest[] } {
  const address = /<(https:\/\/api\.fda\.gov\/[^<>\s]{1,2000})>;\s*rel="next"/.exec(
    headers.link ?? '',
  )?.[1];
  const [updated = ''] = version.split(' ');
  // Only the last page ends what was begun.
  if (address === undefined) return { cursor: updated, requests: [] };
  return { requests: [{ address, expects: 'json', lane: 'registry', version, continues: true }] };
}
