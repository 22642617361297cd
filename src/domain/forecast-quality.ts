import { mean, sampleStandardDeviation, wilcoxonRankSum } from 'simple-statistics';

/** A forecast of a yes-or-no event, and the outcome of the event. */
export interface Forecast {
  /** Forecast probability, 0–1. */
  readonly forecast: number;
  readonly outcome: 0 | 1;
}

export interface Weighted extends Forecast {
  readonly weight: number;
}

/**
 * Lower limit of a probability in the log loss. Without it, the log loss of a wrong forecast of 0
 * or 1 would be infinite.
 */
const MIN_PROBABILITY = 1e-15;
/** Quantile of the standard normal distribution for a one-sided test at 5%. */
const BEYOND_CHANCE = 1.644854;

/**
 * Computes quality measures of forecasts: the Brier score (Brier 1950), the log loss (Good 1952)
 * and others.
 * @param constant the probability of a constant forecast, with which the forecasts are compared,
 *   0–1
 */
export function qualityOf(forecasts: readonly Weighted[], constant: number) {
  const meanOf = (of: (one: Weighted) => number) => weightedMean(forecasts, of);
  return {
    count: forecasts.length,
    /** Share of successes among the outcomes, 0–1. */
    share: meanOf(({ outcome }) => outcome),
    /** Mean forecast probability, 0–1. */
    mean: meanOf(({ forecast }) => forecast),
    brier: meanOf(squaredError),
    logLoss: meanOf(logLoss),
    constantBrier: meanOf(({ outcome }) => squaredError({ forecast: constant, outcome })),
    constantLogLoss: meanOf(({ outcome }) => logLoss({ forecast: constant, outcome })),
    /**
     * AUC: of all pairs of a success and a failure, the share in which the success has the higher
     * forecast.
     */
    auc: areaUnderCurve(forecasts),
  };
}

/** Quality measures of a set of forecasts and of a constant forecast. */
export type Quality = ReturnType<typeof qualityOf>;

/** Pairs each forecast probability with its outcome, which is 1 for a success. */
export function forecastsOf(probabilities: Float64Array, outcomes: Uint8Array): Forecast[] {
  return Array.from(probabilities, (forecast, row) => ({
    forecast,
    outcome: outcomes[row] === 1 ? 1 : 0,
  }));
}

export const unweighted = <Kind extends Forecast>(
  forecasts: readonly Kind[],
): readonly (Kind & Weighted)[] => forecasts.map((one) => ({ ...one, weight: 1 }));

export function weightedMean<Kind extends Weighted>(
  all: readonly Kind[],
  of: (one: Kind) => number,
): number {
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  return all.reduce((sum, one) => sum + one.weight * of(one), 0) / total;
}

/** The Brier score of one forecast. */
export function squaredError({ forecast, outcome }: Forecast): number {
  return (forecast - outcome) ** 2;
}

export function logLoss({ forecast, outcome }: Forecast): number {
  return -Math.log(Math.max(outcome === 1 ? forecast : 1 - forecast, MIN_PROBABILITY));
}

/**
 * Whether `forecasts` have a significantly lower loss than `others`, which forecast the same
 * outcomes. The mean paired difference must exceed 1.645 standard errors (Diebold & Mariano 1995, J
 * Bus Econ Stat 13:253; one-sided 5%).
 */
export function losesLess(
  forecasts: readonly Forecast[],
  others: readonly Forecast[],
  loss: (one: Forecast) => number,
): boolean {
  const gains = forecasts.map((one, index) => loss(others[index]!) - loss(one));
  // A standard error needs at least two pairs of forecasts.
  if (gains.length < 2) return false;
  const error = sampleStandardDeviation(gains) / Math.sqrt(gains.length);
  return mean(gains) > BEYOND_CHANCE * error;
}

/**
 * Area under the ROC curve, computed from a rank sum (Hanley & McNeil 1982, Radiology 143:29). Tied
 * forecasts get their mean rank. Null if all outcomes are the same.
 */
function areaUnderCurve(forecasts: readonly Forecast[]): number | null {
  const of = (wanted: number) =>
    forecasts.flatMap(({ forecast, outcome }) => (outcome === wanted ? forecast : []));
  const [successes, failures] = [of(1), of(0)];
  const pairs = successes.length * failures.length;
  if (pairs === 0) return null;
  const least = (successes.length * (successes.length + 1)) / 2;
  return (wilcoxonRankSum(successes, failures) - least) / pairs;
}
