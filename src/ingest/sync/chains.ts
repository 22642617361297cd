import { dayAt } from '../../base/clock.ts';
import type { QueuedRequest, SyncRequest, SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import { enqueue } from './queue.ts';

/**
 * The progress of a list that a source reads page by page. `cursor` marks where the last complete
 * reading of the list ended. `pending` is the newest cursor from the pages of the current reading.
 * When all pages are read, `pending` replaces `cursor`.
 */
interface Chain {
  readonly cursor: string | null;
  readonly pending: string | null;
}

/**
 * Name of the chain for requests that belong to no list. Its cursor changes with every response.
 */
export const NO_CHAIN = '';

export function chainOf(database: Database, source: string, chain: string): Chain {
  const sql = 'SELECT cursor, pending FROM sync_chains WHERE source = ? AND chain = ?';
  const found = statement(database, sql).get(source, chain) as unknown as Chain | undefined;
  return found ?? { cursor: null, pending: null };
}

/**
 * Returns the date of a source's data. If the source has several lists, returns the oldest of their
 * dates. Dates in the future are ignored.
 */
export function asOf(database: Database, source: SyncSource, now: number): string | null {
  const sql = 'SELECT cursor FROM sync_chains WHERE source = ? AND cursor IS NOT NULL';
  const rows = statement(database, sql).all(source.name) as { cursor: string }[];
  const days = rows.flatMap(({ cursor }) => source.asOf?.(cursor) ?? []);
  return days.filter((day) => day <= dayAt(now)).sort()[0] ?? null;
}

/**
 * Stores the cursor of a page as the pending cursor of its list. Call `settle` after the requests
 * for the next pages are queued.
 */
export function propose(database: Database, source: string, chain: string, cursor: string): void {
  const sql = `INSERT INTO sync_chains (source, chain, pending) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET pending = excluded.pending`;
  statement(database, sql).run(source, chain, cursor);
}

/**
 * Replaces the cursor of a chain with the pending cursor. Does nothing while a page of the chain is
 * queued or has failed.
 */
export function settle(database: Database, source: string, chain: string): void {
  const sql = `UPDATE sync_chains SET cursor = pending, pending = NULL
    WHERE source = ?1 AND chain = ?2 AND pending IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM sync_requests
      WHERE source = ?1 AND state IN ('queued', 'failed') AND chain = nullif(?2, ''))`;
  statement(database, sql).run(source, chain);
}

/**
 * Queues requests. A new request for the first page of a chain removes the other queued and failed
 * requests of the chain.
 * @param from the request whose response led to the new requests
 * @returns the requests that were already queued or completed
 */
export function enqueueAll(
  database: Database,
  source: string,
  requests: readonly SyncRequest[],
  from?: QueuedRequest,
): readonly SyncRequest[] {
  const known: SyncRequest[] = [];
  const restarts = new Map<string, { isNew: boolean; addresses: string[] }>();
  for (const request of requests) {
    const chain = request.chain ?? ((request.continues && from?.chain) || undefined);
    const isNew = enqueue(database, source, { ...request, chain });
    if (!isNew) known.push(request);
    if (chain === undefined || request.continues) continue;
    const other = restarts.get(chain) ?? { isNew: false, addresses: [] };
    const addresses = [...other.addresses, request.address];
    restarts.set(chain, { isNew: other.isNew || isNew, addresses });
  }
  for (const [chain, { isNew, addresses }] of restarts) {
    if (isNew) dropOthers(database, source, chain, addresses);
  }
  return known;
}

function dropOthers(
  database: Database,
  source: string,
  chain: string,
  addresses: readonly string[],
): void {
  statement(
    database,
    `DELETE FROM sync_requests WHERE source = ? AND chain = ? AND state IN ('queued', 'failed')
       AND address NOT IN (SELECT value FROM json_each(?))`,
  ).run(source, chain, JSON.stringify(addresses));
  const sql = 'UPDATE sync_chains SET pending = NULL WHERE source = ? AND chain = ?';
  statement(database, sql).run(source, chain);
}
