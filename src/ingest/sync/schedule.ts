import { Cron } from 'croner';
import type { SyncSource } from '../../sources/source.ts';

/** Maximum random delay in milliseconds. It spreads the requests of different machines. */
const MAX_JITTER = 90_000;
/** Maximum random delay as a share of the time between two scheduled runs. */
const JITTER_SHARE = 0.1;

const LEAST_AGE = 30 * 60_000;
const RUNS = 4;

/**
 * Milliseconds from the last success of a source until the source is late. The time ends at the
 * fourth scheduled run or after `maxAgeMs`, whichever is earlier, but not before 30 minutes.
 */
export function maxAge(
  {
    schedule,
    zone = 'America/New_York',
    maxAgeMs,
  }: Pick<SyncSource, 'schedule' | 'zone' | 'maxAgeMs'>,
  succeededAt: number,
): number {
  const cron = cronOf(schedule, zone);
  const fourth = cron.nextRuns(RUNS, new Date(succeededAt)).at(-1)?.getTime();
  return Math.max(
    LEAST_AGE,
    Math.min(maxAgeMs, (fourth ?? Number.POSITIVE_INFINITY) - succeededAt),
  );
}

/** Time when a source is planned next, in milliseconds since 1970. */
export function nextRun(
  { schedule, zone = 'America/New_York' }: Pick<SyncSource, 'schedule' | 'zone'>,
  now: number,
  random: () => number,
): number {
  const cron = cronOf(schedule, zone);
  const [next, after] = cron.nextRuns(2, new Date(now)).map((date) => date.getTime());
  if (next === undefined) throw new Error(`${schedule} has no future time`);
  const gap = after === undefined ? MAX_JITTER : after - next;
  return next + Math.floor(random() * Math.min(MAX_JITTER, gap * JITTER_SHARE));
}

/**
 * Parsed schedules. They are cached, because parsing a schedule takes as long as computing its next
 * run.
 */
const crons = new Map<string, Cron>();

function cronOf(schedule: string, timezone: string): Cron {
  const key = `${schedule} ${timezone}`;
  const cron = crons.get(key) ?? new Cron(schedule, { timezone, paused: true });
  crons.set(key, cron);
  return cron;
}
