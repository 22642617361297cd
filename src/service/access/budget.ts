import { LRUCache } from 'lru-cache';
import type { Monotonic } from '../../base/clock.ts';
import type { Limit } from '../../catalogue/endpoint.ts';

/** Requests that may be made in a window, counted under a name. */
export interface Bucket {
  readonly name: string;
  readonly limit: Limit;
}

/** A bucket that is empty, and the milliseconds until it has a request again as far as is known. */
export interface Refusal {
  readonly bucket: Bucket;
  readonly wait: number;
}

/** A place in the queue before a bucket. */
interface Place {
  readonly bucket: Bucket;
  readonly before: number;
}

/** One request of each of some buckets, taken for a caller. It counts until it is settled. */
export interface Token {
  /** The request has ended: it counts for a window from now, and the margin. */
  ended(margin: number): Promise<void>;
  /** Nothing was sent. */
  unused(): Promise<void>;
}

/**
 * Counts requests so that no window of a bucket, wherever it begins, holds more of them than the
 * bucket has. `createSqliteBudget` counts for the processes of one machine, `createRedisBudget` for
 * several machines. A method rejects where nothing can be counted.
 */
export interface Budget {
  /** Spends one request of each bucket, or of none. @returns an empty one, where there is. */
  spend(buckets: readonly Bucket[]): Promise<Refusal | undefined>;
  /** Takes one of each bucket, or of none: undefined. The request ends within `hold` milliseconds. */
  take(buckets: readonly Bucket[], hold: number): Promise<Token | undefined>;
  /** Milliseconds until each bucket has a request for who has so many others before it. */
  wait(places: readonly Place[]): Promise<number>;
  /** Gives none of a bucket for so many milliseconds, as the upstream itself has asked. */
  pause(bucket: Bucket, milliseconds: number): Promise<void>;
  /** Requests of a bucket that nobody holds, as far as is known. */
  left(bucket: Bucket): number;
  close(): void;
}

/** Refusals remembered at a time: some 10 MB where each is of another account. */
const MAX_REFUSALS = 20_000;

/** Repeats refusals, so that a caller who tries again and again costs nothing. */
export interface Refusals {
  /** The longest refusal of these buckets that still holds. */
  of(buckets: readonly Bucket[]): Refusal | undefined;
  remember(refusal: Refusal): void;
}

/** @param most milliseconds for which a refusal is repeated, within its own wait */
export function createRefusals(monotonic: Monotonic, most: number): Refusals {
  const kept = new LRUCache<string, Refusal & { readonly at: number }>({ max: MAX_REFUSALS });
  function held(bucket: Bucket): Refusal | undefined {
    const known = kept.get(bucket.name);
    // An account that has changed its plan has another limit.
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

/** What limits of callers need of a budget. */
export type Buckets = Pick<Budget, 'spend' | 'close'>;

/**
 * Our choice: while a budget cannot count, this process counts alone. Callers are served rather than
 * refused for it.
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
