import { type Database, inTransaction } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';

/** The process that holds the sync lock. Times are milliseconds since 1970. */
export interface Holder {
  readonly holder: string;
  readonly pid: number;
  readonly host: string;
  readonly started_at: number;
  readonly heartbeat: number;
  /** A text that states the progress. */
  readonly progress: string;
}

/** Milliseconds between two heartbeats. */
export const HEARTBEAT = 5_000;
/** If there is no heartbeat for this number of milliseconds, the lock is free. */
const STALE_AFTER = 30_000;

export interface Self {
  readonly holder: string;
  readonly pid: number;
  readonly host: string;
  /** Whether a process with this ID exists on this machine. */
  readonly isAlive: (pid: number) => boolean;
}

export function holderOf(database: Database): Holder | undefined {
  const sql = 'SELECT holder, pid, host, started_at, heartbeat, progress FROM sync_lock';
  return statement(database, sql).get() as unknown as Holder | undefined;
}

/**
 * Whether the lock is still valid. It is valid if the last heartbeat is recent, unless this machine
 * can see that the process has ended.
 */
export function isHeld(holder: Holder, self: Self, now: number): boolean {
  if (holder.host === self.host && !self.isAlive(holder.pid)) return false;
  // The last heartbeat can be in the future, if the clock was set back after it was written.
  return Math.abs(now - holder.heartbeat) <= STALE_AFTER;
}

/**
 * Takes the lock if no other process holds it.
 * @returns the other process that holds the lock, if any
 */
export function acquire(database: Database, self: Self, now: number): Holder | undefined {
  return inTransaction(database, () => {
    const holder = holderOf(database);
    if (holder && holder.holder !== self.holder && isHeld(holder, self, now)) return holder;
    seize(database, self, now);
    return undefined;
  });
}

/** Takes the lock even if another process holds it. The caller must hold the store's write lock. */
export function seize(database: Database, self: Self, now: number): void {
  statement(
    database,
    `INSERT OR REPLACE INTO sync_lock VALUES (1, ?1, ?2, ?3, ?4, ?4, 'starts')`,
  ).run(self.holder, self.pid, self.host, now);
}

/**
 * Writes a heartbeat.
 * @returns whether this process still holds the lock
 */
export function beat(database: Database, self: Self, progress: string, now: number): boolean {
  const sql = 'UPDATE sync_lock SET heartbeat = ?, progress = ? WHERE holder = ?';
  return Number(statement(database, sql).run(now, progress, self.holder).changes) === 1;
}

export function release(database: Database, self: Self): void {
  statement(database, 'DELETE FROM sync_lock WHERE holder = ?').run(self.holder);
}
