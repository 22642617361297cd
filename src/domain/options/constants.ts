/** Constants of the formulas. The formula texts in `methods.ts` quote them. */

/** Our choice: a quote is not usable if its spread exceeds this share of the mid price. */
export const MAX_SPREAD = 0.5;

export const SHARES_PER_CONTRACT = 100;

/** Our choice: minimum volume of unusual activity, in contracts. */
export const MIN_VOLUME = 500;
/** Our choice: minimum open interest of unusual activity, in contracts. */
export const MIN_OPEN_INTEREST = 100;
/** Our choice: minimum premium of unusual activity, US dollars. */
export const MIN_PREMIUM_USD = 25_000;

/**
 * The ratio of volume to open interest at which each level of activity begins (profitbuilders.org).
 */
export const ACTIVITY_RATIOS = { elevated: 1, unusual: 3, extreme: 10 } as const;

/** Our choice: flows are shown for this number of days. */
export const FLOW_DAYS = 30;
/**
 * Our choice: maximum number of days between a chain and the earlier chain that it is compared
 * with.
 */
export const MAX_PREVIOUS_CHAIN_DAYS = 5;

/**
 * Our choice: the strike of a straddle may differ from the price by at most this share of the
 * price.
 */
export const MAX_STRADDLE_DISTANCE = 0.1;

/**
 * Our choice: if all expiries are on one side of day 30, the 30-day volatility is that of the
 * nearest expiry. The number of days to this expiry must be between these two limits.
 */
export const SINGLE_EXPIRY_DAYS = [15, 60] as const;

/**
 * Our choice: if no event is planned, or if no expiry follows it, the nearest expiry that is at
 * least this number of days away is used.
 */
export const MIN_DAYS_TO_EXPIRY = 7;

/** Number of calendar days over which put/call ratios are averaged. */
export const AVERAGE_DAYS = 30;
/** Our choice: minimum number of daily ratios in an average. */
export const MIN_AVERAGED_RATIOS = 5;
