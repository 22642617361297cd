import { product } from 'simple-statistics';

/** Probabilities, odds and the two small-sample rules that every success rate goes through. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** 95 % two-sided. */
const NORMAL_QUANTILE = 1.959964;

/**
 * Our choice: 30 within the published 20–50 of beta-binomial shrinkage: a cell of 30 programs
 * counts as much as its parent.
 */
export const PRIOR_PROGRAMS = 30;

/** Odds of a probability strictly between 0 and 1. */
function oddsOf(probability: number): number {
  return probability / (1 - probability);
}

/** Bayes' rule in odds: odds' = odds × ratio. Probability in (0, 1), ratio > 0. */
export function withRatio(probability: number, ratio: number): number {
  const odds = oddsOf(probability) * ratio;
  return odds / (1 + odds);
}

/** Likelihood ratio of being in an arm: odds(arm) ÷ odds(reference), probabilities in (0, 1). */
export function oddsRatio(arm: number, reference: number): number {
  return oddsOf(arm) / oddsOf(reference);
}

/**
 * Exponent that each of `members` correlated pieces of evidence keeps: 1 ÷ (1 + 0.5·(members − 1)).
 * The form and the 0.5 follow the open "Cumulative Probability of Success" model over the same
 * tables; 0.5 is its author's judgement, not an estimate.
 */
export function correlationWeight(members: number): number {
  return 1 / (1 + 0.5 * (Math.max(members, 1) - 1));
}

/**
 * Mean of the beta-binomial posterior: (successes + prior·parent) ÷ (total + prior).
 *
 * @param parent rate of the larger group, 0–1
 */
export function shrunkRate(
  successes: number,
  total: number,
  parent: number,
  prior = PRIOR_PROGRAMS,
): number {
  return (successes + prior * parent) / (total + prior);
}

/**
 * Wilson score interval at 95 % (Wilson 1927, J Am Stat Assoc 22:209), as probabilities.
 *
 * @param rate successes ÷ total, 0–1
 * @param total trials behind the rate, > 0; need not be whole
 */
export function wilsonInterval(rate: number, total: number): Interval {
  const square = NORMAL_QUANTILE ** 2;
  const centre = rate + square / (2 * total);
  const spread =
    NORMAL_QUANTILE * Math.sqrt((rate * (1 - rate)) / total + square / (4 * total ** 2));
  const scale = 1 + square / total;
  return {
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

export interface Rate {
  /** 0–1, exclusive. */
  readonly rate: number;
  /** Programs behind the rate, those of the prior included. */
  readonly weight: number;
}

/**
 * The number of programs that, observed as one binomial, would know the product of the rates as
 * well as the rates are known: equal variances of the logarithm (delta method),
 * Σ (1 − p)/(p·n) = (1 − P)/(P·N). For a single rate it is that rate's own number.
 */
export function effectiveSampleSize(rates: readonly Rate[]): number {
  const whole = product(rates.map(({ rate }) => rate));
  const variance = rates.reduce((sum, { rate, weight }) => sum + (1 - rate) / (rate * weight), 0);
  return (1 - whole) / (whole * variance);
}

/** Percent rounded to one decimal. */
export function percent(probability: number): number {
  return Math.round(probability * 1000) / 10;
}
