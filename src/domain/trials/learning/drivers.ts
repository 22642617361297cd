import { percent } from '../../approval/odds.ts';
import { logistic, logit } from '../../logistic.ts';
import { MAX_DRIVERS } from '../constants.ts';
import type { FittedModel } from './fitted-model.ts';

export interface Driver {
  readonly feature: string;
  /** Effect of the feature on the probability, in percentage points. */
  readonly effect: number;
}

const OTHERS = 'Other features';

/**
 * The effect of each feature on the probability, in percentage points, largest first. The effects
 * sum to the probability minus `share`, the success rate of the fitted trials. Log odds are
 * converted to percentage points with the mean slope of the probability between `share` and the
 * probability of the trial (Aumann & Shapley 1974). Effects are rounded to one decimal so that
 * their sum is the rounded probability minus the rounded `share`. Effects of 0 are left out. All
 * effects except the largest `MAX_DRIVERS` are combined into one.
 * @param contributions the log odds that each feature of the model adds, minus the reference log
 *   odds of the feature
 * @param logOdds the log odds of the trial
 */
export function driversOf(
  { share, features }: FittedModel,
  contributions: readonly number[],
  logOdds: number,
): readonly Driver[] {
  const distance = logOdds - logit(share);
  // If the probability equals the share, the mean slope is the derivative of the probability.
  const slope =
    Math.abs(distance) < 1e-6 ? share * (1 - share) : (logistic(logOdds) - share) / distance;
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
