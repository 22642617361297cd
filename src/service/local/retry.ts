import { setTimeout as sleep } from 'node:timers/promises';

/** Bounds of the delay before a retry, in milliseconds. */
interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Returns the delay after a number of consecutive failures, in milliseconds. The delay doubles with
 * each failure.
 */
export function retryDelay(failures: number, { min, max }: Bounds): number {
  return Math.min(min * 2 ** Math.min(failures - 1, 30), max);
}

/**
 * Whether it is too early for the next retry. Returns false if the clock was set back by more than
 * the delay.
 */
export function isTooEarly(
  now: number,
  { failedAt, retryAt }: { readonly failedAt: number; readonly retryAt: number },
): boolean {
  return Math.abs(now - failedAt) < retryAt - failedAt;
}

/**
 * Waits for `work`, but no longer than `longest` milliseconds. The timer does not keep the process
 * running.
 */
export async function waitedFor(work: Promise<void>, longest: number): Promise<void> {
  if (longest === Number.POSITIVE_INFINITY) return work;
  const over = new AbortController();
  const late = sleep(longest, undefined, { signal: over.signal, ref: false }).catch(() => {});
  await Promise.race([work, late]);
  over.abort();
}
