import type { Method } from '../method.ts';

const LOW_COVERAGE = {
  low_coverage: 'The known components hold less than half of the weight: no score.',
} as const;

const DELISTED = { delisted: 'The company no longer trades.' } as const;

const NO_PRICE = { no_price: 'No close of the last sessions: the stock does not trade.' } as const;

const NO_CATALYST = { no_catalyst: 'No catalyst of the company lies ahead.' } as const;

/** What the burn of a period can lack. */
const BURN_FLAGS = {
  averaged_period:
    'The period could not be cut into quarters: the burn is its average over more than three months.',
  no_capex: 'No capital expenditure is reported for the same days: it counts as none.',
} as const;

/** In which currency figures are filed where none are in US dollars. */
const FILED_IN = {
  filed_in_eur: 'Figures are filed in EUR.',
  filed_in_gbp: 'Figures are filed in GBP.',
  filed_in_chf: 'Figures are filed in CHF.',
  filed_in_dkk: 'Figures are filed in DKK.',
  filed_in_sek: 'Figures are filed in SEK.',
  filed_in_jpy: 'Figures are filed in JPY.',
  filed_in_cny: 'Figures are filed in CNY.',
  filed_in_cad: 'Figures are filed in CAD.',
  filed_in_aud: 'Figures are filed in AUD.',
  filed_in_ils: 'Figures are filed in ILS.',
} as const;

/** What `runway` says of a company's money, wherever it is shown. */
const RUNWAY_FLAGS = {
  no_filing: 'No figures of a filing are known.',
  no_usd_facts: 'Figures are filed in other currencies only; none is converted.',
  ...FILED_IN,
  no_balance_sheet: 'No balance of cash or of total assets is reported.',
  no_cash_reported: 'The newest balance sheet states no cash.',
  cash_includes_restricted: 'The cash that is reported includes restricted cash.',
  short_term_investments_in_cash: 'Cash and short-term investments are reported as one sum.',
  long_term_investments_counted: 'Non-current marketable securities count as liquid.',
  no_short_term_investments_reported: 'No short-term investments are reported: none are counted.',
  no_debt_due_reported: 'No debt due in twelve months is reported: none is subtracted.',
  debt_due_12m_subtracted: 'Debt due in twelve months is subtracted from the liquid assets.',
  no_cash_flow: 'No operating cash flow is reported: no burn.',
  stale_cash_flow: 'The newest cash flow ends over 200 days before the balance sheet: no burn.',
  ...BURN_FLAGS,
  no_trailing_twelve_months:
    'The periods do not join up to twelve months: the burn is the newest period’s alone.',
  one_off_inflow:
    'A quarter of the last twelve months was lifted by a one-off inflow, so that the burn of the year reads too low.',
  stale_filing: 'The newest balance sheet is over nine months old: no runway.',
  no_burn: 'Operations bring money in or cost nothing: no runway is needed.',
  runway_over_100_years: 'The burn is so small that a date would mean nothing: no runway.',
} as const;

const DILUTION_FLAGS = {
  ...DELISTED,
  no_shares_outstanding: 'No share count of the last nine months is known.',
  no_share_growth: 'No share count of a year before the newest one is known.',
  ...NO_PRICE,
  no_runway: 'Without a runway the needed raise is unknown.',
  no_warrants_reported: 'No filing states warrants outstanding: their component is unknown.',
  atm_active: 'An at-the-market program of the last three years is not used up.',
  shelf_effective: 'A shelf of the last three years is not used up.',
  baby_shelf_limited:
    'The float is below $75 million: at most a third of it may be sold in twelve months.',
  shelf_amount_unknown: 'Something in force states no amount: its component is unknown.',
  warrant_overhang: 'Warrants exceed a tenth of the shares.',
  reverse_split_pending: 'A reverse split was proposed within a year and has not taken effect.',
  ...LOW_COVERAGE,
} as const;

const DISTRESS_FLAGS = {
  ...DELISTED,
  ...RUNWAY_FLAGS,
  no_altman_inputs: 'A part of Altman’s Z″ is not reported: it is null.',
  altman_not_calibrated_for_pre_revenue:
    'Without revenue Z″ is low by design: it was not calibrated on developers.',
  ...NO_CATALYST,
  no_share_growth: 'No share count of a year before the newest one is known.',
  no_current_ratio: 'Current assets or current liabilities are not reported.',
  ...NO_PRICE,
  no_market_cap: 'Price or share count is missing: no market value.',
  going_concern_unknown: 'Nobody has looked for doubts of going on in this company’s filings.',
  listing_notices_unknown: 'Nobody has looked for listing notices of this company.',
  reverse_splits_unknown: 'Nobody has looked for reverse splits of this company.',
  ...LOW_COVERAGE,
  floor_runway_under_6_months: 'The score is the floor of 75: money for less than six months.',
  floor_cash_out_passed:
    'The score is the floor of 75: by the company’s figures the money is gone.',
  floor_going_concern_doubt: 'The score is the floor of 50: the auditors doubt that it can go on.',
  floor_runway_under_12_months: 'The score is the floor of 25: money for less than twelve months.',
} as const;

const STATEMENTS = ['companies', 'financial_facts'] as const;

const HEALTH_INPUTS = [
  ...STATEMENTS,
  'prices',
  'splits',
  'catalysts',
  'offerings',
  'filing_events',
  'short_interest',
] as const;

