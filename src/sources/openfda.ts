import { dayAt } from '../base/clock.ts';
import { dayOf } from '../domain/dates.ts';
import { isObject, objectAt, readJson, textAt } from './formats/untrusted.ts';
import type { QueuedRequest, ReadResult, SourceContext, SyncRequest } from './source.ts';

/**
 * Reads the results of an openFDA response. The error `NOT_FOUND` means that the search has no
 * matches, so the list of results is empty.
 * @returns the results and the day of the data, or a reason that completes the text "the file …"
 */
export function openFdaResults(
  text: string,
): { results: readonly unknown[]; updated?: string | undefined } | { reason: string } {
  const json = readJson(text);
  if ('reason' in json) return json;
  const { value } = json;
  if (isObject(value) && isObject(value.error)) {
    const code = textAt(objectAt(value, 'error'), 'code');
    if (code === 'NOT_FOUND') return { results: [] };
    return { reason: 'is an error response of openFDA' };
  }
  const results = isObject(value) ? value.results : value;
  if (!Array.isArray(results)) return { reason: 'has no openFDA results' };
  const isCount = isObject(results[0]) && 'count' in results[0] && !('patient' in results[0]);
  if (isCount && ('term' in results[0] || 'time' in results[0])) {
    return { reason: 'is an openFDA count without records: request it without count=' };
  }
  return { results, updated: dayOf(textAt(value, 'meta', 'last_updated')) };
}

/** Records per page. openFDA permits no more. */
const PAGE = 1_000;
/** Name of the paged list of an endpoint's records. */
const CHAIN = 'pages';

/** Returns the request that asks when an endpoint was last updated. It is sent once a day. */
export function renewalRequest(endpoint: string, now: number): SyncRequest {
  return { address: `${endpoint}?limit=1`, expects: 'json', lane: 'registry', version: dayAt(now) };
}

/** Whether a request only asks when an endpoint was last updated. */
export function asksRenewal({ address }: QueuedRequest): boolean {
  return address.endsWith('?limit=1');
}

/**
 * If the endpoint has newer data than at the last run, returns the request for its first page. The
 * cursor stores the date of the data.
 */
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

/**
 * Returns the request for the next page. After the last page, returns the date of the data as the
 * cursor.
 */
export function pagedOn(
  { version }: QueuedRequest,
  headers: Readonly<Record<string, string>>,
): Pick<ReadResult, 'cursor'> & { readonly requests: readonly SyncRequest[] } {
  const address = /<(https:\/\/api\.fda\.gov\/[^<>\s]{1,2000})>;\s*rel="next"/.exec(
    headers.link ?? '',
  )?.[1];
  const [updated = ''] = version.split(' ');
  if (address === undefined) return { cursor: updated, requests: [] };
  return { requests: [{ address, expects: 'json', lane: 'registry', version, continues: true }] };
}
