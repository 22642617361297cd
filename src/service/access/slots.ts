import type { Monotonic } from '../../base/clock.ts';
import {
  type Database,
  inTransaction,
  type Migration,
  openDatabase,
} from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import type { Bucket, Refusal } from './budget.ts';

/** A request to reserve slots of a bucket. A slot is the right to send one request. */
export interface Wanted {
  readonly bucket: Bucket;
  /**
   * Maximum number of slots to reserve. If any requested bucket has no free slot, no slots are
   * reserved in any bucket.
   */
  readonly most: number;
  /** Maximum milliseconds between the reservation and the use of its last slot. */
  readonly hold: number;
}

/** Reserved slots. Other processes cannot spend them. */
export interface Reservation {
  readonly bucket: Bucket;
  readonly slots: number;
  /** The time of the reservation. */
  readonly from: number;
  /** Time at which the reservation expires. A settled reservation ends earlier. */
  readonly until: number;
}

/**
 * The settlement of a reservation. `spentAt` contains the times at which slots were used, in
 * ascending order. All other slots of the reservation are returned.
 */
export interface Settled {
  readonly reservation: Reservation;
  readonly spentAt: readonly number[];
}

/**
 * Slots that are used within this many milliseconds share one database row. The row has the time of
 * the last of these slots. Therefore, a bucket with a thousand slots has only a few dozen rows.
 */
export const MAX_GRAIN = 50;

/** Milliseconds for which a process waits for the transaction of another process. */
const MAX_LOCK_WAIT = 250;

/** Minimum milliseconds between two scans for expired rows. */
const MIN_BETWEEN_FORGETTING = 60_000;

/**
 * Size of a database page. Small pages are faster, because rows are short and only a few rows are
 * written at a time.
 */
const PAGE_BYTES = 4_096;

/** The file is flushed to disk (checkpoint) after this many pages are written, which is 16 MB. */
const CHECKPOINT_PAGES = 4_000;

const migrations: readonly Migration[] = [
  {
    version: 1,
    // `at` is the time of the write. `until` is the time when the slots become free again. Both are
    // milliseconds of the monotonic clock.
    sql: `CREATE TABLE slots (
        bucket TEXT NOT NULL, until REAL NOT NULL, slots INTEGER NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (bucket, until)) WITHOUT ROWID`,
  },
];

const sql = {
  free: 'SELECT ? - COALESCE(SUM(slots), 0) AS free FROM slots WHERE bucket = ? AND until > ?',
  rows: 'SELECT until, slots FROM slots WHERE bucket = ? AND until > ? ORDER BY until',
  add: `INSERT INTO slots (bucket, until, slots, at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET slots = slots + excluded.slots`,
  remove: 'UPDATE slots SET slots = slots - ? WHERE bucket = ? AND until = ?',
  forget: 'DELETE FROM slots WHERE until <= ?',
  newest: 'SELECT COALESCE(MAX(at), 0) AS at FROM slots',
  shift: 'UPDATE slots SET until = until - ?, at = at - ?',
};

/**
 * The slots of all buckets, shared by the processes of a data folder. A slot is occupied from its
 * reservation until one window after its request was sent. Therefore, no window contains more
 * requests than the bucket has slots, even if processes are killed. Each reservation is written
 * before its requests are sent. The write is not flushed to disk (WAL mode with synchronous
 * NORMAL), so a power failure can lose the last reservations.
 */
export class Slots {
  readonly #database: Database;
  readonly #monotonic: Monotonic;
  #forgetAt = 0;

  private constructor(database: Database, monotonic: Monotonic) {
    this.#database = database;
    this.#monotonic = monotonic;
  }

  /**
   * Opens the file. With the path `:memory:`, the slots are not shared with other processes.
   * @throws if the file cannot be created or written
   */
  static async open(path: string, monotonic: Monotonic): Promise<Slots> {
    const database = await openDatabase(path, migrations, PAGE_BYTES);
    database.exec(`PRAGMA busy_timeout = ${MAX_LOCK_WAIT}`);
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const slots = new Slots(database, monotonic);
    slots.#resume();
    return slots;
  }

