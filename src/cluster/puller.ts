import { createAlarm } from '../alarm.ts';
import type { Clock } from '../clock.ts';
import type { RefreshFailure } from '../local/refresher.ts';
import type { Log } from '../log.ts';
import { reasonOf } from '../store/failure.ts';
import type { Postgres } from './postgres.ts';
import { newestVersion, VERSION_CHANNEL } from './versions.ts';

export interface PullerParts {
  readonly sql: Postgres;
  readonly layout: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Brings the newest version and serves it. @returns the number of what is served now. */
  readonly bring: () => Promise<number | undefined>;
  /** Told after each look. */
  readonly looked: () => void;
}

/** Looks for newer versions, when it is told of one and every other second. */
export interface Puller {
  /** Resolves when it has looked for the first time, whatever came of it. */
  readonly first: Promise<void>;
  /** Why the newest version is not served, and when it is tried again. */
  failure(): RefreshFailure | undefined;
  /** Ends its connections, and with them what it waits for. */
  close(): Promise<void>;
}

/** Between two looks, ms: a notice that was lost, or that a pooler does not pass on, costs so much. */
const LOOK_EVERY = 2_000;
/** From a version that could not be brought to the next attempt, ms: doubled within these bounds. */
const MIN_RETRY_DELAY = 2_000;
const MAX_RETRY_DELAY = 5 * 60_000;

export function createPuller(parts: PullerParts): Puller {
  const { sql, layout, clock, log } = parts;
  const alarm = createAlarm();
  let served: number | undefined;
  let failed: (RefreshFailure & { readonly version: number }) | undefined;
  let isReachable = true;
  let closed = false;

  async function look(): Promise<void> {
    const newest = await newestVersion(sql, 'served', layout);
    if (!newest || newest.id === served) return;
    const isEarly = failed?.version === newest.id && clock() < failed.retryAt;
    if (isEarly) return;
    try {
      served = await parts.bring();
      failed = undefined;
    } catch (cause) {
      if (closed) return;
      const failures = (failed?.version === newest.id ? failed.failures : 0) + 1;
      const failedAt = clock();
      const delay = Math.min(MIN_RETRY_DELAY * 2 ** Math.min(failures - 1, 30), MAX_RETRY_DELAY);
      const at = { failures, failedAt, retryAt: failedAt + delay };
      failed = { version: newest.id, reason: reasonOf(cause), ...at };
      log.error({ err: cause, version: newest.id, failures }, 'a version could not be brought');
    }
  }

  async function looked(): Promise<void> {
    try {
      await look();
      if (!isReachable) log.info('PostgreSQL answers again');
      isReachable = true;
    } catch (cause) {
      if (isReachable && !closed) log.error({ err: cause }, 'PostgreSQL does not answer');
      isReachable = false;
    }
    parts.looked();
  }

  async function run(first: () => void): Promise<void> {
    await looked();
    first();
    while (!closed) {
      await alarm.wait(LOOK_EVERY);
      if (!closed) await looked();
    }
  }

  let tellFirst: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    tellFirst = resolve;
  });
  const running = run(tellFirst);
  // Where no notice can be had, the looking alone has to do.
  sql.listen(VERSION_CHANNEL, alarm.wake).catch(() => {});
  return {
    first,
    failure: () => failed,
    async close() {
      closed = true;
      alarm.wake();
      await sql.end({ timeout: 1 });
      await running;
    },
  };
}
