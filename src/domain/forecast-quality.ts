/** How good forecasts of a yes or no turned out to be. */

/** What was forecast, 0–1, and what came of it. */
export interface Forecast {
  readonly forecast: number;
  readonly outcome: 0 | 1;
}

/** A forecast and how much it counts. */
export interface Weighted extends Forecast {
  readonly weight: number;
}

/** How good some forecasts are, beside a constant. */
export interface Quality {
  readonly count: number;
  /** Share of successes, 0–1. */
  readonly share: number;
  readonly mean: number;
  readonly brier: number;
  readonly logLoss: number;
  readonly constantBrier: number;
  readonly constantLogLoss: number;
  /** Of pairs of a success and a failure, the share in which the success stood higher. */
  readonly auc: number | null;
}

/** A forecast of 0 or 1 that does not come true costs this much less than for ever. */
const MIN_PROBABILITY = 1e-15;
/** One-sided 5 % of the standard normal. */
const BEYOND_CHANCE = 1.644854;

/**
 * Brier score and log loss (Brier 1950; Good 1952) of forecasts, beside those of always saying
 * `constant`.
 */
export function qualityOf(forecasts: readonly Weighted[], constant: number): Quality {
  const mean = (of: (one: Weighted) => number) => weightedMean(forecasts, of);
  return {
    count: forecasts.length,
    share: mean(({ outcome }) => outcome),
    mean: mean(({ forecast }) => forecast),
    brier: mean(squaredError),
    logLoss: mean(logLoss),
    constantBrier: mean(({ outcome }) => squaredError({ forecast: constant, outcome })),
    constantLogLoss: mean(({ outcome }) => logLoss({ forecast: constant, outcome })),
    auc: areaUnderCurve(forecasts),
  };
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

/** What one forecast adds to the Brier score. */
export function squaredError({ forecast, outcome }: Forecast): number {
  return (forecast - outcome) ** 2;
}

/** What one forecast adds to the log loss. */
export function logLoss({ forecast, outcome }: Forecast): number {
  return -Math.log(Math.max(outcome === 1 ? forecast : 1 - forecast, MIN_PROBABILITY));
}

/**
 * Whether forecasts lose less than others of the same outcomes by more than chance: the mean of the
 * paired differences lies more than 1.645 of its standard errors below 0 (Diebold & Mariano 1995,
 * J Bus Econ Stat 13:253, for forecasts one step ahead; one-sided 5 %).
 */
export function losesLess(
  forecasts: readonly Forecast[],
  others: readonly Forecast[],
  loss: (one: Forecast) => number,
): boolean {
  const count = forecasts.length;
  const differences = forecasts.map((one, index) => loss(others[index]!) - loss(one));
  const mean = differences.reduce((sum, one) => sum + one, 0) / count;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return mean > 0 && mean > BEYOND_CHANCE * Math.sqrt(squares / (count - 1) / count);
}

/** By the sum of ranks, ties at their mean (Hanley & McNeil 1982, Radiology 143:29). */
function areaUnderCurve(forecasts: readonly Forecast[]): number | null {
  const sorted = forecasts.toSorted((a, b) => a.forecast - b.forecast);
  let [successes, ranks] = [0, 0];
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    let tied = 0;
    for (; to < sorted.length && sorted[to]!.forecast === sorted[from]!.forecast; to += 1) {
      tied += sorted[to]!.outcome;
    }
    successes += tied;
    ranks += tied * ((from + 1 + to) / 2);
  }
  const failures = sorted.length - successes;
  if (successes === 0 || failures === 0) return null;
  return (ranks - (successes * (successes + 1)) / 2) / (successes * failures);
}
