/** Milliseconds since 1970, as `Date.now` tells them; the one source of time, passed in. */
export type Clock = () => number;

/** The current day in UTC, `YYYY-MM-DD`: the service's "today". */
export function todayOf(clock: Clock): string {
  return new Date(clock()).toISOString().slice(0, 10);
}
