import { type Database, inTransaction } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';

/** Who syncs a store. Times are milliseconds since 1970. */
export interface Holder {
  readonly holder: string;
  readonly pid: number;
  readonly host: string;
  readonly started_at: number;
  readonly heartbeat: number;
  /** How far it is, in words. */
  readonly progress: string;
}

/** How often a holder says that it lives. */
export const HEARTBEAT = 5_000;
/** A holder that has said nothing for so long holds no more. */
const STALE_AFTER = 30_000;

export interface Self {
  readonly holder: string;
  readonly pid: number;
  readonly host: string;
  /** Whether a process of this machine runs. */
  readonly isAlive: (pid: number) => boolean;
}

export function holderOf(database: Database): Holder | undefined {
  const sql = 'SELECT holder, pid, host, started_at, heartbeat, progress FROM sync_lock';
  return statement(database, sql).get() as unknown as Holder | undefined;
}

/** Whether a holder still counts: its process is not known to be gone, and it has spoken lately. */
export function isHeld(holder: Holder, self: Self, now: number): boolean {
  if (holder.host === self.host && !self.isAlive(holder.pid)) return false;
  // A heartbeat of the future is one from before the clock was set back.
  return Math.abs(now - holder.heartbeat) <= STALE_AFTER;
}

/** Takes the lock. @returns who holds it instead, where another does. */
export function acquire(database: Database, self: Self, now: number): Holder | undefined {
  return inTransaction(database, () => {
    const holder = holderOf(database);
    if (holder && holder.holder !== self.holder && isHeld(holder, self, now)) return holder;
    seize(database, self, now);
    return undefined;
  });
}

/** Takes the lock from its holder, for the only process that may write the store. */
export function seize(database: Database, self: Self, now: number): void {
  statement(
    database,
    `INSERT OR REPLACE INTO sync_lock VALUES (1, ?1, ?2, ?3, ?4, ?4, 'starts')`,
  ).run(self.holder, self.pid, self.host, now);
}

/** Says that the holder lives. @returns whether it still holds the lock. */
export function beat(database: Database, self: Self, progress: string, now: number): boolean {
  const sql = 'UPDATE sync_lock SET heartbeat = ?, progress = ? WHERE holder = ?';
  return Number(statement(database, sql).run(now, progress, self.holder).changes) === 1;
}

export function release(database: Database, self: Self): void {
  statement(database, 'DELETE FROM sync_lock WHERE holder = ?').run(self.holder);
}
