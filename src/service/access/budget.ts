import { LRUCache } from 'lru-cache';
import type { Monotonic } from '../../base/clock.ts';
import type { Limit } from '../../catalogue/endpoint.ts';

/** A limit of requests per window, identified by name. */
export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

/** An exhausted bucket, and the estimated milliseconds until it allows a request again. */
export interface Refusal {
  readonly bucket: Bucket;
  readonly wait: number;
}

/** A number of requests before this one in the queue of a bucket. */
interface Place {
  readonly bucket: Bucket;
  readonly before: number;
}

/** One request taken from several buckets. It counts as in progress until it is settled. */
export interface Token {
  /** Settles a request that has ended. It counts for one more window, plus a margin. */
  ended(margin: number): Promise<void>;
  /** Returns a request that was not sent. */
  unused(): Promise<void>;
}

/**
 * Counts requests so that no window of a bucket contains more requests than its limit.
 * `createSqliteBudget` counts for the processes of one machine, `createRedisBudget` for several
 * machines. A method rejects if it cannot count.
 */
export interface Budget {
  /**
   * Spends one request of each bucket, or none.
   * @returns a full bucket, if any
   */
  spend(buckets: readonly Bucket[]): Promise<Refusal | undefined>;
  /**
   * Takes one request of each bucket, or returns undefined. The request must end within `hold`
   * milliseconds.
   */
  take(buckets: readonly Bucket[], hold: number): Promise<Token | undefined>;
  /**
   * Milliseconds until each bucket allows a request that has a given number of requests before it.
   */
  wait(places: readonly Place[]): Promise<number>;
  /**
   * Blocks all requests of a bucket for some milliseconds, because the upstream asked for a pause.
   */
  pause(bucket: Bucket, milliseconds: number): Promise<void>;
  /** Estimated number of requests that a bucket still allows. */
  left(bucket: Bucket): number;
  close(): void;
}

/**
 * Maximum number of cached refusals. They need about 10 MB if each belongs to a different account.
 */
const MAX_REFUSALS = 20_000;

/** Caches refusals, so that repeated requests of a refused caller take almost no time. */
export interface Refusals {
  /** The longest refusal of these buckets that still applies. */
  of(buckets: readonly Bucket[]): Refusal | undefined;
  remember(refusal: Refusal): void;
}

/** @param most maximum milliseconds for which a refusal is cached */
export function createRefusals(monotonic: Monotonic, most: number): Refusals {
  const kept = new LRUCache<string, Refusal & { readonly at: number }>({ max: MAX_REFUSALS });
  function held(bucket: Bucket): Refusal | undefined {
    const known = kept.get(bucket.name);
    // If the account has changed its plan, the limit differs from the cached one.
    if (known?.bucket.limit.requests !== bucket.limit.requests) return undefined;
    const passed = monotonic() - known.at;
    return passed < Math.min(known.wait, most) ? { bucket, wait: known.wait - passed } : undefined;
  }
  return {
    of: (buckets) =>
      buckets.flatMap((bucket) => held(bucket) ?? []).sort((a, b) => b.wait - a.wait)[0],
    remember: (refusal) => void kept.set(refusal.bucket.name, { ...refusal, at: monotonic() }),
  };
}

/** The operations of a budget that the limits of callers need. */
export type Buckets = Pick<Budget, 'spend' | 'close'>;

/**
 * Our choice: if a shared budget cannot count, this process counts only its own requests and does
 * not refuse callers.
 */
export function orAlone(budget: Buckets, alone: Buckets): Buckets {
  return {
    spend: (buckets) => budget.spend(buckets).catch(() => alone.spend(buckets)),
    close() {
      budget.close();
      alone.close();
    },
  };
}
