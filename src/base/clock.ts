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

/** Milliseconds. Our choice: a smaller difference is a correction of the clock and not an error. */
const LEEWAY = 60_000;

/** Whether a recorded time is in the future. If so, the clock was wrong when it was recorded. */
export function isAhead(moment: number, now: number): boolean {
  return moment > now + LEEWAY;
}

/** The UTC date of a time in milliseconds since 1970, `YYYY-MM-DD`. */
export function dayAt(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
