import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { reasonOf } from '../../store/failure.ts';
import { isTooEarly, retryDelay, waitedFor } from './retry.ts';

/** Milliseconds until the retry after a first failed refresh. The delay doubles with each failure. */
const MIN_RETRY_DELAY = 5_000;
/** Maximum milliseconds until the retry after a failed refresh. */
const MAX_RETRY_DELAY = 15 * 60_000;

/** A failed refresh that will be retried. */
export interface RefreshFailure {
  /** The reason, in this program's own words. Error messages of libraries go only to the log. */
  readonly reason: string;
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Time of the last failure, in milliseconds since 1970. */
  readonly failedAt: number;
  readonly retryAt: number;
}

export interface RefresherParts {
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Maximum milliseconds that answers wait for a refresh, counted from the start of the refresh.
   */
  readonly maxWait: number;
  /**
   * Called after each failed refresh. Also called after the first successful refresh that follows a
   * failed one.
   */
  readonly ended: (failure: RefreshFailure | undefined) => void;
}

/**
 * Refreshes a store. Only one refresh runs at a time, and a failed refresh is retried after a
 * delay.
 */
export interface Refresher {
  /** Starts a refresh, unless a refresh is running or the delay after a failure has not ended. */
  begin(): void;
  /** Returns the running refresh, if any. */
  running(): Promise<void> | undefined;
  /** Resolves when the running refresh has ended, or when `maxWait` has passed since its start. */
  patience(): Promise<void>;
  failure(): RefreshFailure | undefined;
}

export function createRefresher(parts: RefresherParts): Refresher {
  const { refresh, clock, log, maxWait, ended } = parts;
  let running: Promise<void> | undefined;
  let patience: Promise<void> = Promise.resolve();
  let failure: RefreshFailure | undefined;

  async function attempt(): Promise<void> {
    try {
      await refresh();
      failure = undefined;
    } catch (cause) {
      const failures = (failure?.failures ?? 0) + 1;
      const failedAt = clock();
      const retryAt =
        failedAt + retryDelay(failures, { min: MIN_RETRY_DELAY, max: MAX_RETRY_DELAY });
      failure = { reason: reasonOf(cause), failures, failedAt, retryAt };
      const next = new Date(retryAt).toISOString();
      log.error({ err: cause, failures, next }, 'refresh of the store failed');
    }
    running = undefined;
    ended(failure);
  }

  return {
    begin() {
      if (running || (failure && isTooEarly(clock(), failure))) return;
      running = attempt();
      patience = waitedFor(running, maxWait);
    },
    running: () => running,
    patience: () => patience,
    failure: () => failure,
  };
}
