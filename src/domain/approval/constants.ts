/** Constants of the formulas. The formula texts in `methods.ts` quote them. */

/**
 * Our choice: other rates are shrunk toward the rate of all indications, which has the weight of
 * this many programs. Beta-binomial shrinkage usually uses a weight of 20–50.
 */
export const PRIOR_PROGRAMS = 30;

/**
 * Overlap of correlated evidence, from 0 (independent) to 1 (the same information). The formula and
 * the value 0.5 are from the open "Cumulative Probability of Success" model. Its author chose 0.5
 * by judgment.
 */
export const OVERLAP = 0.5;

/**
 * Our choice: a probability of approval is kept within these bounds, because no evidence makes an
 * approval certain or impossible.
 */
export const PROBABILITY_BOUNDS = { low: 0.001, high: 0.999 } as const;
