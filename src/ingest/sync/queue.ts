import {
  aboutOf,
  type Lane,
  lanes,
  type QueuedRequest,
  type SyncRequest,
} from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import type { Failures } from '../../store/promises.ts';
import { statement } from '../../store/statements.ts';

/** Selects the requests that may be sent. */
export interface Choice {
  readonly sources: readonly string[];
  /**
   * CIKs of companies as a JSON array. The selected requests are about one of these companies or
   * about no company. If `subjects` is absent, all requests are selected. The caller serializes the
   * array once for the queries for all hosts.
   */
  readonly subjects?: string | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/**
 * Milliseconds before each retry on the first day after a request failed. Later retries are daily.
 */
const SAME_DAY_WAITS = [2, 8, 20, 30, 2 * 60, 8 * 60].map((minutes) => minutes * MINUTE);
const DAILY_TRIES = 14;
/** Milliseconds to wait after a failure that the host caused. */
const PUT_OFF = { refused: 5 * MINUTE, unreachable: MINUTE, blocked: 0 } as const;
/**
 * Maximum wait of a request in milliseconds. A longer stored wait means that the clock was changed.
 */
const MAX_WAIT = 2 * DAY;

/**
 * Queues a request unless its URL was already requested with this version. A request with a new
 * version is sent again. A request that is already queued gets the new rank. If the request was
 * postponed because its host failed, it stays postponed.
 * @returns whether the queue changed
 */
export function enqueue(database: Database, source: string, request: SyncRequest): boolean {
  const { changes } = statement(
    database,
    `INSERT INTO sync_requests
       (source, address, host, expects, subject, about, version, lane, rank, state, not_before, chain)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)
     ON CONFLICT (source, address) DO UPDATE SET
       about = excluded.about, lane = excluded.lane, rank = excluded.rank, chain = excluded.chain,
       attempts = iif(version = excluded.version, attempts, 0),
       not_before = iif(version = excluded.version, not_before,
         max(excluded.not_before, iif(failed_at IS NULL OR attempts > 0, 0, not_before))),
       version = excluded.version, state = 'queued'
     WHERE version <> excluded.version
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
    request.chain ?? null,
  );
  return Number(changes) > 0;
}

const IN_LANES = 'lane, rank, id';
/**
 * Sort order of the requests that probe a host that is down. Each probe uses a different request.
 * If every probe used the same bad URL, a working host would never be recognized as working.
 */
const IN_TURN = `failed_at IS NOT NULL, not_before, ${IN_LANES}`;

/**
 * Returns the next requests to a host.
 * @param isDown whether the requests probe a host that is down
 */
export function nextOf(
  database: Database,
  host: string,
  choice: Choice,
  now: number,
  most: number,
  isDown = false,
): QueuedRequest[] {
  const sql = `SELECT id, source, address, expects, version, subject, about, lane, rank, attempts, chain
    FROM sync_requests
    WHERE state = 'queued' AND host = ? AND (not_before <= ? OR not_before > ?) AND ${CHOSEN}
    ORDER BY ${isDown ? IN_TURN : IN_LANES} LIMIT ?`;
  const values = [host, now, now + MAX_WAIT, ...chosen(choice), most];
  return statement(database, sql).all(...values) as unknown as QueuedRequest[];
}

/** When the next request to a host is due. If the request was postponed, `error` is the reason. */
interface NextDue {
  readonly host: string;
  readonly due: number;
  readonly error: string | null;
}

export function dueTimes(database: Database, choice: Choice): readonly NextDue[] {
  // If a query uses `min`, SQLite takes the other columns from the same row as the minimum.
  const sql = `SELECT host, min(not_before) AS due, error FROM sync_requests
    WHERE state = 'queued' AND ${CHOSEN} GROUP BY host`;
  return statement(database, sql).all(...chosen(choice)) as unknown as NextDue[];
}

/** Counts of a source's requests for the selected companies. */
export interface Volume {
  /** All requests, including failed ones. */
  readonly all: number;
  readonly queued: number;
  /**
   * Queued requests that were never completed. Requests of a list that was read completely before
   * are not counted.
   */
  readonly first: number;
  /** Requests that were completed at least once. */
  readonly read: number;
}

/** Counts requests by source. Sources without requests are absent. */
export function volumesOf(database: Database, choice: Choice): ReadonlyMap<string, Volume> {
  const sql = `SELECT source, count(*) AS "all", total(state = 'queued') AS queued,
      total(state = 'queued' AND done_at IS NULL AND NOT EXISTS (SELECT 1 FROM sync_chains AS list
        WHERE list.source = sync_requests.source AND list.chain = sync_requests.chain
          AND cursor IS NOT NULL)) AS first,
      total(done_at IS NOT NULL OR state IN ('done', 'gone')) AS read
    FROM sync_requests WHERE ${CHOSEN} GROUP BY source`;
  const rows = statement(database, sql).all(...chosen(choice)) as unknown as (Volume & {
    readonly source: string;
  })[];
  return new Map(rows.map((row) => [row.source, row]));
}

/**
 * Whether a lane with a higher priority than `above` contains a queued request that was never
 * attempted. The request must be due, or must have been postponed within the last day because its
 * host failed.
 */
export function hasUntried(database: Database, choice: Choice, above: Lane, now: number): boolean {
  const sql = `SELECT 1 FROM sync_requests WHERE state = 'queued' AND lane < ? AND attempts = 0
    AND (not_before <= ? OR failed_at > ?) AND ${CHOSEN} LIMIT 1`;
  const values = [lanes.indexOf(above), now, now - DAY, ...chosen(choice)];
  return statement(database, sql).get(...values) !== undefined;
}

/**
 * SQL condition for requests that are about a synced company or about no company. Requests about
 * other companies stay queued until the company is synced.
 */
const OF_MEMBERS = `(subject IS NULL OR subject IN (
  SELECT json_extract(record, '$.cik') FROM facts WHERE kind = 'companies'))`;

const CHOSEN = `source IN (SELECT value FROM json_each(?))
  AND (? IS NULL OR subject IS NULL OR subject IN (SELECT value FROM json_each(?)))`;

/** The parameters of `CHOSEN`. */
function chosen({ sources, subjects }: Choice): readonly (string | null)[] {
  return [JSON.stringify(sources), subjects ?? null, subjects ?? null];
}

/**
 * Marks a request as completed.
 * @returns false if the request was removed from the queue
 */
export function markDone(database: Database, id: number, bytes: number, now: number): boolean {
  const { changes } = statement(
    database,
    `UPDATE sync_requests SET state = 'done', error = NULL, failed_at = NULL, about = NULL,
       bytes = ?, done_at = ? WHERE id = ?`,
  ).run(bytes, now, id);
  return Number(changes) > 0;
}

/** A failed request. The kind `absent` means that the host reported a missing file. */
export interface Failure {
  readonly kind?: 'failed' | 'absent';
  readonly reason: string;
  /** Whether a retry would fail in the same way. */
  readonly final?: boolean | undefined;
}

/**
 * Postpones a failed request. After the last attempt, or if a retry cannot succeed, its state
 * becomes `failed`. If the filing does not exist, its state becomes `gone`.
 */
export function markFailed(
  database: Database,
  request: QueuedRequest,
  { kind = 'failed', reason, final = false }: Failure,
  now: number,
): 'queued' | 'failed' | 'gone' {
  const isGone = kind === 'absent' && isOldFiling(request, now);
  const wait = waitAfter(request.attempts);
  const state = isGone ? 'gone' : final || wait === undefined ? 'failed' : 'queued';
  statement(
    database,
    `UPDATE sync_requests SET state = ?, attempts = attempts + 1, not_before = ?, error = ?,
       failed_at = iif(? = 'gone', NULL, coalesce(failed_at, ?)) WHERE id = ?`,
  ).run(state, now + (wait ?? 0), reason, state, now, request.id);
  return state;
}

function waitAfter(attempts: number): number | undefined {
  const wait = SAME_DAY_WAITS[attempts];
  if (wait !== undefined) return wait;
  return attempts < SAME_DAY_WAITS.length + DAILY_TRIES ? DAY : undefined;
}

/**
 * Whether a filing is so old that its missing file is no longer expected. The SEC announces a new
 * filing before its files are available.
 */
function isOldFiling(request: QueuedRequest, now: number): boolean {
  const { filed } = aboutOf(request);
  return filed !== undefined && now - Date.parse(filed) >= 2 * DAY;
}

/** Postpones a request after a failure of its host, without counting an attempt. */
export function putOff(
  database: Database,
  { id }: QueuedRequest,
  { reason, kind }: { readonly reason: string; readonly kind: keyof typeof PUT_OFF },
  now: number,
): void {
  const sql = `UPDATE sync_requests SET not_before = ?, error = ?, failed_at = coalesce(failed_at, ?)
    WHERE id = ?`;
  statement(database, sql).run(now + PUT_OFF[kind], reason, now, id);
}

/**
 * Queues all failed requests again.
 * @returns their number
 */
export function retryFailed(database: Database): number {
  const sql = `UPDATE sync_requests SET state = 'queued', attempts = 0, not_before = 0
    WHERE ${IS_FAILED}`;
  return Number(statement(database, sql).run().changes);
}

const IS_FAILED = `(state = 'failed' OR (state = 'queued' AND failed_at IS NOT NULL))`;

/** Whether a request has failed, but no other queued request to its host has failed. */
export function failsAlone(database: Database, { id }: Pick<QueuedRequest, 'id'>): boolean {
  const sql = `SELECT 1 FROM sync_requests AS own WHERE id = ? AND failed_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM sync_requests
      WHERE host = own.host AND id <> own.id AND state = 'queued' AND failed_at IS NOT NULL)`;
  return statement(database, sql).get(id) !== undefined;
}

/**
 * Counts failed requests. Without `choice`, counts the failed requests of all sources, except
 * requests about companies that are not synced.
 */
export function failuresOf(database: Database, choice?: Choice): Failures {
  const [which, values] = choice ? [CHOSEN, chosen(choice)] : [OF_MEMBERS, []];
  const sql = `SELECT host, count(*) AS count, total(state = 'failed') AS given_up,
      min(failed_at) AS oldest
    FROM sync_requests WHERE ${IS_FAILED} AND ${which} GROUP BY host ORDER BY count DESC, host`;
  const rows = statement(database, sql).all(...values) as unknown as (Failures & {
    readonly host: string;
  })[];
  const sum = (field: 'count' | 'given_up') => rows.reduce((all, row) => all + row[field], 0);
  const moments = rows.flatMap(({ oldest }) => oldest ?? []);
  return {
    count: sum('count'),
    given_up: sum('given_up'),
    oldest: moments.length > 0 ? Math.min(...moments) : null,
    hosts: rows.map(({ host }) => host),
  };
}

/**
 * The host of a source's next request, and the time at which it is due, in milliseconds since 1970.
 */
export interface NextRequest {
  readonly host: string;
  readonly due: number;
}

/** Returns the next request of each source. Sources without queued requests are absent. */
export function nextOfSources(database: Database, now: number): ReadonlyMap<string, NextRequest> {
  // If a query uses `min`, SQLite takes the other columns from the same row as the minimum.
  const sql = `SELECT source, host, min(iif(not_before > ?, 0, not_before)) AS due
    FROM sync_requests WHERE state = 'queued' AND ${OF_MEMBERS} GROUP BY source`;
  const rows = statement(database, sql).all(now + MAX_WAIT) as unknown as (NextRequest & {
    readonly source: string;
  })[];
  return new Map(rows.map((row) => [row.source, row]));
}

/** Number of requests of a source in each state. */
export interface Counts {
  /** Requests to send, including failed requests that will be retried. */
  readonly queued: number;
  readonly done: number;
  /** Failed requests, including requests that are no longer retried. */
  readonly failed: number;
  readonly given_up: number;
  /** Time of the oldest failure in milliseconds since 1970. */
  readonly failed_since: number | null;
}

export const NO_REQUESTS: Counts = {
  queued: 0,
  done: 0,
  failed: 0,
  given_up: 0,
  failed_since: null,
};

export function countRequests(database: Database): ReadonlyMap<string, Counts> {
  const sql = `SELECT source, total(state = 'queued') AS queued,
      total(state IN ('done', 'gone')) AS done, total(${IS_FAILED}) AS failed,
      total(state = 'failed') AS given_up, min(iif(${IS_FAILED}, failed_at, NULL)) AS failed_since
    FROM sync_requests WHERE ${OF_MEMBERS} GROUP BY source`;
  const rows = statement(database, sql).all() as unknown as (Counts & { source: string })[];
  return new Map(rows.map(({ source, ...counts }) => [source, counts]));
}

/**
 * Returns the mean compressed size in bytes of a source's completed requests, or null if there are
 * none.
 */
export function meanBytes(database: Database, source: string): number | null {
  const sql = `SELECT avg(bytes) AS mean FROM sync_requests
    WHERE source = ? AND state = 'done' AND bytes > 0`;
  return (statement(database, sql).get(source) as { mean: number | null }).mean;
}
