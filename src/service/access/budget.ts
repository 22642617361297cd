import { LRUCache } from 'lru-cache';
import type { Monotonic } from '../../base/clock.ts';
import type { Limit } from '../../catalogue/endpoint.ts';

/**
 * A rate limit, identified by name: a maximum number of requests in any window of a given length.
 */
export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

/**
 * The bucket whose limit is reached, and the estimated milliseconds until the bucket permits a
 * request again.
 */
export interface Refusal {
  readonly bucket: Bucket;
  readonly wait: number;
}

/**
 * The position of a request in the queue of a bucket. `before` is the number of requests that are
 * sent before this request.
 */
interface Place {
  readonly bucket: Bucket;
  readonly before: number;
}

/**
 * A request that is counted in several buckets. The request is in progress until one of these
 * methods is called.
 */
export interface Token {
  /**
   * Reports that the request has ended. The request still counts for one window plus `margin`
   * milliseconds.
   */
  ended(margin: number): Promise<void>;
  /** Reports that the request was not sent. The request no longer counts. */
  unused(): Promise<void>;
}

/**
 * Counts requests so that no window of a bucket contains more requests than its limit.
 * `createSqliteBudget` counts for the processes of one machine, `createRedisBudget` for several
 * machines. A method rejects its promise if requests cannot be counted.
 */
export interface Budget {
  /**
   * Counts one request in each bucket. If the limit of any bucket is reached, no bucket counts the
   * request.
   * @returns a bucket whose limit is reached, if any
   */
  spend(buckets: readonly Bucket[]): Promise<Refusal | undefined>;
  /**
   * Counts one request in each bucket, and returns a token for the request. Returns undefined if
   * the limit of any bucket is reached. The request must end within `hold` milliseconds.
   */
  take(buckets: readonly Bucket[], hold: number): Promise<Token | undefined>;
  /** Returns the milliseconds until a request with these positions in the queues can be sent. */
  wait(places: readonly Place[]): Promise<number>;
  /** Blocks all requests of a bucket for the given time, because the upstream asked for a pause. */
  pause(bucket: Bucket, milliseconds: number): Promise<void>;
  /** Returns the estimated number of requests that a bucket still permits. */
  left(bucket: Bucket): number;
  close(): void;
}

/**
 * Maximum number of cached refusals. If each refusal belongs to a different account, the cache
 * needs about 10 MB.
 */
const MAX_REFUSALS = 20_000;

export type Refusals = ReturnType<typeof createRefusals>;

/**
 * Creates a cache of refusals. The cache saves processor time if a refused caller repeats requests.
 * @param most maximum milliseconds for which a refusal is cached
 */
export function createRefusals(monotonic: Monotonic, most: number) {
  const kept = new LRUCache<string, Refusal & { readonly at: number }>({ max: MAX_REFUSALS });
  function held(bucket: Bucket): Refusal | undefined {
    const known = kept.get(bucket.name);
    // If the account now has another limit, its plan has changed, and the cached refusal no longer
    // applies.
    if (known?.bucket.limit.requests !== bucket.limit.requests) return undefined;
    const passed = monotonic() - known.at;
    return passed < Math.min(known.wait, most) ? { bucket, wait: known.wait - passed } : undefined;
  }
  return {
    /**
     * From the cached refusals of these buckets, returns the one with the longest remaining wait.
     */
    of: (buckets: readonly Bucket[]): Refusal | undefined =>
      buckets.flatMap((bucket) => held(bucket) ?? []).sort((a, b) => b.wait - a.wait)[0],
    remember(refusal: Refusal): void {
      kept.set(refusal.bucket.name, { ...refusal, at: monotonic() });
    },
  };
}

/** The methods of `Budget` that the rate limits of clients need. */
export type Buckets = Pick<Budget, 'spend' | 'close'>;

/**
 * Our choice: if the shared budget fails, this process counts only its own requests instead of
 * refusing all clients.
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
