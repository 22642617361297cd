/** Constants of the formulas. The formula texts in `methods.ts` quote them. */

/**
 * Our choice: with these weights, a stock has a score of 60 if both its flow and its breadth are
 * one standard deviation above the mean.
 */
export const SENTIMENT_WEIGHTS = {
  flow: 0.4,
  breadth: 0.3,
  net_purchase_ratio: 0.2,
  cluster_buy: 0.1,
} as const;

/**
 * Our choice: the minimum scores for the labels bullish and very bullish. The bearish labels use
 * the negative values.
 */
export const LABEL_CUTS = { very: 60, plain: 20 } as const;

/**
 * Our choice: a quarter is complete if at least this share of the funds that filed for the previous
 * quarter have filed.
 */
export const COMPLETE_SHARE = 0.8;

/** BPIQ's rule: a specialist fund has at least this value of 13F assets. */
export const SPECIALIST_MINIMUM_USD = 250e6;
/** BPIQ's rule looks at this number of a fund's largest holdings. */
export const SPECIALIST_TOP = 20;
/** BPIQ's rule: at least this number of these holdings are biopharma stocks. */
export const SPECIALIST_BIOTECH = 14;

/**
 * Our choice: a change of the number of shares by less than this percentage counts as no change.
 */
export const HOLD_BELOW_PCT = 0.5;

/**
 * Our choice: a cluster consists of at least this number of insiders who buy within `CLUSTER_DAYS`
 * days. Published rules require two to three buyers (Alldredge & Blank 2019).
 */
export const CLUSTER_BUYERS = 3;
export const CLUSTER_DAYS = 30;

/** Our choice: half-life of a trade in the insider score, days. */
export const HALF_LIFE_DAYS = 90;
/** Our choice: maximum age of a trade in the insider score, days. */
export const SCORE_WINDOW_DAYS = 365;
/**
 * Our choice: the insider score divides the value of a trade by this unit, US dollars. The size
 * weight of the trade is ln(1 + value / unit).
 */
export const SIZE_UNIT_USD = 100_000;
/** Our choice: weights of the roles of insiders in the insider score. */
export const ROLE_WEIGHTS = {
  chief: 1,
  officer: 0.8,
  director: 0.6,
  ten_percent_owner: 0.4,
} as const;

/** Our choice: the net purchase ratio is computed from the trades of this number of months. */
export const NET_PURCHASE_MONTHS = 6;
