import { advisoryLocks, closePostgres, openSession, type Postgres } from './postgres.ts';

/** What a writer may ask of its lock. */
export interface WriteLock {
  /** Whether another writer waits for it: whoever has much to do gives it up then, for a while. */
  isWanted(): Promise<boolean>;
}

/** Thrown where the lock was not free in time. */
class WriterBusy extends Error {
  constructor() {
    super('another machine writes and has not come to an end; nothing was changed');
  }
}

/** Longest wait for a writer that is at work: its refresh and its publishing, with room. */
const MAX_WAIT_MS = 15 * 60_000;
/** PostgreSQL's code where a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` as the only writer. The lock is of the connection: it is free as soon as the process
 * is gone. Who waits is let in in the order of coming.
 *
 * @param waits told once where another writer is at work; without it, nobody waits
 * @returns undefined where the lock was not free and nobody waits
 * @throws WriterBusy
 */
export async function withWriteLock<Result>(
  { databaseUrl, sql, waits }: LockParts,
  work: (lock: WriteLock) => Promise<Result>,
): Promise<Result | undefined> {
  const session = openSession(databaseUrl);
  try {
    if (!(await isTaken(session)) && !(await isTakenLater(session, waits))) return undefined;
    try {
      return await work({ isWanted: () => isWanted(sql) });
    } finally {
      // A connection that broke has given it up already.
      await session`SELECT pg_advisory_unlock(${advisoryLocks.write})`.catch(() => {});
    }
  } finally {
    await closePostgres(session);
  }
}

export interface LockParts {
  readonly databaseUrl: string;
  readonly sql: Postgres;
  readonly waits?: (() => void) | undefined;
}

async function isTaken(session: Postgres): Promise<boolean> {
  const [row] = await session<{ taken: boolean }[]>`
    SELECT pg_try_advisory_lock(${advisoryLocks.write}) AS taken`;
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
export async function isWriting(sql: Postgres): Promise<boolean> {
  const [row] = await sql<{ held: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0
      AND objid = ${advisoryLocks.write} AND granted AND database = (
        SELECT oid FROM pg_database WHERE datname = current_database())) AS held`;
  return row!.held;
}

async function isWanted(sql: Postgres): Promise<boolean> {
  const [row] = await sql<{ wanted: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0
      AND objid = ${advisoryLocks.write} AND NOT granted AND database = (
        SELECT oid FROM pg_database WHERE datname = current_database())) AS wanted`;
  return row!.wanted;
}
