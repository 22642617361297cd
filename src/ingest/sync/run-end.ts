import { LostLock } from './commit.ts';

/**
 * How an error ends a run, of whose last batch nothing was written.
 *
 * @param cutOff its reason ends the reading of a text once a run that is stopped has waited for it
 * @returns undefined for a fault
 */
export function endBy(cause: unknown, cutOff: AbortSignal) {
  if (cause instanceof LostLock) return 'lost the lock';
  if (isDiskFull(cause)) return 'the disk is full';
  return cutOff.aborted && cause === cutOff.reason ? 'stopped' : undefined;
}

/** SQLite rolls the transaction back: the store stays as it was. */
function isDiskFull(cause: unknown): boolean {
  return /database or disk is full|disk I\/O error|ENOSPC/i.test(String((cause as Error).message));
}
