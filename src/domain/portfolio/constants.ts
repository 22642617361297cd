/**
 * Constants of the formulas, all of them our choice. The formula texts in `methods.ts` quote them.
 */

/** Maximum number of stocks in a portfolio. */
export const MAX_NAMES = 20;
/**
 * Minimum number of stocks in a portfolio. With fewer than ten, the weights could not all be at
 * most 10%.
 */
export const MIN_NAMES = 10;
/** Maximum weight of a stock in the conviction portfolio. */
export const MAX_WEIGHT = 0.1;

/** Minimum number of specialist funds that hold a stock in the consensus portfolio. */
export const MIN_HOLDERS = 3;

/** Each purchase and each sale costs this fraction of its amount. Usual costs are 0.1–0.5%. */
export const TRADE_COST = 0.0025;

/**
 * Measures of risk need at least this number of daily returns, which is about a quarter of a year.
 */
export const MIN_DAILY_RETURNS = 60;
