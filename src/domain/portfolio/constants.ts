/**
 * Constants of the formulas, all of them our choice. The formula texts in `methods.ts` quote them.
 */

/** Maximum number of stocks in a portfolio. */
export const MAX_NAMES = 20;
/**
 * Minimum number of stocks in a portfolio: with fewer than ten, the weights could not all be at
 * most 10%.
 */
export const MIN_NAMES = 10;
/** Maximum weight of a stock in the conviction portfolio. */
export const MAX_WEIGHT = 0.1;

/** Minimum number of specialist funds that hold a stock in the consensus portfolio. */
export const MIN_HOLDERS = 3;

/** Cost of a purchase or a sale, as a fraction of its amount. Usual costs are 0.1–0.5%. */
export const TRADE_COST = 0.0025;

/**
 * Minimum number of daily returns from which measures of risk are computed: about a quarter of a
 * year.
 */
export const MIN_DAILY_RETURNS = 60;
