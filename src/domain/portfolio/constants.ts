/** Our choices, which both the formulas and their texts use. */

/** Names in a portfolio. Ten names of at most 10 % are the fewest that can add up to 100 %. */
export const MAX_NAMES = 20;
export const MIN_NAMES = 10;
export const MAX_WEIGHT = 0.1;

/** Specialist funds that must hold a name of the consensus portfolio. */
export const MIN_HOLDERS = 3;

/** Cost of buying and of selling, as a share of the amount, within the usual 0.1–0.5 %. */
export const TRADE_COST = 0.0025;

/** About a quarter of daily returns, the fewest for measures of risk. */
export const MIN_DAILY_RETURNS = 60;
