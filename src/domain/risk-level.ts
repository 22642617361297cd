import { LEVEL_FLOORS } from './constants.ts';

export function levelOf(score: number | null) {
  return bandOf(LEVEL_FLOORS, score);
}

/**
 * The name of the range that contains a value.
 * @param floors the lowest value of each range, sorted from the highest range to the lowest
 */
export function bandOf<Band extends string>(
  floors: Readonly<Record<Band, number>>,
  value: number | null,
): Band | null {
  if (value === null) return null;
  return (Object.keys(floors) as Band[]).find((band) => value >= floors[band]) ?? null;
}

/**
 * A linear score with 0 points at `none` and 100 points at `full`. It is never outside of 0–100.
 * `full` may be smaller than `none`.
 */
export function pointsBetween(value: number | null, none: number, full: number): number | null {
  if (value === null) return null;
  return Math.min(100, Math.max(0, (100 * (value - none)) / (full - none)));
}

/**
 * `part / whole`, or null if either is missing or `whole` is not positive.
 */
export function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : part / whole;
}

/** Converts a fraction to a percentage. */
export function percent(fraction: number | null): number | null {
  return fraction === null ? null : 100 * fraction;
}
