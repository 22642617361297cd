import { LostLock } from './commit.ts';

/**
 * Returns the reason why an error ends the run. The batch in progress is not stored.
 * @param cutOff signal that aborts the reading of a text when the run is stopped
 * @returns undefined if the error is unexpected
 */
export function endBy(cause: unknown, cutOff: AbortSignal) {
  if (cause instanceof LostLock) return 'lost the lock';
  if (isDiskFull(cause)) return 'the disk is full';
  return cutOff.aborted && cause === cutOff.reason ? 'stopped' : undefined;
}

/** Whether the disk is full. SQLite then rolls back the transaction, so the store is unchanged. */
function isDiskFull(cause: unknown): boolean {
  return /database or disk is full|disk I\/O error|ENOSPC/i.test(String((cause as Error).message));
}
