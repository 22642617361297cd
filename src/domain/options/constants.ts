/** Numbers that the formulas use and that their descriptions in `methods.ts` state. */

/** Our choice: a quote is not usable if its spread exceeds this share of the mid price. */
export const MAX_SPREAD = 0.5;

export const SHARES_PER_CONTRACT = 100;

/** Our choice: minimum volume, open interest and premium of unusual activity. */
export const MIN_VOLUME = 500;
export const MIN_OPEN_INTEREST = 100;
export const MIN_PREMIUM_USD = 25_000;

/** Ratio of volume to open interest for each level (profitbuilders.org). */
export const ACTIVITY_RATIOS = { elevated: 1, unusual: 3, extreme: 10 } as const;

/**
 * Our choice: number of days for which flows are shown, and maximum age in days of the chain with
 * which they are compared.
 */
export const FLOW_DAYS = 30;
export const MAX_PREVIOUS_CHAIN_DAYS = 5;

/** Our choice: maximum distance of a straddle's strike from the price, as a share of the price. */
export const MAX_STRADDLE_DISTANCE = 0.1;

/**
 * Our choice: range of days to expiry in which a single expiry is enough for the 30-day volatility.
 */
export const SINGLE_EXPIRY_DAYS = [15, 60] as const;

/**
 * Our choice: if no event is planned, the move is computed from the nearest expiry that is at least
 * a week away.
 */
export const MIN_DAYS_TO_EXPIRY = 7;

export const AVERAGE_DAYS = 30;
/** Our choice: minimum number of daily ratios in an average. */
export const MIN_AVERAGED_RATIOS = 5;
