import { product } from 'simple-statistics';
import { NORMAL_QUANTILE } from '../constants.ts';
import { OVERLAP, PRIOR_PROGRAMS } from './constants.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Odds of a probability strictly between 0 and 1. */
function oddsOf(probability: number): number {
  return probability / (1 - probability);
}

/**
 * The probability after evidence, by Bayes' rule: new odds = odds × ratio. The probability must be
 * in (0, 1), and the ratio above 0.
 */
export function withRatio(probability: number, ratio: number): number {
  const odds = oddsOf(probability) * ratio;
  return odds / (1 + odds);
}

/** Odds of `arm` ÷ odds of `reference`. Both are probabilities in (0, 1). */
export function oddsRatio(arm: number, reference: number): number {
  return oddsOf(arm) / oddsOf(reference);
}

/** Exponent for each of `count` correlated pieces of evidence: 1 ÷ (1 + OVERLAP · (count − 1)). */
export function correlationWeight(count: number): number {
  return 1 / (1 + OVERLAP * (Math.max(count, 1) - 1));
}

/**
 * Mean of the beta-binomial posterior: (successes + n · parent) ÷ (total + n), where n is
 * `PRIOR_PROGRAMS`.
 * @param parent the rate of the larger group, 0–1
 */
export function shrunkRate(successes: number, total: number, parent: number): number {
  return (successes + PRIOR_PROGRAMS * parent) / (total + PRIOR_PROGRAMS);
}

/**
 * The 95 % Wilson score interval of a rate (Wilson 1927, J Am Stat Assoc 22:209), as probabilities.
 * @param rate successes ÷ total, 0–1
 * @param total the number of observations behind the rate, > 0; may be a fraction
 */
export function wilsonInterval(rate: number, total: number): Interval {
  const square = NORMAL_QUANTILE ** 2;
  const center = rate + square / (2 * total);
  const spread =
    NORMAL_QUANTILE * Math.sqrt((rate * (1 - rate)) / total + square / (4 * total ** 2));
  const scale = 1 + square / total;
  return {
    low: Math.max(0, (center - spread) / scale),
    high: Math.min(1, (center + spread) / scale),
  };
}

export interface Rate {
  /** A success rate between 0 and 1, exclusive. */
  readonly rate: number;
  /** Number of programs from which the rate was computed, including the programs of the prior. */
  readonly weight: number;
}

/**
 * The effective sample size N of a product P of rates p, where each rate was computed from n
 * programs. If P were a single rate computed from N programs, its logarithm would have the same
 * variance as the logarithm of the product. By the delta method, N solves Σ (1 − p)/(p·n) = (1 −
 * P)/(P·N).
 */
export function effectiveSampleSize(rates: readonly Rate[]): number {
  const whole = product(rates.map(({ rate }) => rate));
  const variance = rates.reduce((sum, { rate, weight }) => sum + (1 - rate) / (rate * weight), 0);
  return (1 - whole) / (whole * variance);
}

/** A probability as a percentage with one decimal. */
export function percent(probability: number): number {
  return Math.round(probability * 1000) / 10;
}
