import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import type { RefreshFailure } from '../service/local/refresher.ts';
import { isTooEarly, retryDelay } from '../service/local/retry.ts';
import { reasonOf } from '../store/failure.ts';
import { follow } from './follow.ts';
import { channels, type Postgres } from './postgres.ts';
import { newestVersion, noteInstance } from './published-versions.ts';
import { readPromises } from './shared-promises.ts';

export interface PullerParts {
  readonly databaseUrl: string;
  readonly layout: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly observer?: Pick<Observer, 'pullFailed'>;
  /**
   * Fetches the newest version and serves it.
   * @returns the version that is now served
   */
  readonly bring: (version: number) => Promise<number | undefined>;
  /** Called after each check for a new version. */
  readonly looked: () => void;
}

/**
 * Delay after the first failed fetch, in milliseconds. The delay doubles after each further
 * failure.
 */
const MIN_RETRY_DELAY = 2_000;
/** Maximum delay after a failed fetch, in milliseconds. */
const MAX_RETRY_DELAY = 5 * 60_000;

/** Interval in milliseconds at which this server stores in the database which layout it reads. */
const NOTE_EVERY = 10 * 60_000;

/** Fetches newer versions. Checks for them when they are announced and at a fixed interval. */
export function createPuller(parts: PullerParts) {
  const { databaseUrl, layout, clock, log, observer = noObserver } = parts;
  const instance = randomUUID();
  let notedAt = Number.NEGATIVE_INFINITY;
  let served: number | undefined;
  let failed: (RefreshFailure & { readonly version: number }) | undefined;
  let promises: string | undefined;
  let bringing: Promise<void> | undefined;
  let closed = false;

  /** Fetches a version in the background, while checks for newer versions continue. */
  async function bring(version: number): Promise<void> {
    try {
      served = await parts.bring(version);
      failed = undefined;
    } catch (cause) {
      if (closed) return;
      failed = failureOf(cause, version);
      observer.pullFailed();
      const { failures } = failed;
      log.error({ err: cause, version, failures }, 'a version could not be fetched');
    } finally {
      bringing = undefined;
    }
  }

  function failureOf(cause: unknown, version: number) {
    const failures = (failed?.version === version ? failed.failures : 0) + 1;
    const failedAt = clock();
    const delay = retryDelay(failures, { min: MIN_RETRY_DELAY, max: MAX_RETRY_DELAY });
    return { version, reason: reasonOf(cause), failures, failedAt, retryAt: failedAt + delay };
  }

  async function look(sql: Postgres, isNew: boolean): Promise<void> {
    // After a restore from a backup, the same version number can identify a different version.
    if (isNew) served = undefined;
    if (isNew || performance.now() - notedAt > NOTE_EVERY) {
      await noteInstance(sql, instance, layout);
      notedAt = performance.now();
    }
    const newest = await newestVersion(sql, 'served', layout);
    promises = await readPromises(sql);
    parts.looked();
    if (!newest || newest.id === served || bringing || closed) return;
    const isEarly = failed?.version === newest.id && isTooEarly(clock(), failed);
    if (!isEarly) bringing = bring(newest.id);
  }

  const following = follow({
    url: databaseUrl,
    channel: channels.versions,
    about: 'versions of the records',
    read: look,
    log,
  });
  return {
    /**
     * Resolves after the first check, whether it succeeded or failed. If the check found a new
     * version, resolves after the fetch of this version.
     */
    first: following.begun.then(() => bringing),
    /**
     * The reason why the newest version is not served, and the time at which it is fetched again.
     */
    failure: (): RefreshFailure | undefined => failed,
    /** How up to date the public sources are, as JSON text. Undefined before the first sync. */
    promises: () => promises,
    async close() {
      closed = true;
      await following.close();
      await bringing;
    },
  };
}

export type Puller = ReturnType<typeof createPuller>;
