/** Our choice: numbers that the formulas use and that their descriptions in `methods.ts` state. */

/** Number of stocks in a portfolio. The weight limit of 10% requires at least ten stocks. */
export const MAX_NAMES = 20;
export const MIN_NAMES = 10;
export const MAX_WEIGHT = 0.1;

/** Minimum number of specialist funds that hold a stock of the consensus portfolio. */
export const MIN_HOLDERS = 3;

/** Cost of buying and of selling as a share of the amount. It is within the usual 0.1–0.5%. */
export const TRADE_COST = 0.0025;

/** Minimum number of daily returns for measures of risk, about a quarter of a year. */
export const MIN_DAILY_RETURNS = 60;
