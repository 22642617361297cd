/** Numbers that both the formulas and their texts in `methods.ts` use. This file has no imports. */

/**
 * Our choice: the rate of all indications has the weight of 30 programs in the rate of an area.
 * Beta-binomial shrinkage usually uses 20–50.
 */
export const PRIOR_PROGRAMS = 30;

/**
 * How much each further piece of correlated evidence reduces the exponent. The formula and the
 * value 0.5 are from the open "Cumulative Probability of Success" model; 0.5 is the author's
 * judgment.
 */
export const OVERLAP = 0.5;

/**
 * Our choice: bounds of a probability of approval, because no evidence makes it certain or
 * impossible.
 */
export const PROBABILITY_BOUNDS = { low: 0.001, high: 0.999 } as const;

/** Our choice: maximum days between an event and the closes that measure its price move. */
export const MOVE_DAYS = 7;