  /**
   * Settles the reservations in `settled`. Then reserves slots in every bucket, or in none.
   */
  reserve(
    wanted: readonly Wanted[],
    settled: readonly Settled[] = [],
  ): { readonly reserved: readonly Reservation[] } | { readonly refusal: Refusal } {
    return inTransaction(this.#database, () => {
      // The time is read after the lock is granted, because the wait for the lock takes time.
      const now = this.#monotonic();
      for (const one of settled) this.#settle(one, now);
      const seen = wanted.map((one) => ({ ...one, free: this.#free(one.bucket, now) }));
      const empty = seen.filter(({ free }) => free < 1);
      if (empty.length > 0) return { refusal: this.#longest(empty, now) };
      return { reserved: seen.map((one) => this.#take(one, now)) };
    });
  }

  settle(settled: readonly Settled[]): void {
    inTransaction(this.#database, () => {
      const now = this.#monotonic();
      for (const one of settled) this.#settle(one, now);
      if (now < this.#forgetAt) return;
      this.#forgetAt = now + MIN_BETWEEN_FORGETTING;
      statement(this.#database, sql.forget).run(now);
    });
  }

  /** Blocks all requests of a bucket for some milliseconds. */
  pause(bucket: Bucket, milliseconds: number): void {
    const now = this.#monotonic();
    this.#add(bucket, now + milliseconds, bucket.limit.requests, now);
  }

  /**
   * Returns the milliseconds until a slot is free for a request.
   * @param before the number of requests that are ahead of this request in the queue
   */
  wait(bucket: Bucket, before = 0): number {
    return this.#wait(bucket, before, this.#monotonic());
  }

  left(bucket: Bucket): number {
    return Math.max(0, this.#free(bucket, this.#monotonic()));
  }

  close(): void {
    this.#database.close();
  }

  /**
   * Adjusts the stored times after a restart of the machine, because the monotonic clock starts
   * again from zero. The duration of the restart is unknown, so it is assumed to be zero.
   */
  #resume(): void {
    inTransaction(this.#database, () => {
      const { at } = statement(this.#database, sql.newest).get() as { at: number };
      const back = at - this.#monotonic();
      if (back > 0) statement(this.#database, sql.shift).run(back, back);
    });
  }

  /**
   * Reserves slots of one bucket: at most a quarter of the free slots, so that other processes also
   * get slots.
   */
  #take({ bucket, most, hold, free }: Wanted & { free: number }, now: number): Reservation {
    const slots = Math.max(1, Math.min(most, Math.floor(free / 4)));
    const until = now + hold + windowOf(bucket);
    this.#add(bucket, until, slots, now);
    return { bucket, slots, from: now, until };
  }

  #settle({ reservation, spentAt }: Settled, now: number): void {
    const { bucket, slots, until } = reservation;
    // The slots of an expired reservation are already free, and its row may already be removed.
    if (until <= now) return;
    statement(this.#database, sql.remove).run(slots, bucket.name, until);
    for (const { last, spent } of grains(spentAt)) {
      this.#add(bucket, last + windowOf(bucket), spent, now);
    }
  }

  #add({ name }: Bucket, until: number, slots: number, now: number): void {
    statement(this.#database, sql.add).run(name, until, slots, now);
  }

  #free({ name, limit }: Bucket, now: number): number {
    const row = statement(this.#database, sql.free).get(limit.requests, name, now);
    return (row as { free: number }).free;
  }

  /** Returns the refusal with the longest wait, because a request needs a slot in every bucket. */
  #longest(empty: readonly Wanted[], now: number): Refusal {
    const refusals = empty.map(({ bucket }) => ({ bucket, wait: this.#wait(bucket, 0, now) }));
    return refusals.reduce((longest, one) => (one.wait > longest.wait ? one : longest));
  }

  #wait(bucket: Bucket, before: number, now: number): number {
    let lacking = before + 1 - this.#free(bucket, now);
    if (lacking <= 0) return 0;
    const rows = statement(this.#database, sql.rows).all(bucket.name, now) as unknown as Row[];
    for (const { until, slots } of rows) {
      lacking -= slots;
      if (lacking <= 0) return until - now;
    }
    return windowOf(bucket);
  }
}

interface Row {
  readonly until: number;
  readonly slots: number;
}

/**
 * Groups ascending times that are close together. The time of a group is the last time in the
 * group.
 */
function grains(times: readonly number[]): { readonly last: number; readonly spent: number }[] {
  const found: { first: number; last: number; spent: number }[] = [];
  for (const time of times) {
    const grain = found.at(-1);
    if (grain && time - grain.first <= MAX_GRAIN) {
      grain.last = time;
      grain.spent += 1;
    } else {
      found.push({ first: time, last: time, spent: 1 });
    }
  }
  return found;
}

export function windowOf({ limit }: Bucket): number {
  return limit.windowSeconds * 1_000;
}
