/** Constants of the formulas. The formula texts in `methods.ts` quote them. */

/** Our choice: a quote is not usable if its spread exceeds this share of the mid price. */
export const MAX_SPREAD = 0.5;

export const SHARES_PER_CONTRACT = 100;

/**
 * Our choice: activity is unusual only if volume, open interest and premium reach these minimums.
 */
export const MIN_VOLUME = 500;
export const MIN_OPEN_INTEREST = 100;
export const MIN_PREMIUM_USD = 25_000;

/** Levels of activity by the ratio of volume to open interest (profitbuilders.org). */
export const ACTIVITY_RATIOS = { elevated: 1, unusual: 3, extreme: 10 } as const;

/** Our choice: flows are shown for this number of days. */
export const FLOW_DAYS = 30;
/** Our choice: the chain with which a flow is compared may be at most this number of days older. */
export const MAX_PREVIOUS_CHAIN_DAYS = 5;

/** Our choice: maximum distance of a straddle's strike from the price, as a share of the price. */
export const MAX_STRADDLE_DISTANCE = 0.1;

/**
 * Our choice: if only one expiry is usable, the 30-day volatility is computed only if the expiry is
 * this number of days away (minimum and maximum).
 */
export const SINGLE_EXPIRY_DAYS = [15, 60] as const;

/**
 * Our choice: if no event is planned, the move is computed from the nearest expiry that is at least
 * this number of days away.
 */
export const MIN_DAYS_TO_EXPIRY = 7;

/** Number of calendar days in the average put/call ratio. */
export const AVERAGE_DAYS = 30;
/** Our choice: minimum number of daily ratios in this average. */
export const MIN_AVERAGED_RATIOS = 5;
