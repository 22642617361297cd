import { dayAt } from '../../base/clock.ts';
import type { QueuedRequest } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';

/** The state of a source. Times are milliseconds since 1970. */
export interface SourceState {
  readonly name: string;
  readonly planned_at: number | null;
  readonly next_run: number | null;
  /** Time at which the last request ended, with or without success. */
  readonly tried_at: number | null;
  /** Time of the last successful response. */
  readonly succeeded_at: number | null;
  readonly failed_at: number | null;
  readonly error: string | null;
  /** Number of omitted parts of responses on the last day with omitted parts. */
  readonly refused: number;
  readonly refused_at: number | null;
  /** Description of the first omitted part of the last response with omitted parts. */
  readonly refusal: string | null;
  /** The day (UTC) for which `requests` and `bytes` are counted. */
  readonly day: string;
  readonly requests: number;
  readonly bytes: number;
}

export function sourceState(database: Database, name: string): SourceState {
  const sql = 'SELECT * FROM sync_sources WHERE name = ?';
  const found = statement(database, sql).get(name) as unknown as SourceState | undefined;
  if (found) return found;
  // Another process may have inserted this row since the query above.
  statement(database, 'INSERT OR IGNORE INTO sync_sources (name) VALUES (?)').run(name);
  return statement(database, sql).get(name) as unknown as SourceState;
}

export function notePlanned(database: Database, name: string, now: number, next: number): void {
  sourceState(database, name);
  statement(database, 'UPDATE sync_sources SET planned_at = ?, next_run = ? WHERE name = ?').run(
    now,
    next,
    name,
  );
}

/** Stores a successful response of a source. The last error stays stored. */
export function noteSuccess(database: Database, name: string, bytes: number, now: number): void {
  count(database, name, bytes, now);
  const sql = 'UPDATE sync_sources SET tried_at = ?1, succeeded_at = ?1 WHERE name = ?2';
  statement(database, sql).run(now, name);
}

/**
 * Saves the time of a success of a source that has no queued requests. Does nothing if the source
 * has never succeeded.
 */
export function noteUpToDate(database: Database, name: string, now: number): void {
  statement(
    database,
    `UPDATE sync_sources SET succeeded_at = ?1 WHERE name = ?2 AND succeeded_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM sync_requests WHERE source = ?2 AND state = 'queued')`,
  ).run(now, name);
}

export function noteFailure(database: Database, name: string, error: string, now: number): void {
  count(database, name, 0, now);
  statement(
    database,
    'UPDATE sync_sources SET tried_at = ?1, failed_at = ?1, error = ?2 WHERE name = ?3',
  ).run(now, error, name);
}

/** Maximum characters of a URL in a line of `status`. A longer URL is shortened in the middle. */
const MAX_ADDRESS = 120;
const ADDRESS_END = 50;

/** Describes a failed request: its URL, which is shortened if it is long, and the reason. */
export function failureText({ address }: Pick<QueuedRequest, 'address'>, reason: string): string {
  const shown =
    address.length <= MAX_ADDRESS
      ? address
      : `${address.slice(0, MAX_ADDRESS - ADDRESS_END - 1)}…${address.slice(-ADDRESS_END)}`;
  return `${shown} ${reason}`;
}

/**
 * Saves the number of omitted parts of a successful response.
 * @param refusal description of the first omitted part
 */
export function noteRefused(
  database: Database,
  name: string,
  { refused, refusal }: { readonly refused: number; readonly refusal: string },
  now: number,
): void {
  const before = sourceState(database, name);
  const isSameDay = before.refused_at !== null && dayAt(before.refused_at) === dayAt(now);
  statement(
    database,
    'UPDATE sync_sources SET refused = ?, refused_at = ?, refusal = ? WHERE name = ?',
  ).run(refused + (isSameDay ? before.refused : 0), now, refusal, name);
}

function count(database: Database, name: string, bytes: number, now: number): void {
  sourceState(database, name);
  const day = dayAt(now);
  statement(
    database,
    `UPDATE sync_sources SET
       requests = iif(day = ?1, requests, 0) + 1, bytes = iif(day = ?1, bytes, 0) + ?2, day = ?1
     WHERE name = ?3`,
  ).run(day, bytes, name);
}
