import type { Monotonic } from './clock.ts';
import type { Limit } from './endpoint.ts';
import { type Database, inTransaction, type Migration, openDatabase } from './store/database.ts';
import { statement } from './store/statements.ts';

/** Requests that may be made in a window, counted under a name. */
export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

/** A bucket that is empty, and the milliseconds until it has a slot again as far as is known. */
export interface Refusal {
  readonly bucket: Bucket;
  readonly wait: number;
}

/** Slots that are wanted of a bucket. */
export interface Wanted {
  readonly bucket: Bucket;
  /** At most so many; one at least, or none of any bucket. */
  readonly most: number;
  /** Longest time from now until the last of them is spent, milliseconds; at most MAX_HOLD. */
  readonly hold: number;
}

/** Slots that nobody else can spend. */
export interface Reservation {
  readonly id: number;
  readonly bucket: Bucket;
  readonly slots: number;
  /** When the reservation was made, and when its slots count no more unless it is settled. */
  readonly from: number;
  readonly until: number;
}

/** What became of a reservation: when each of its slots was spent; the rest was not. */
export interface Settled {
  readonly reservation: Reservation;
  readonly spentAt: readonly number[];
}

/** Longest time between a reservation and the last spending of it, milliseconds. */
export const MAX_HOLD = 30_000;

/** Milliseconds that a process waits for another's transaction, which takes far less than one. */
const MAX_LOCK_WAIT = 250;

const migrations: readonly Migration[] = [
  {
    version: 1,
    // Numbers are never given twice: a process that slept settles no reservation but its own.
    sql: `CREATE TABLE slots (
        id INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL, until REAL NOT NULL,
        slots INTEGER NOT NULL);
      CREATE INDEX slots_by_bucket ON slots (bucket, until, slots);
      CREATE INDEX slots_by_until ON slots (until)`,
  },
];

/**
 * The slots of all buckets, shared by the processes of a data folder. A slot counts from the moment
 * at which it is reserved until a window after it was spent, so that no window, wherever it begins,
 * holds more requests than the bucket has slots, whoever makes them and whoever is killed meanwhile.
 *
 * A reservation is written before it is spent. It is not forced to the disk (WAL, synchronous
 * NORMAL): what a process has written survives its kill in the memory of the system, and only a
 * power cut can lose it, together with the moments before it.
 *
 * Times are those of the machine's monotonic clock. None lies further ahead than a window and
 * MAX_HOLD: what does is of a machine that has started anew, and counts as if time had stood still.
 */
export class Slots {
  readonly #database: Database;
  readonly #monotonic: Monotonic;

  private constructor(database: Database, monotonic: Monotonic) {
    this.#database = database;
    this.#monotonic = monotonic;
  }

  /** `:memory:` counts for this object alone. @throws where the file cannot be made or written. */
  static async open(path: string, monotonic: Monotonic): Promise<Slots> {
    const database = await openDatabase(path, migrations);
    database.exec(`PRAGMA busy_timeout = ${MAX_LOCK_WAIT}`);
    return new Slots(database, monotonic);
  }

  /** Reserves in every bucket, or in none; what is settled beside is free first. */
  reserve(
    wanted: readonly Wanted[],
    settled: readonly Settled[] = [],
  ): { readonly reserved: readonly Reservation[] } | { readonly refusal: Refusal } {
    return inTransaction(this.#database, () => {
      // Read behind the lock, for which this process may have waited.
      const now = this.#monotonic();
      this.#forget(now);
      this.#settle(settled, now);
      for (const { bucket } of wanted) this.#bound(bucket, now);
      const empty = wanted.filter(({ bucket }) => this.#free(bucket, now) < 1);
      if (empty.length > 0) return { refusal: this.#longest(empty, now) };
      return { reserved: wanted.map((one) => this.#take(one, now)) };
    });
  }

  settle(settled: readonly Settled[]): void {
    inTransaction(this.#database, () => this.#settle(settled, this.#monotonic()));
  }

  /** Milliseconds until there is a slot for who has so many others before it. */
  wait(bucket: Bucket, before = 0): number {
    return this.#wait(bucket, before, this.#monotonic());
  }

  left(bucket: Bucket): number {
    return Math.max(0, this.#free(bucket, this.#monotonic()));
  }

  close(): void {
    this.#database.close();
  }

  /** A quarter of what is free at most, so that others find some when it becomes scarce. */
  #take({ bucket, most, hold }: Wanted, now: number): Reservation {
    const slots = Math.max(1, Math.min(most, Math.floor(this.#free(bucket, now) / 4)));
    const until = now + Math.min(hold, MAX_HOLD) + windowOf(bucket);
    return { id: this.#insert(bucket, until, slots), bucket, slots, from: now, until };
  }

  #settle(settled: readonly Settled[], now: number): void {
    for (const { reservation, spentAt } of settled) {
      const { id, bucket } = reservation;
      const { changes } = statement(this.#database, 'DELETE FROM slots WHERE id = ?').run(id);
      if (Number(changes) === 0) continue;
      const counting = spentAt.map((at) => at + windowOf(bucket)).filter((until) => until > now);
      for (const until of counting) this.#insert(bucket, until, 1);
    }
  }

  #insert(bucket: Bucket, until: number, slots: number): number {
    const sql = 'INSERT INTO slots (bucket, until, slots) VALUES (?, ?, ?)';
    return Number(statement(this.#database, sql).run(bucket.name, until, slots).lastInsertRowid);
  }

  #forget(now: number): void {
    statement(this.#database, 'DELETE FROM slots WHERE until <= ?').run(now);
  }

  #bound(bucket: Bucket, now: number): void {
    const latest = now + windowOf(bucket) + MAX_HOLD;
    const sql = 'UPDATE slots SET until = ? WHERE bucket = ? AND until > ?';
    statement(this.#database, sql).run(latest, bucket.name, latest);
  }

  #free(bucket: Bucket, now: number): number {
    const sql = 'SELECT COALESCE(SUM(slots), 0) AS used FROM slots WHERE bucket = ? AND until > ?';
    const { used } = statement(this.#database, sql).get(bucket.name, now) as { used: number };
    return bucket.limit.requests - used;
  }

  /** Of several empty buckets the one that is empty longest: before it nothing helps. */
  #longest(empty: readonly Wanted[], now: number): Refusal {
    const refusals = empty.map(({ bucket }) => ({ bucket, wait: this.#wait(bucket, 0, now) }));
    return refusals.reduce((longest, one) => (one.wait > longest.wait ? one : longest));
  }

  #wait(bucket: Bucket, before: number, now: number): number {
    let lacking = before + 1 - this.#free(bucket, now);
    if (lacking <= 0) return 0;
    const sql = 'SELECT until, slots FROM slots WHERE bucket = ? AND until > ? ORDER BY until';
    const rows = statement(this.#database, sql).all(bucket.name, now) as unknown as Row[];
    for (const { until, slots } of rows) {
      lacking -= slots;
      if (lacking <= 0) return Math.min(until - now, windowOf(bucket) + MAX_HOLD);
    }
    return windowOf(bucket);
  }
}

interface Row {
  readonly until: number;
  readonly slots: number;
}

function windowOf({ limit }: Bucket): number {
  return limit.windowSeconds * 1_000;
}
