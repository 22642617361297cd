import type { Monotonic } from '../base/clock.ts';
import type { Bucket, Slots } from '../service/access/slots.ts';

/** What may still be asked of an upstream: slots of its buckets, wherever they are counted. */
export interface Budget {
  look(places: readonly Place[]): Promise<Outlook>;
  /**
   * Takes a slot of each bucket, or of none: undefined. It is held for a request that ends within
   * `hold` milliseconds of now.
   */
  take(buckets: readonly Bucket[], hold: number): Promise<Token | undefined>;
  /** Holds a bucket for which the upstream itself said so, milliseconds. */
  pause(bucket: Bucket, milliseconds: number): void;
  /** Slots of a bucket that nobody holds, as far as is known. */
  left(bucket: Bucket): number;
  close(): void;
}

/** A place in the queue before a bucket. */
export interface Place {
  readonly bucket: Bucket;
  readonly before: number;
}

/** What is known of some places, milliseconds; 0 where there is nothing to wait for. */
export interface Outlook {
  /** Until each bucket has a slot for who has so many others before it. */
  readonly wait: number;
  /** Until none of the buckets is paused. */
  readonly pause: number;
}

/** A slot of each bucket, held for one request. Without a word of its holder it goes by itself. */
export interface Token {
  /** The answer has ended: the slots count for a window from now, and the margin. */
  ended(margin: number): Promise<void>;
  /** Nothing was sent. */
  unused(): Promise<void>;
}

/** The budget of the processes of one data folder. */
export function createSlotsBudget(slots: Slots, monotonic: Monotonic): Budget {
  const pausedUntil = new Map<string, number>();
  const pauseOf = ({ name }: Bucket) => Math.max(0, (pausedUntil.get(name) ?? 0) - monotonic());
  return {
    async look(places) {
      return {
        wait: Math.max(0, ...places.map(({ bucket, before }) => slots.wait(bucket, before))),
        pause: Math.max(0, ...places.map(({ bucket }) => pauseOf(bucket))),
      };
    },
    async take(buckets, hold) {
      if (buckets.some((bucket) => pauseOf(bucket) > 0)) return undefined;
      const outcome = slots.reserve(buckets.map((bucket) => ({ bucket, most: 1, hold })));
      if ('refusal' in outcome) return undefined;
      const settle = async (spentAt: readonly number[]) =>
        slots.settle(outcome.reserved.map((reservation) => ({ reservation, spentAt })));
      return { ended: (margin) => settle([monotonic() + margin]), unused: () => settle([]) };
    },
    pause(bucket, milliseconds) {
      const longest = Math.max(pauseOf(bucket), milliseconds);
      pausedUntil.set(bucket.name, monotonic() + longest);
    },
    left: (bucket) => slots.left(bucket),
    close: () => slots.close(),
  };
}
