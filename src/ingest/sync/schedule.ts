import { Cron } from 'croner';
import type { SyncSource } from '../../sources/source.ts';

/** Maximum random delay in milliseconds. It spreads the requests of different machines. */
const MAX_JITTER = 90_000;
/** Maximum random delay as a share of the time between two scheduled runs. */
const JITTER_SHARE = 0.1;

const LEAST_AGE = 30 * 60_000;
const RUNS = 4;

/**
 * Returns the age in milliseconds at which a source is late. The age is the time from the last
 * success to the fourth scheduled run after that success. It is limited to the range from 30
 * minutes to `maxAgeMs`.
 */
export function maxAge(
  source: Pick<SyncSource, 'schedule' | 'zone' | 'maxAgeMs'>,
  succeededAt: number,
): number {
  const fourth = nextRuns(source, RUNS, succeededAt).at(-1) ?? Number.POSITIVE_INFINITY;
  return Math.max(LEAST_AGE, Math.min(source.maxAgeMs, fourth - succeededAt));
}

/** Returns the time at which a source is planned next, in milliseconds since 1970. */
export function nextRun(
  source: Pick<SyncSource, 'schedule' | 'zone'>,
  now: number,
  random: () => number,
): number {
  const [next, after] = nextRuns(source, 2, now);
  if (next === undefined) throw new Error(`${source.schedule} has no future time`);
  const gap = after === undefined ? MAX_JITTER : after - next;
  return next + Math.floor(random() * Math.min(MAX_JITTER, gap * JITTER_SHARE));
}

/** Returns the next scheduled runs of a source, in milliseconds since 1970. */
function nextRuns(
  { schedule, zone = 'America/New_York' }: Pick<SyncSource, 'schedule' | 'zone'>,
  count: number,
  after: number,
): readonly number[] {
  const cron = new Cron(schedule, { timezone: zone, paused: true });
  return cron.nextRuns(count, new Date(after)).map((date) => date.getTime());
}
