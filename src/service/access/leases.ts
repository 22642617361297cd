import type { Monotonic } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { noObserver, type Observer } from '../../base/observer.ts';
import {
  type Bucket,
  type Buckets,
  type Budget,
  createRefusals,
  orAlone,
  type Refusal,
  type Refusals,
} from './budget.ts';
import { type Reservation, Slots } from './slots.ts';

/**
 * Minimum number of requests in a lease. The number is small, because all requests of a lease
 * count as sent if the process is killed.
 */
const MIN_LEASE = 4;
/** Maximum number of requests in a lease. */
export const MAX_LEASE = 16;
/** Milliseconds after which the unused requests of a lease are returned. */
export const LEASE_TIME = 5_000;
/**
 * Milliseconds for which a refusal is cached. The time is short, because other processes may return
 * unused requests at any moment.
 */
const REFUSAL_TIME = 100;
/** Minimum milliseconds between a failed write to the shared file and the next write. */
const FAILURE_TIME = 1_000;

export interface SqliteBudgetParts {
  /**
   * Opens the shared file. It is called at the first request, so the process does not wait for the
   * file when it starts.
   */
  readonly open: () => Promise<Slots>;
  readonly monotonic: Monotonic;
  /**
   * Called with the error when the file cannot be written, and with undefined when the file can be
   * written again.
   */
  readonly turned?: (cause: unknown) => void;
}

/**
 * Creates a budget in a file that several processes share. A process reserves several requests at a
 * time (a lease) and then counts its requests in memory. The first lease is small, and each later
 * lease is twice as large.
 */
export function createSqliteBudget(parts: SqliteBudgetParts): Budget {
  const { open, monotonic, turned = () => {} } = parts;
  let opening: Promise<Opened> | undefined;
  let opened: Opened | undefined;
  let failed: { readonly cause: unknown; readonly until: number } | undefined;

  async function openOnce(): Promise<Opened> {
    opening ??= open().then((slots) => ({ slots, leases: new Leases(slots, monotonic) }));
    try {
      opened = await opening;
      return opened;
    } finally {
      opening = undefined;
    }
  }

  async function use<Result>(work: (opened: Opened) => Result): Promise<Result> {
    try {
      const result = work(opened ?? (await openOnce()));
      if (failed) turned(undefined);
      failed = undefined;
      return result;
    } catch (cause) {
      if (!failed) turned(cause);
      failed = { cause, until: monotonic() + FAILURE_TIME };
      throw cause;
    }
  }

  return {
    async spend(buckets) {
      // For `FAILURE_TIME` after a failed write, requests fail immediately. Otherwise, each request
      // might wait for the lock of the file.
      if (failed && monotonic() < failed.until) throw failed.cause;
      return use(({ leases }) => leases.spend(buckets));
    },
    take: (buckets, hold) =>
      use(({ slots }) => {
        const outcome = slots.reserve(buckets.map((bucket) => ({ bucket, most: 1, hold })));
        if ('refusal' in outcome) return undefined;
        const settle = (spentAt: readonly number[]) =>
          use(() =>
            slots.settle(outcome.reserved.map((reservation) => ({ reservation, spentAt }))),
          );
        return { ended: (margin) => settle([monotonic() + margin]), unused: () => settle([]) };
      }),
    wait: (places) =>
      use(({ slots }) =>
        Math.max(0, ...places.map(({ bucket, before }) => slots.wait(bucket, before))),
      ),
    pause: (bucket, milliseconds) => use(({ slots }) => slots.pause(bucket, milliseconds)),
    left: (bucket) => opened?.slots.left(bucket) ?? bucket.limit.requests,
    close: () => opened?.leases.close(),
  };
}

interface Opened {
  readonly slots: Slots;
  readonly leases: Leases;
}

export interface LeasedBucketsParts extends Pick<SqliteBudgetParts, 'open' | 'monotonic'> {
  readonly log: Pick<Log, 'warn'>;
  readonly observer?: Pick<Observer, 'limitsInProcess'>;
}

