/** Numbers that both the formulas and their texts in `methods.ts` use. This file has no imports. */

/**
 * Our choice: a published cell of 30 programs counts as much as its parent; beta-binomial shrinkage
 * usually takes 20–50.
 */
export const PRIOR_PROGRAMS = 30;

/**
 * How much each further piece of correlated evidence reduces the exponent. The form and the value
 * follow the open "Cumulative Probability of Success" model over the same tables; 0.5 is its
 * author's judgment, not an estimate.
 */
export const OVERLAP = 0.5;

/** Our choice: no evidence makes an approval certain or impossible. */
export const PROBABILITY_BOUNDS = { low: 0.001, high: 0.999 } as const;

/** Our choice: days between an event and the closes that measure its price move. */
export const MOVE_DAYS = 7;