export const FINANCIAL_HEALTH: Method = {
  id: 'financial-health/1',
  formula:
    'liquid_usd, monthly_burn_usd and runway_months are those of runway/2, dilution_score that of ' +
    'dilution/1, distress_score and distress_level those of distress/1. health_grade is A from 80, ' +
    'B from 60, C from 40, D from 20 and F below, of 100 − distress_score. components holds the ' +
    'parts of both scores, each score the sum of weight · score as shown, unless a floor stands ' +
    'among them.',
  inputs: HEALTH_INPUTS,
  source: 'Our choice, of parts with their own sources (runway/2, dilution/1, distress/1)',
  flags: { ...DISTRESS_FLAGS, ...DILUTION_FLAGS },
};

export const RUNWAY: Method = {
  id: 'runway/2',
  formula:
    'runway_months = max(0, cash + short-term investments + non-current marketable securities − ' +
    'debt due in 12 months) / monthly_burn_usd, all of the newest balance sheet. monthly_burn_usd ' +
    'is the larger of the newest period’s and the trailing twelve months’ (capital expenditure − ' +
    'operating cash flow) / months. cash_out_date = period_end + runway_months · 30.436875 days; ' +
    'months_left = max(0, cash_out_date − today) / 30.436875 days; ' +
    'covers_next_catalyst says whether it is on or after the next catalyst’s date, and is true of ' +
    'a company that does not burn.',
  inputs: [...STATEMENTS, 'catalysts'],
  source:
    'The industry’s form: cash, equivalents and marketable securities over cash used in ' +
    'operations and capital expenditure. Our choice: the larger of two burns, and debt subtracted',
  flags: { ...DELISTED, ...RUNWAY_FLAGS, ...NO_CATALYST },
};

export const DISTRESS: Method = {
  id: 'distress/1',
  formula:
    'distress_score = the larger of Σ weight · points, re-weighted over the components that are ' +
    'known (null below half of the weight), and a floor: 75 with under 6 months of runway or money ' +
    'that has ended, 50 with a going-concern doubt, 25 with under 12 months. Weights and points: ' +
    'runway_months 0.4 (100 points at 0, 75 at 6, 40 at 12, 0 from 24, linear between), ' +
    'months_after_catalyst 0.15 (100 at 0, 0 at 12), going_concern 0.15 (100), debt_to_liquid 0.1 ' +
    '(debt due in 12 months / liquid assets before it, 100 at 1), listing 0.1 (100 with a notice or a ' +
    'reverse split pending, 50 below $1), share_growth_12m_pct 0.05 (100 at 100 %), ' +
    'below_cash_value 0.05 (100 where market value < liquid assets − all debt). distress_level is ' +
    'severe from 75, high from 50, moderate from 25. altman_z2 = 6.56 · working capital / assets + ' +
    '3.26 · retained earnings / assets + 6.72 · operating income of 12 months / assets + 1.05 · ' +
    'equity / liabilities stands beside the score and does not move it.',
  inputs: [
    ...STATEMENTS,
    'prices',
    'splits',
    'catalysts',
    'filing_events',
    // Tickers that only offerings name have a record too.
    'offerings',
  ],
  source: 'Our choice of weights, points and floors; Altman 1995 (Z″, non-manufacturers)',
  flags: DISTRESS_FLAGS,
};

export const BURN: Method = {
  id: 'burn/2',
  formula:
    'monthly_burn_usd = (capex_usd − operating_cash_flow_usd) / months and quarterly_burn_usd = 3 · ' +
    'monthly_burn_usd, positive where money goes out. Year-to-date cash flows are cut into quarters ' +
    'by what the filing before said of the same start (Q2 = 6M − 3M, Q4 = FY − 9M); what cannot be ' +
    'cut keeps its months. yoy_change_pct = 100 · (burn / burn of the period of the same length a ' +
    'year earlier, ± 10 days − 1), where that was positive; one_off_inflow marks a burn below half ' +
    'of the median of the four periods before it (three at least). sga_expense_usd is the total, or ' +
    'the sum of selling and of general expense where they are reported apart, the larger of both.',
  inputs: [...STATEMENTS],
  source: 'Our choice, over XBRL figures as filed (SEC companyfacts)',
  flags: {
    ...BURN_FLAGS,
    no_rd_expense: 'No research and development expense is reported for the same days.',
    no_sga_expense: 'No selling, general and administrative expense is reported for the same days.',
    no_year_ago_burn: 'No positive burn of the same length a year earlier: no change.',
  },
};

export const DILUTION: Method = {
  id: 'dilution/1',
  formula:
    'dilution_score = Σ weight · min(100, 100 · value / full), re-weighted over the components that ' +
    'are known and null below half of the weight: needed_raise_dilution_pct (0.4, full at 50), ' +
    'share_growth_12m_pct (0.25, 100), shelf_to_market_cap_pct (0.2, 50), warrants_to_shares_pct ' +
    '(0.15, 30). The needed raise is max(0, 24 − runway_months) · monthly burn, sold at 90 % of the ' +
    'price; dilution of ownership is 100 · new / (old + new) shares, also ownership_dilution_pct of ' +
    'an offering, whose new shares are its amount (what remains, else the whole) over its price, ' +
    'else today’s. The shelf is the larger of what at-the-market programs and what shelves of the ' +
    'last three years may still sell, at most a third of a float below $75 million. ' +
    'dilution_level is severe from 75, high from 50, moderate from 25.',
  inputs: HEALTH_INPUTS,
  source:
    'Our choice of weights and points; 17 CFR 230.415(a)(5) (shelf of three years), Form S-3 ' +
    'I.B.6 (third of the float)',
  flags: {
    ...DILUTION_FLAGS,
    no_offerings: 'The company has no offering or shelf: the record shows its score alone.',
    atm_unknown: 'The cover of the filing was not read: whether it sells at the market is unknown.',
    no_offering_amount: 'The offering states no amount: no dilution of it.',
    no_share_count_before_sale:
      'No share count of the nine months before the sale is known: no dilution of it.',
  },
};
