import { setTimeout as sleep } from 'node:timers/promises';
import {
  advisoryLocks,
  closePostgres,
  isTimeout,
  openSession,
  type Postgres,
  postgresFailure,
  withTimeout,
} from './postgres.ts';
import { createPostgresClient, type PostgresClient } from './postgres-client.ts';

/**
 * The lock of the only writer. `withWriteLock` passes it to the function that runs while the lock
 * is held.
 */
export interface WriteLock {
  /**
   * Whether another writer is waiting for the lock. If so, a long job releases the lock for a
   * while.
   */
  isWanted(): Promise<boolean>;
  /**
   * A signal that is aborted, with a reason, when PostgreSQL stops answering. After that, the
   * holder of the lock cannot publish anything.
   */
  readonly lost: AbortSignal;
}

export interface LockParts {
  readonly databaseUrl: string;
  /**
   * The client that the writer uses while it has the lock. Its connections are closed if PostgreSQL
   * stops answering.
   */
  readonly database: PostgresClient;
  readonly waits?: (() => void) | undefined;
}

/** Thrown if the lock was not released in time. */
class WriterBusy extends Error {
  constructor() {
    super('another machine is still writing; nothing was changed');
  }
}

/**
 * Maximum milliseconds to wait for another writer. Refreshing and publishing the records takes less
 * time.
 */
const MAX_WAIT_MS = 15 * 60_000;
/** Milliseconds between two checks of PostgreSQL while a writer waits or works. */
const LOOK_EVERY_MS = 2_000;
/**
 * Time limit for releasing the lock, in milliseconds. If it is exceeded, closing the connection
 * releases the lock.
 */
const MAX_UNLOCK_MS = 1_000;
/** PostgreSQL's error code for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` as the only writer. The lock belongs to a database connection, so it is released when
 * the process ends. Waiting writers get the lock in order of arrival.
 * @param waits called once if another writer is active, before this function waits for that writer.
 * If absent, this function does not wait
 * @returns undefined if another writer is active and `waits` is absent
 * @throws WriterBusy; Error with a readable message if PostgreSQL does not answer during the wait
 * or during `work`
 */
export async function withWriteLock<Result>(
  { databaseUrl, database, waits }: LockParts,
  work: (lock: WriteLock) => Promise<Result>,
): Promise<Result | undefined> {
  const session = openSession(databaseUrl);
  const watch = watchPostgres(databaseUrl, () =>
    Promise.all([database.renew(), closePostgres(session, 0)]),
  );
  const { lost } = watch;
  try {
    if (!(await tryLock(session)) && !(await waitForLock(session, waits))) return undefined;
    try {
      return await work({ isWanted: () => isLocked(database, false), lost });
    } finally {
      // If the connection is broken, the lock is already released.
      const given = session`SELECT pg_advisory_unlock(${advisoryLocks.write})`;
      await withTimeout(given, MAX_UNLOCK_MS).catch(() => {});
    }
  } catch (cause) {
    throw lost.aborted ? lost.reason : postgresFailure(cause);
  } finally {
    await watch.close();
    await closePostgres(session);
  }
}

/**
 * Checks repeatedly, on a separate connection, whether PostgreSQL answers. If it does not, calls
 * `cut` to close the other connections.
 */
function watchPostgres(url: string, cut: () => Promise<unknown>) {
  const asking = createPostgresClient(url);
  const lost = new AbortController();
  const over = new AbortController();
  async function look(): Promise<void> {
    while (!over.signal.aborted && !lost.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      try {
        await asking.query((sql) => sql`SELECT`);
      } catch (cause) {
        if (over.signal.aborted || !isTimeout((cause as Error).cause)) continue;
        lost.abort(cause);
        await cut();
      }
    }
  }
  const ended = look();
  return {
    lost: lost.signal,
    async close() {
      over.abort();
      await asking.renew();
      await ended;
      await asking.close();
    },
  };
}

async function tryLock(session: Postgres): Promise<boolean> {
  const [row] = await withTimeout(
    session<{ taken: boolean }[]>`
      SELECT pg_try_advisory_lock(${advisoryLocks.write}) AS taken`,
  );
  return row!.taken;
}

async function waitForLock(session: Postgres, waits: LockParts['waits']): Promise<boolean> {
  if (!waits) return false;
  waits();
  await session`SELECT set_config('lock_timeout', ${String(MAX_WAIT_MS)}, false)`;
  try {
    await session`SELECT pg_advisory_lock(${advisoryLocks.write})`;
    return true;
  } catch (cause) {
    throw (cause as { code?: string }).code === LOCK_NOT_AVAILABLE ? new WriterBusy() : cause;
  }
}

/** Whether any process holds the lock now. */
export function isWriting(database: PostgresClient): Promise<boolean> {
  return isLocked(database, true);
}

/**
 * @param isGranted true to check for a process that has the lock, false to check for a process that
 * waits for it
 */
async function isLocked(database: PostgresClient, isGranted: boolean): Promise<boolean> {
  const [row] = await database.query(
    (sql) => sql<{ found: boolean }[]>`
      SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0
        AND objid = ${advisoryLocks.write} AND granted = ${isGranted} AND database = (
          SELECT oid FROM pg_database WHERE datname = current_database())) AS found`,
  );
  return row!.found;
}
