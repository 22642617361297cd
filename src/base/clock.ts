/** Milliseconds since 1970, as `Date.now` tells them: what day it is, and when a thing happened. */
export type Clock = () => number;

/**
 * Milliseconds of a clock that nobody sets, for every wait and window.
 *
 * Our choice: the machine's own, `process.hrtime`, which counts from the start of the machine and is
 * the same in every process (CLOCK_MONOTONIC, mach_absolute_time, QueryPerformanceCounter), so that
 * processes can leave each other times. Node promises only that it never goes back in one process;
 * a test holds two processes against each other, and `Slots` sees when a machine has started anew.
 */
export type Monotonic = () => number;

/** The current day in UTC, `YYYY-MM-DD`: the service's "today". */
export function todayOf(clock: Clock): string {
  return dayAt(clock());
}

/** Our choice: a clock that is set back by less was corrected, and not wrong. */
const LEEWAY = 60_000;

/** Whether a moment was noted by a clock that ran ahead of the present one. */
export function isAhead(moment: number, now: number): boolean {
  return moment > now + LEEWAY;
}

/** The day in UTC of a moment, milliseconds since 1970: `YYYY-MM-DD`. */
export function dayAt(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
