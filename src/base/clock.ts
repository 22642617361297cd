/** Milliseconds since 1970, as `Date.now` returns them. */
export type Clock = () => number;

/**
 * A clock in milliseconds, for waits and time windows. It is not affected by changes to the system
 * time. Our choice: `process.hrtime`, which counts from the boot of the machine. Therefore,
 * processes on one machine can compare their times.
 */
export type Monotonic = () => number;

/** The current date in UTC, `YYYY-MM-DD`. */
export function todayOf(clock: Clock): string {
  return dayAt(clock());
}

/**
 * Our choice: a recorded time may be this many milliseconds in the future and still count as
 * correct. Clocks are often corrected by small amounts.
 */
const LEEWAY = 60_000;

/**
 * Whether a recorded time is in the future. If so, the clock was wrong when the time was recorded.
 */
export function isAhead(moment: number, now: number): boolean {
  return moment > now + LEEWAY;
}

/** The UTC date of a time in milliseconds since 1970, `YYYY-MM-DD`. */
export function dayAt(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
