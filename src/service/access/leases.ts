import type { Monotonic } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { noObserver, type Observer } from '../../base/observer.ts';
import { type Bucket, type Refusal, type Reservation, Slots } from './slots.ts';

/** Where requests are counted. */
export interface Buckets {
  /** Spends one request of each bucket, or of none. @returns an empty one, where there is. */
  spend(buckets: readonly Bucket[]): Promise<Refusal | undefined>;
  close(): void;
}

/** Requests of a lease: what a killed process takes with it for a window. */
const MIN_LEASE = 4;
export const MAX_LEASE = 16;
/** Milliseconds after which what is left of a lease goes back. */
export const LEASE_TIME = 5_000;
/** Milliseconds for which a refusal is repeated unasked, however often a caller tries. */
const REFUSAL_TIME = 100;
/** Milliseconds until slots that could not be written are tried again. */
const FAILURE_TIME = 1_000;

export interface LeaseParts {
  /** Opens the slots that processes share; asked at the first request, so that no start waits. */
  readonly open: () => Promise<Slots>;
  readonly monotonic: Monotonic;
  readonly log: Pick<Log, 'warn'>;
  readonly observer?: Pick<Observer, 'limitsInProcess'>;
}

/**
 * Buckets over shared slots: a process reserves several slots at once and spends them from memory.
 * A lease begins small and doubles while it is used up.
 *
 * Our choice: while the slots cannot be written (a full disk), this process counts alone and says
 * so in the log; callers are served rather than refused for it.
 */
export function createLeasedBuckets(parts: LeaseParts): Buckets {
  const { open, monotonic, log, observer = noObserver } = parts;
  let opening: Promise<Leases> | undefined;
  let shared: Leases | undefined;
  let alone: Leases | undefined;
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let isAlone = false;

  async function openShared(): Promise<Leases> {
    opening ??= open().then((slots) => new Leases(slots, monotonic));
    try {
      shared = await opening;
      return shared;
    } finally {
      opening = undefined;
    }
  }

  async function spendAlone(buckets: readonly Bucket[]): Promise<Refusal | undefined> {
    alone ??= new Leases(await Slots.open(':memory:', monotonic), monotonic);
    return alone.spend(buckets);
  }

  return {
    async spend(buckets) {
      if (monotonic() < aloneUntil) return spendAlone(buckets);
      try {
        const refusal = (shared ?? (await openShared())).spend(buckets);
        if (isAlone) observer.limitsInProcess(false);
        isAlone = false;
        return refusal;
      } catch (cause) {
        aloneUntil = monotonic() + FAILURE_TIME;
        isAlone = true;
        observer.limitsInProcess(true);
        log.warn({ err: cause }, 'limits cannot be written: this process counts alone for now');
        return spendAlone(buckets);
      }
    },
    close() {
      shared?.close();
      alone?.close();
    },
  };
}

interface Lease extends Reservation {
  readonly ends: number;
  readonly spentAt: number[];
}

/** The leases of one process. */
class Leases {
  readonly #slots: Slots;
  readonly #monotonic: Monotonic;
  readonly #leases = new Map<string, Lease>();
  readonly #refused = new Map<string, Refusal & { readonly at: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(slots: Slots, monotonic: Monotonic) {
    this.#slots = slots;
    this.#monotonic = monotonic;
  }

  /** @throws where the slots cannot be written; then nothing is spent. */
  spend(buckets: readonly Bucket[]): Refusal | undefined {
    for (;;) {
      const now = this.#monotonic();
      const refused = this.#refusedLately(buckets, now);
      if (refused) return refused;
      const lacking = buckets.filter((bucket) => !this.#hasSlot(bucket, now));
      if (lacking.length === 0) {
        for (const { name } of buckets) this.#leases.get(name)?.spentAt.push(now);
        return undefined;
      }
      const refusal = this.#renew(lacking);
      if (!refusal) continue;
      this.#remember(refusal);
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

  #refusedLately(buckets: readonly Bucket[], now: number): Refusal | undefined {
    for (const { name } of buckets) {
      const refusal = this.#refused.get(name);
      if (!refusal) continue;
      const passed = now - refusal.at;
      if (passed < Math.min(refusal.wait, REFUSAL_TIME)) {
        return { bucket: refusal.bucket, wait: refusal.wait - passed };
      }
      this.#refused.delete(name);
    }
    return undefined;
  }

  #remember(refusal: Refusal): void {
    this.#refused.set(refusal.bucket.name, { ...refusal, at: this.#monotonic() });
    this.#settleLater();
  }

  #settleLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const now = this.#monotonic();
      this.#settle([...this.#leases.values()].filter(({ ends }) => ends <= now));
      for (const [name, { at }] of this.#refused) {
        if (now - at >= REFUSAL_TIME) this.#refused.delete(name);
      }
      if (this.#leases.size > 0 || this.#refused.size > 0) this.#settleLater();
    }, LEASE_TIME).unref();
  }

  #settle(leases: readonly Lease[]): void {
    if (leases.length === 0) return;
    for (const { bucket } of leases) this.#leases.delete(bucket.name);
    try {
      this.#slots.settle(leases.map(settledOf));
    } catch {
      // What is not settled counts as spent at the end of its lease: never too little.
    }
  }
}

function settledOf(lease: Lease) {
  return { reservation: lease, spentAt: lease.spentAt };
}
