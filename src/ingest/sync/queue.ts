import { type Lane, lanes, type QueuedRequest, type SyncRequest } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';

/** Which requests may be handed out. */
export interface Choice {
  readonly sources: readonly string[];
  /** CIKs; requests about no company are handed out too. Absent for all companies. */
  readonly subjects?: readonly string[] | undefined;
}

/** Minutes before the second, the third and the fourth try: half an hour in all. */
const RETRY_AFTER = [2, 8, 20];
const MINUTE = 60_000;
/** No request waits longer: a later moment means that the clock was moved. */
const MAX_WAIT = 2 * 24 * 60 * MINUTE;

/**
 * Queues a request, unless its address was asked for this version already, and answered. One that
 * waits to be repeated goes on waiting; one that is queued already takes its new place.
 */
export function enqueue(database: Database, source: string, request: SyncRequest): boolean {
  const { changes } = statement(
    database,
    `INSERT INTO sync_requests
       (source, address, host, expects, subject, about, version, lane, rank, state, not_before)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?)
     ON CONFLICT (source, address) DO UPDATE SET
       version = excluded.version, about = excluded.about, lane = excluded.lane, rank = excluded.rank,
       attempts = iif(state = 'queued', attempts, 0),
       not_before = max(excluded.not_before, iif(state = 'queued', not_before, 0)),
       state = 'queued'
     WHERE version <> excluded.version OR state = 'failed'
       OR (state = 'queued' AND lane = excluded.lane AND rank <> excluded.rank)`,
  ).run(
    request.source ?? source,
    request.address,
    new URL(request.address).hostname,
    request.expects,
    request.subject ?? null,
    request.about ? JSON.stringify(request.about) : null,
    request.version,
    lanes.indexOf(request.lane),
    request.rank ?? 0,
    request.notBefore ?? 0,
  );
  return Number(changes) > 0;
}

/** The requests of a host that come next. */
export function nextOf(
  database: Database,
  host: string,
  choice: Choice,
  now: number,
  most: number,
): QueuedRequest[] {
  const sql = `SELECT id, source, address, expects, version, subject, about, lane, rank, attempts
    FROM sync_requests
    WHERE state = 'queued' AND host = ? AND (not_before <= ? OR not_before > ?) AND ${CHOSEN}
    ORDER BY lane, rank, id LIMIT ?`;
  const values = [host, now, now + MAX_WAIT, ...chosen(choice), most];
  return statement(database, sql).all(...values) as unknown as QueuedRequest[];
}

/** When the next request of a host is due, and why it was put off, where it failed before. */
interface NextDue {
  readonly host: string;
  readonly due: number;
  readonly error: string | null;
}

/** For each host with requests. */
export function dueTimes(database: Database, choice: Choice): readonly NextDue[] {
  // Beside a minimum SQLite takes the other columns of its row.
  const sql = `SELECT host, min(not_before) AS due, error FROM sync_requests
    WHERE state = 'queued' AND ${CHOSEN} GROUP BY host`;
  return statement(database, sql).all(...chosen(choice)) as unknown as NextDue[];
}

/** Requests of each source that wait; sources without one are absent. */
export function queuedOf(database: Database, choice: Choice): ReadonlyMap<string, number> {
  const sql = `SELECT source, count(*) AS requests FROM sync_requests
    WHERE state = 'queued' AND ${CHOSEN} GROUP BY source`;
  const rows = statement(database, sql).all(...chosen(choice)) as {
    source: string;
    requests: number;
  }[];
  return new Map(rows.map(({ source, requests }) => [source, requests]));
}

/** Whether a request is due, of a lane above one, that was never tried. */
export function hasUntried(database: Database, choice: Choice, above: Lane, now: number): boolean {
  const sql = `SELECT 1 FROM sync_requests WHERE state = 'queued' AND lane < ? AND attempts = 0
    AND not_before <= ? AND ${CHOSEN} LIMIT 1`;
  const values = [lanes.indexOf(above), now, ...chosen(choice)];
  return statement(database, sql).get(...values) !== undefined;
}

const CHOSEN = `source IN (SELECT value FROM json_each(?))
  AND (? IS NULL OR subject IS NULL OR subject IN (SELECT value FROM json_each(?)))`;

function chosen({ sources, subjects }: Choice): (string | null)[] {
  const list = subjects ? JSON.stringify(subjects) : null;
  return [JSON.stringify(sources), list, list];
}

export function markDone(database: Database, id: number, bytes: number, now: number): void {
  statement(
    database,
    `UPDATE sync_requests SET state = 'done', error = NULL, bytes = ?, done_at = ? WHERE id = ?`,
  ).run(bytes, now, id);
}

/** Puts a request off, or ends it where it has been tried often enough or cannot succeed. */
export function markFailed(
  database: Database,
  { id, attempts }: QueuedRequest,
  { reason, final }: { readonly reason: string; readonly final: boolean },
  now: number,
): 'queued' | 'failed' {
  const wait = RETRY_AFTER[attempts];
  const state = final || wait === undefined ? 'failed' : 'queued';
  statement(
    database,
    `UPDATE sync_requests SET state = ?, attempts = attempts + 1, not_before = ?, error = ?
     WHERE id = ?`,
  ).run(state, now + (wait ?? 0) * MINUTE, reason, id);
  return state;
}

/** Leaves a request as it is, which its host refuses as it does all others. */
export function markRefused(database: Database, { id }: QueuedRequest, reason: string): void {
  statement(database, 'UPDATE sync_requests SET error = ? WHERE id = ?').run(reason, id);
}

/** When the next request of each source that has one may be asked, milliseconds since 1970. */
export function nextOfSources(database: Database, now: number): ReadonlyMap<string, number> {
  const sql = `SELECT source, min(iif(not_before > ?, 0, not_before)) AS due FROM sync_requests
    WHERE state = 'queued' GROUP BY source`;
  const rows = statement(database, sql).all(now + MAX_WAIT) as { source: string; due: number }[];
  return new Map(rows.map(({ source, due }) => [source, due]));
}

/** Requests of each source by their state. */
export interface Counts {
  readonly queued: number;
  readonly done: number;
  readonly failed: number;
}

export function countRequests(database: Database): ReadonlyMap<string, Counts> {
  const sql = 'SELECT source, state, count(*) AS requests FROM sync_requests GROUP BY 1, 2';
  const rows = statement(database, sql).all() as unknown as {
    source: string;
    state: keyof Counts;
    requests: number;
  }[];
  const counts = new Map<string, Counts>();
  for (const { source, state, requests } of rows) {
    const known = counts.get(source) ?? { queued: 0, done: 0, failed: 0 };
    counts.set(source, { ...known, [state]: requests });
  }
  return counts;
}

/** Mean packed bytes of the requests of a source that were made, null for none. */
export function meanBytes(database: Database, source: string): number | null {
  const sql = `SELECT avg(bytes) AS mean FROM sync_requests
    WHERE source = ? AND state = 'done' AND bytes > 0`;
  return (statement(database, sql).get(source) as { mean: number | null }).mean;
}
