import { dayAt } from '../../base/clock.ts';
import { readJson, textAt } from '../../sources/formats/untrusted.ts';
import type {
  QueuedRequest,
  ReadResult,
  SourceContext,
  SyncRequest,
} from '../../sources/source.ts';

/** Records of a page, the most that openFDA gives. */
const PAGE = 1_000;

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
  { cursor, now }: Pick<SourceContext, 'cursor' | 'now'>,
): ReadResult {
  const json = readJson(text);
  if ('reason' in json) return { failed: json.reason };
  const updated = textAt(json.value, 'meta', 'last_updated');
  if (updated === undefined) return { failed: 'does not say when it was last updated' };
  if (updated === cursor) return {};
  const version = `${updated} ${dayAt(now)}`;
  return {
    requests: [
      { address: `${endpoint}?limit=${PAGE}`, expects: 'json', lane: 'registry', version },
    ],
  };
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
