import { setTimeout as sleep } from 'node:timers/promises';
import { type Asking, askPostgres } from './asking.ts';
import {
  advisoryLocks,
  closePostgres,
  isSilent,
  openSession,
  type Postgres,
  postgresFailure,
  withinTime,
} from './postgres.ts';

/** What a writer may ask of its lock. */
export interface WriteLock {
  /** Whether another writer waits for it: whoever has much to do gives it up then, for a while. */
  isWanted(): Promise<boolean>;
  /** Aborted, with the reason, once PostgreSQL does not answer any more: nothing can be published. */
  readonly lost: AbortSignal;
}

export interface LockParts {
  readonly databaseUrl: string;
  /** What the work asks; cut off where PostgreSQL does not answer any more. */
  readonly database: Asking;
  readonly waits?: (() => void) | undefined;
}

/** Thrown where the lock was not free in time. */
class WriterBusy extends Error {
  constructor() {
    super('another machine writes and has not come to an end; nothing was changed');
  }
}

/** Longest wait for a writer that is at work: its refresh and its publishing, with room. */
const MAX_WAIT_MS = 15 * 60_000;
/** How often it is looked whether PostgreSQL answers while a writer waits or works, milliseconds. */
const LOOK_EVERY_MS = 2_000;
/** Longest time that giving the lock back may take, milliseconds; the end of its connection frees it. */
const MAX_UNLOCK_MS = 1_000;
/** PostgreSQL's code where a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` as the only writer. The lock is of the connection: it is free as soon as the process
 * is gone. Who waits is let in in the order of coming. Where PostgreSQL hangs, waiting and working
 * end with an error rather than when it goes on.
 *
 * @param waits told once where another writer is at work; without it, nobody waits
 * @returns undefined where the lock was not free and nobody waits
 * @throws WriterBusy; Error in words where PostgreSQL does not answer
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
    if (!(await isTaken(session)) && !(await isTakenLater(session, waits))) return undefined;
    try {
      return await work({ isWanted: () => isWanted(database), lost });
    } finally {
      // A connection that broke has given it up already.
      const given = session`SELECT pg_advisory_unlock(${advisoryLocks.write})`;
      await withinTime(given, MAX_UNLOCK_MS).catch(() => {});
    }
  } catch (cause) {
    throw lost.aborted ? lost.reason : postgresFailure(cause);
  } finally {
    await watch.close();
    await closePostgres(session);
  }
}

/**
 * Looks by a connection of its own whether PostgreSQL answers: what waits for a lock or publishes may
 * rightly take long. One that is gone ends the other connections by itself.
 */
function watchPostgres(url: string, cut: () => Promise<unknown>) {
  const asking = askPostgres(url);
  const lost = new AbortController();
  const over = new AbortController();
  async function look(): Promise<void> {
    while (!over.signal.aborted && !lost.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      try {
        await asking.ask((sql) => sql`SELECT`);
      } catch (cause) {
        if (over.signal.aborted || !isSilent((cause as Error).cause)) continue;
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

async function isTaken(session: Postgres): Promise<boolean> {
  const [row] = await withinTime(
    session<{ taken: boolean }[]>`
      SELECT pg_try_advisory_lock(${advisoryLocks.write}) AS taken`,
  );
  return row!.taken;
}

async function isTakenLater(session: Postgres, waits: LockParts['waits']): Promise<boolean> {
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

/** Whether someone holds the lock at this moment, for whoever only looks. */
export function isWriting(database: Asking): Promise<boolean> {
  return isLocked(database, true);
}

function isWanted(database: Asking): Promise<boolean> {
  return isLocked(database, false);
}

/** @param isGranted whether who has it is looked for, or who waits for it */
async function isLocked(database: Asking, isGranted: boolean): Promise<boolean> {
  const [row] = await database.ask(
    (sql) => sql<{ found: boolean }[]>`
      SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0
        AND objid = ${advisoryLocks.write} AND granted = ${isGranted} AND database = (
          SELECT oid FROM pg_database WHERE datname = current_database())) AS found`,
  );
  return row!.found;
}
