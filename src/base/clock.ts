/** Milliseconds since 1970, as `Date.now` returns them. */
export type Clock = () => number;

/**
 * Milliseconds of a monotonic clock, for waits and time windows. Changes of the system time do not
 * affect it. Our choice: `process.hrtime`. It counts from the boot of the machine, so processes on
 * one machine can compare their times.
 */
export type Monotonic = () => number;

/** The current date in UTC, `YYYY-MM-DD`. */
export function todayOf(clock: Clock): string {
  return dayAt(clock());
}

/**
 * Our choice: a recorded time is wrong only if it is ahead of the clock by more than this many
 * milliseconds. Smaller differences are normal corrections of the clock.
 */
const LEEWAY = 60_000;

/** Whether a recorded time is in the future, which means that the clock was wrong at that time. */
export function isAhead(moment: number, now: number): boolean {
  return moment > now + LEEWAY;
}

/** The UTC date of a time in milliseconds since 1970, `YYYY-MM-DD`. */
export function dayAt(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
