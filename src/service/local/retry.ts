import { setTimeout as sleep } from 'node:timers/promises';

/** Of the wait before the next attempt, milliseconds. */
interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Milliseconds from the last of some failures in a row to the next attempt: doubled with each. */
export function retryDelay(failures: number, { min, max }: Bounds): number {
  return Math.min(min * 2 ** Math.min(failures - 1, 30), max);
}

/** Whether it is too early to try again; a clock that was set back makes nobody wait longer. */
export function isTooEarly(
  now: number,
  { failedAt, retryAt }: { readonly failedAt: number; readonly retryAt: number },
): boolean {
  return Math.abs(now - failedAt) < retryAt - failedAt;
}

/** Waits for work, or for as long as one may, milliseconds; the timer holds up no end. */
export async function waitedFor(work: Promise<void>, longest: number): Promise<void> {
  if (longest === Number.POSITIVE_INFINITY) return work;
  const over = new AbortController();
  const late = sleep(longest, undefined, { signal: over.signal, ref: false }).catch(() => {});
  await Promise.race([work, late]);
  over.abort();
}
