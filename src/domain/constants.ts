/**
 * Constants that formulas in several folders use. This file imports nothing, so that any
 * `methods.ts` can import it.
 */

/** Quantile of the standard normal distribution for a two-sided 95 % interval. */
export const NORMAL_QUANTILE = 1.959963984540054;

/**
 * A program is assumed to have ended if this many days pass after a trial and no later trial starts
 * (Wong, Siah & Lo 2019, Biostatistics 20:273).
 */
export const FOLLOW_ON_DAYS = { phase1: 360, phase2: 540, phase3: 900 } as const;

/** Our choice: a composite score needs inputs for at least half of its weight. */
export const MINIMUM_COVERAGE = 0.5;

/**
 * Before ranking, values below this quantile are raised to it. Values above the opposite quantile
 * (1 − this number) are lowered to the opposite quantile.
 */
export const WINSOR_QUANTILE = 0.01;

/** Our choice: the lowest percentile of each grade of a composite score. */
export const GRADE_FLOORS = { A: 80, B: 60, C: 40, D: 20, F: 0 } as const;
/** Our choice: the lowest percentile of each tier of a composite score. */
export const TIER_FLOORS = { top: 90, high: 70, mid: 40, low: 0 } as const;

/**
 * Our choice: the lowest score of each level of risk, on a scale of 0–100 where higher is worse.
 */
export const LEVEL_FLOORS = { severe: 75, high: 50, moderate: 25, low: 0 } as const;

/** Mean length of a month in the Gregorian calendar, days. */
export const DAYS_PER_MONTH = 365.2425 / 12;

export const TRADING_DAYS_PER_YEAR = 252;
export const DAYS_PER_YEAR = 365.25;
