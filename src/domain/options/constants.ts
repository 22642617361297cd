/** Numbers that both the formulas and their texts in `methods.ts` use. */

/** Our choice: a quote with a spread above this share of its mid price is not used. */
export const MAX_SPREAD = 0.5;

export const SHARES_PER_CONTRACT = 100;

/** Our choice: activity below this volume, open interest or premium is not reported as unusual. */
export const MIN_VOLUME = 500;
export const MIN_OPEN_INTEREST = 100;
export const MIN_PREMIUM_USD = 25_000;

/** Volume ÷ open interest: at least the first, above the others (bands: profitbuilders.org). */
export const ACTIVITY_RATIOS = { elevated: 1, unusual: 3, extreme: 10 } as const;

/** Our choice: days for which flows are served, and the age of the chain before. */
export const FLOW_DAYS = 30;
export const MAX_PREVIOUS_CHAIN_DAYS = 5;

/** Our choice: the largest distance of a straddle's strike from the price, as a share of it. */
export const MAX_STRADDLE_DISTANCE = 0.1;

/** Our choice: days to expiry for which a single expiry gives the 30-day volatility. */
export const SINGLE_EXPIRY_DAYS = [15, 60] as const;

/** Our choice: without an event, the move is that of the nearest expiry at least a week away. */
export const MIN_DAYS_TO_EXPIRY = 7;

export const AVERAGE_DAYS = 30;
/** Our choice: an average needs this many daily ratios. */
export const MIN_AVERAGED_RATIOS = 5;
