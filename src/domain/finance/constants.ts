import { DAYS_PER_MONTH } from '../constants.ts';

/** Constants of the formulas. The formula texts in `methods.ts` quote them. */

/**
 * Our choice: a balance sheet or a share count older than this number of months is too old to
 * describe the company.
 */
export const STALE_MONTHS = 9;
export const STALE_SHARES_DAYS = Math.round(STALE_MONTHS * DAYS_PER_MONTH);

/**
 * Our choice: a cash flow or an expense is too old if its period ends more than this number of days
 * before the balance sheet. This is about two quarters.
 */
export const STALE_FLOW_DAYS = 200;

/**
 * Our choice: if cash is below this share of total assets and no securities are reported,
 * securities are probably missing. The liquid assets are then unknown.
 */
export const CASH_SHARE = 0.25;

/**
 * Our choice: maximum number of days from the end of a report's period to the date of the share
 * count on the report's cover.
 */
export const MAX_COVER_DAYS = 120;

/**
 * Our choice: a balance sheet is old after this number of months, because a company that reports
 * quarterly should have a newer one.
 */
export const OLD_BALANCE_MONTHS = 6;

/**
 * Our choice: maximum age of a going-concern doubt in months. Auditors report once a year, and
 * their report may come up to a quarter after the end of the year.
 */
export const DOUBT_MONTHS = 15;

/** Our choice: maximum age in months of a company's statement about its runway. */
export const STATED_RUNWAY_MONTHS = 12;

/** Maximum runway in months. A longer runway gives no meaningful date. */
export const MAX_RUNWAY_MONTHS = 1200;

/**
 * Our choice: a burn below this share of the median burn of the previous periods contains a one-off
 * inflow, such as an upfront payment or a milestone.
 */
export const ONE_OFF_SHARE = 0.5;
/** Our choice: number of previous periods from which this median is computed. */
export const USUAL_PERIODS = 4;
/** Our choice: minimum number of these periods whose burn must be known. */
export const MIN_USUAL_PERIODS = 3;

/**
 * Our choice: two values for one period are far apart if they differ by more than this share. One
 * of them is then a restatement.
 */
export const RESTATED_SHARE = 0.2;

/**
 * Two periods are a year apart if their ends are a year apart, give or take this number of days.
 * Some fiscal years have 52 or 53 weeks.
 */
export const YEAR_AGO_TOLERANCE_DAYS = 10;

/** Weights of X1 to X4 in Altman's Z'' (1995, non-manufacturers). */
export const ALTMAN_WEIGHTS = [6.56, 3.26, 6.72, 1.05] as const;

/**
 * Our choice: the runway has the highest weight, because a developer usually fails when it runs out
 * of money. The other weights sum to less than `MINIMUM_COVERAGE`, so a company without a runway
 * has no score.
 */
export const DISTRESS_WEIGHTS = {
  runway_months: 0.4,
  months_after_catalyst: 0.15,
  going_concern: 0.15,
  debt_to_liquid: 0.1,
  listing: 0.1,
  share_growth_12m_pct: 0.05,
  below_cash_value: 0.05,
} as const;

/**
 * Our choice: each pair is a runway in months and its points. Points in between are interpolated
 * linearly. The usual bands are red below 6 months, yellow from 6 to 12 months, and green above 12
 * months.
 */
export const RUNWAY_POINTS = [
  [0, 100],
  [6, 75],
  [12, 40],
  [24, 0],
] as const;

/**
 * Our choice: if the cash lasts at least this many months beyond the next catalyst, the component
 * `months_after_catalyst` has 0 points.
 */
export const CATALYST_MARGIN_MONTHS = 12;

/**
 * Our choice: points of the component for listing notices if a company has no notice, but its share
 * price is below `MINIMUM_BID_USD`.
 */
export const LOW_PRICE_POINTS = 50;
/** Minimum bid price of Nasdaq. */
export const MINIMUM_BID_USD = 1;

/** Our choice: the ratio of debt to liquid assets that scores 100 points. */
export const FULL_DEBT_RATIO = 1;
/** Our choice: the growth of the share count, in percent, that scores 100 points. */
export const FULL_SHARE_GROWTH_PCT = 100;

/**
 * Our choice: the minimum score of a company that meets a condition. The highest minimum comes
 * first.
 */
export const FLOORS = {
  runway_under_6_months: 75,
  cash_out_passed: 75,
  going_concern_doubt: 50,
  runway_under_12_months: 25,
} as const;

/** Our choice: a company is assumed to raise as much cash as it needs for the next two years. */
export const HORIZON_MONTHS = 24;

/**
 * Our choice: the new shares of a follow-on offering are sold at this discount to the share price.
 * It is the middle of the usual range of 5–15%.
 */
export const FOLLOW_ON_DISCOUNT = 0.1;

/** Years for which a shelf registration is valid (17 CFR 230.415(a)(5)). */
export const SHELF_YEARS = 3;

/**
 * Form S-3, General Instruction I.B.6: a company with a public float below this amount may sell at
 * most a third of the float in 12 months.
 */
export const BABY_SHELF_FLOAT_USD = 75_000_000;

/**
 * Our choice: the record has the flag `warrant_overhang` if warrants exceed this share of the
 * shares outstanding.
 */
export const WARRANT_OVERHANG_SHARE = 0.1;

/**
 * Our choice: the weights of the components, which sum to 1. A component has 0 points at the value
 * 0 and 100 points at the value `full`. Between these values, the points increase linearly.
 */
export const DILUTION_COMPONENTS = {
  needed_raise_dilution_pct: { weight: 0.4, full: 50 },
  share_growth_12m_pct: { weight: 0.25, full: 100 },
  shelf_to_market_cap_pct: { weight: 0.2, full: 50 },
  warrants_to_shares_pct: { weight: 0.15, full: 30 },
} as const;
