import {
  type Forecast,
  type Weighted,
  weightedMean,
} from '../../../src/domain/forecast-quality.ts';
import { groupBy } from '../../../src/domain/group-by.ts';

interface Grouped extends Weighted {
  readonly group: string;
}

/** Returns weights that give successes the stated share, to correct for a biased sample. */
export function reweighted<Kind extends Forecast>(
  forecasts: readonly Kind[],
  share: number,
): readonly (Kind & Weighted)[] {
  const own = forecasts.filter(({ outcome }) => outcome === 1).length / forecasts.length;
  return forecasts.map((one) => ({
    ...one,
    weight: one.outcome === 1 ? share / own : (1 - share) / (1 - own),
  }));
}

/** Sorts forecasts from lowest to highest into ten groups. */
export function byDecile<Kind extends Forecast>(
  forecasts: readonly Kind[],
): readonly (Kind & { readonly group: string })[] {
  const sorted = forecasts.toSorted((a, b) => a.forecast - b.forecast);
  return sorted.map((one, index) => ({
    ...one,
    group: `decile ${String(1 + Math.floor((10 * index) / sorted.length)).padStart(2, ' ')}`,
  }));
}

/** Returns the mean forecast and the share of successes of each group. */
export function calibrationOf(
  forecasts: readonly Grouped[],
): readonly { group: string; count: number; forecast: number; share: number }[] {
  const groups = groupBy(forecasts, ({ group }) => group);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, members]) => ({
      group,
      count: members.length,
      forecast: weightedMean(members, ({ forecast }) => forecast),
      share: weightedMean(members, ({ outcome }) => outcome),
    }));
}
