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
import { toldPromises } from './shared-promises.ts';

export interface PullerParts {
  readonly databaseUrl: string;
  readonly layout: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly observer?: Pick<Observer, 'pullFailed'>;
  /** Brings the newest version and serves it. @returns the number of what is served now. */
  readonly bring: (version: number) => Promise<number | undefined>;
  /** Told after each look. */
  readonly looked: () => void;
}

/** Brings newer versions, as soon as it is told of one. */
export interface Puller {
  /** Resolves when it has looked for the first time, whatever came of it. */
  readonly first: Promise<void>;
  /** Why the newest version is not served, and when it is tried again. */
  failure(): RefreshFailure | undefined;
  /** What was last told of the public sources; undefined before any sync. */
  promises(): string | undefined;
  close(): Promise<void>;
}

/** From a version that could not be brought to the next attempt, ms: doubled within these bounds. */
const MIN_RETRY_DELAY = 2_000;
const MAX_RETRY_DELAY = 5 * 60_000;

/** How often an instance notes which layout it reads, ms: far more often than that is forgotten. */
const NOTE_EVERY = 10 * 60_000;

export function createPuller(parts: PullerParts): Puller {
  const { databaseUrl, layout, clock, log, observer = noObserver } = parts;
  const instance = randomUUID();
  let notedAt = Number.NEGATIVE_INFINITY;
  let served: number | undefined;
  let failed: (RefreshFailure & { readonly version: number }) | undefined;
  let promises: string | undefined;
  let bringing: Promise<void> | undefined;
  let closed = false;

  /** It takes its time: the looking goes on meanwhile, and sees whether another one came. */
  async function bring(version: number): Promise<void> {
    try {
      served = await parts.bring(version);
      failed = undefined;
    } catch (cause) {
      if (closed) return;
      failed = failureOf(cause, version);
      observer.pullFailed();
      const { failures } = failed;
      log.error({ err: cause, version, failures }, 'a version could not be brought');
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
    // It may have been put back from an older copy: the same number is perhaps another version.
    if (isNew) served = undefined;
    if (isNew || performance.now() - notedAt > NOTE_EVERY) {
      await noteInstance(sql, instance, layout);
      notedAt = performance.now();
    }
    const newest = await newestVersion(sql, 'served', layout);
    promises = await toldPromises(sql);
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
    first: following.begun.then(() => bringing),
    failure: () => failed,
    promises: () => promises,
    async close() {
      closed = true;
      await following.close();
      await bringing;
    },
  };
}
