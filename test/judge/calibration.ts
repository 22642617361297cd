import type { Forecast } from './forecasts.ts';

/** A forecast and how much it counts. */
interface Weighted extends Forecast {
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
    brier: mean(({ forecast, outcome }) => (forecast - outcome) ** 2),
    logLoss: mean(({ forecast, outcome }) => loss(forecast, outcome)),
    constantBrier: mean(({ outcome }) => (constant - outcome) ** 2),
    constantLogLoss: mean(({ outcome }) => loss(constant, outcome)),
    auc: areaUnderCurve(forecasts),
  };
}

/** Weights under which successes have the given share: what a sample drew too often counts less. */
export function reweighted(forecasts: readonly Forecast[], share: number): readonly Weighted[] {
  const own = forecasts.filter(({ outcome }) => outcome === 1).length / forecasts.length;
  return forecasts.map((one) => ({
    ...one,
    weight: one.outcome === 1 ? share / own : (1 - share) / (1 - own),
  }));
}

export const unweighted = (forecasts: readonly Forecast[]): readonly Weighted[] =>
  forecasts.map((one) => ({ ...one, weight: 1 }));

/** Mean forecast and share of successes in each group. */
export function calibrationOf(
  forecasts: readonly Weighted[],
): readonly { group: string; count: number; forecast: number; share: number }[] {
  const groups = [...new Set(forecasts.map(({ group }) => group))].sort();
  return groups.map((group) => {
    const members = forecasts.filter((one) => one.group === group);
    return {
      group,
      count: members.length,
      forecast: weightedMean(members, ({ forecast }) => forecast),
      share: weightedMean(members, ({ outcome }) => outcome),
    };
  });
}

function weightedMean(all: readonly Weighted[], of: (one: Weighted) => number): number {
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  return all.reduce((sum, one) => sum + one.weight * of(one), 0) / total;
}

function loss(forecast: number, outcome: 0 | 1): number {
  return -Math.log(outcome === 1 ? forecast : 1 - forecast);
}

function areaUnderCurve(forecasts: readonly Forecast[]): number | null {
  const of = (wanted: 0 | 1) => forecasts.filter(({ outcome }) => outcome === wanted);
  const [won, lost] = [of(1), of(0)];
  if (won.length === 0 || lost.length === 0) return null;
  const signs = won.flatMap((a) => lost.map((b) => (Math.sign(a.forecast - b.forecast) + 1) / 2));
  return signs.reduce((sum, one) => sum + one, 0) / signs.length;
}