/**
 * Creates the rate limits of clients, which all processes of a data folder share. A process that
 * cannot write the shared file counts only its own requests.
 */
export function createLeasedBuckets(parts: LeasedBucketsParts): Buckets {
  const { open, monotonic, log, observer = noObserver } = parts;
  const turned = (cause: unknown) => {
    observer.limitsInProcess(cause !== undefined);
    if (cause === undefined) return;
    log.warn(
      { err: cause },
      'cannot write the limits file: this process counts only its own requests until a write succeeds',
    );
  };
  return orAlone(createSqliteBudget({ open, monotonic, turned }), createOwnBudget(monotonic));
}

/** Creates a budget that counts only the requests of this process. */
export function createOwnBudget(monotonic: Monotonic): Budget {
  return createSqliteBudget({ open: () => Slots.open(':memory:', monotonic), monotonic });
}

interface Lease extends Reservation {
  readonly ends: number;
  readonly spentAt: number[];
}

class Leases {
  readonly #slots: Slots;
  readonly #monotonic: Monotonic;
  readonly #leases = new Map<string, Lease>();
  readonly #refusals: Refusals;
  #timer: NodeJS.Timeout | undefined;

  constructor(slots: Slots, monotonic: Monotonic) {
    this.#slots = slots;
    this.#monotonic = monotonic;
    this.#refusals = createRefusals(monotonic, REFUSAL_TIME);
  }

  /**
   * Counts one request in each bucket, or in none.
   * @throws if the file cannot be written; in this case, no request is counted
   */
  spend(buckets: readonly Bucket[]): Refusal | undefined {
    for (;;) {
      const now = this.#monotonic();
      const refused = this.#refusals.of(buckets);
      if (refused) return refused;
      const lacking = buckets.filter((bucket) => !this.#hasSlot(bucket, now));
      if (lacking.length === 0) {
        for (const { name } of buckets) this.#leases.get(name)?.spentAt.push(now);
        return undefined;
      }
      const refusal = this.#renew(lacking);
      if (!refusal) continue;
      this.#refusals.remember(refusal);
      return refusal;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#settle([...this.#leases.values()]);
    this.#slots.close();
  }

  #hasSlot({ name }: Bucket, now: number): boolean {
    const lease = this.#leases.get(name);
    return lease !== undefined && now < lease.ends && lease.spentAt.length < lease.slots;
  }

  #renew(buckets: readonly Bucket[]): Refusal | undefined {
    const old = buckets.flatMap(({ name }) => this.#leases.get(name) ?? []);
    const wanted = buckets.map((bucket) => {
      const used = this.#leases.get(bucket.name)?.spentAt.length ?? 0;
      return { bucket, most: Math.max(MIN_LEASE, Math.min(MAX_LEASE, 2 * used)), hold: LEASE_TIME };
    });
    const outcome = this.#slots.reserve(wanted, old.map(settledOf));
    for (const { bucket } of old) this.#leases.delete(bucket.name);
    if ('refusal' in outcome) return outcome.refusal;
    for (const one of outcome.reserved) {
      this.#leases.set(one.bucket.name, { ...one, ends: one.from + LEASE_TIME, spentAt: [] });
    }
    this.#settleLater();
    return undefined;
  }

  #settleLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const now = this.#monotonic();
      this.#settle([...this.#leases.values()].filter(({ ends }) => ends <= now));
      if (this.#leases.size > 0) this.#settleLater();
    }, LEASE_TIME).unref();
  }

  #settle(leases: readonly Lease[]): void {
    if (leases.length === 0) return;
    for (const { bucket } of leases) this.#leases.delete(bucket.name);
    try {
      this.#slots.settle(leases.map(settledOf));
    } catch {
      // If the file cannot be written, all requests of the lease are counted as sent until the
      // lease expires.
    }
  }
}

function settledOf(lease: Lease) {
  return { reservation: lease, spentAt: lease.spentAt };
}
