import { percent } from '../../approval/odds.ts';
import { logistic, logit } from '../../logistic.ts';
import type { FittedModel } from './fitted-model.ts';

interface Driver {
  readonly feature: string;
  /** Percentage points. */
  readonly effect: number;
}

/** Drivers of a forecast that are named. Our choice: an answer of many trials stays readable. */
const MAX_DRIVERS = 8;
const OTHERS = 'Other features';

/**
 * What each feature adds to the probability, in percentage points from the share of successes:
 * log odds turn into points at the mean slope of the way from the share to the probability, so that
 * they sum (Aumann & Shapley 1974, along the straight line). Rounded to one decimal as running
 * totals, so that the shown ones sum too; those that round to 0 are left out, and those beyond the
 * largest eight stand together.
 *
 * @param contributions log odds beyond the centre, in the order of the model's features
 * @param logOdds of the trial: those of the share and what the features add
 */
export function driversOf(
  { share, features }: FittedModel,
  contributions: readonly number[],
  logOdds: number,
): readonly Driver[] {
  const way = logOdds - logit(share);
  // On a way of no length the slope is the derivative.
  const slope = Math.abs(way) < 1e-6 ? share * (1 - share) : (logistic(logOdds) - share) / way;
  const largestFirst = features
    .map(({ feature }, index) => ({ feature, points: 100 * slope * contributions[index]! }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const others = largestFirst.slice(MAX_DRIVERS);
  const rest = { feature: OTHERS, points: others.reduce((sum, { points }) => sum + points, 0) };
  let [exact, shown] = [100 * share, percent(share)];
  return [...largestFirst.slice(0, MAX_DRIVERS), rest].flatMap(({ feature, points }) => {
    exact += points;
    const next = Math.round(exact * 10) / 10;
    const effect = Math.round((next - shown) * 10) / 10;
    shown = next;
    return effect === 0 ? [] : [{ feature, effect }];
  });
}
