import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { reasonOf } from '../../store/failure.ts';
import { isTooEarly, retryDelay, waitedFor } from './retry.ts';

/** Milliseconds from a refresh that failed to the next: doubled each time, within these bounds. */
const MIN_RETRY_DELAY = 5_000;
const MAX_RETRY_DELAY = 15 * 60_000;

/** A refresh that failed, and will be tried again. */
export interface RefreshFailure {
  /** Words of ours: foreign ones stay in the log. */
  readonly reason: string;
  /** How many failed in a row. */
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly failedAt: number;
  readonly retryAt: number;
}

export interface RefresherParts {
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** How long answers wait for a refresh, from its start, milliseconds. */
  readonly maxWait: number;
  /** Told of each failure, and of the success that ends them. */
  readonly ended: (failure: RefreshFailure | undefined) => void;
}

/** Refreshes a store, one attempt at a time and never in haste after a failure. */
export interface Refresher {
  /** Starts an attempt, unless one runs or one has just failed. */
  begin(): void;
  /** The attempt that runs. */
  running(): Promise<void> | undefined;
  /** Resolves when the attempt that runs has ended, or answers have waited for it long enough. */
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
      log.error({ err: cause, failures, next }, 'refreshing the store failed');
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
