import { DAYS_PER_MONTH, GRADE_FLOORS, LEVEL_FLOORS } from '../constants.ts';
import type { Method } from '../method.ts';
import { LOW_COVERAGE, listed, pct, REWEIGHTED, text } from '../method-parts.ts';
import * as constants from './constants.ts';

const RUNWAY_POINTS = constants.RUNWAY_POINTS.map(
  ([months, points]) => `${points} at ${months} months`,
).join(', ');

const DELISTED = { delisted: 'The company no longer trades.' } as const;

const NO_PRICE = {
  no_price: 'The recent closing price is not known because the stock does not trade.',
} as const;

const NO_SHARE_GROWTH = {
  no_share_growth:
    'No source states a share count dated one year before the newest share count, so the growth is unknown.',
} as const;

const NO_CATALYST = { no_catalyst: 'The company has no future catalyst.' } as const;

const BURN_FLAGS = {
  averaged_period:
    'The period could not be split into quarters, so the burn is the average over the months of the period.',
  no_capex:
    'No capital expenditure is reported for the period of the operating cash flow, so the burn excludes capital expenditure.',
} as const;

const RUNWAY_FLAGS = {
  no_filing: 'The store has no financial figures from a filing.',
  no_usd_facts:
    'All filed figures are in a currency other than the US dollar (see the field currency) and are not converted.',
  no_balance_sheet: 'Neither cash nor total assets are reported, so the liquid assets are unknown.',
  no_cash_reported:
    'The balance sheet does not report the amount of cash, so the liquid assets are unknown.',
  securities_not_reported: text`
    The liquid assets are unknown because no securities are reported and cash is below
    ${pct(constants.CASH_SHARE)}% of total assets.
  `,
  funds_above_assets: text`
    The liquid assets are unknown because cash and securities together exceed total assets. Either
    an amount is reported twice, or the amounts are from different reports.
  `,
  cash_includes_restricted: 'The reported cash includes restricted cash.',
  short_term_investments_in_cash: 'The filing reports cash and short-term investments as one sum.',
  long_term_investments_counted:
    'Non-current marketable securities are included in the liquid assets.',
  no_short_term_investments_reported:
    'No short-term investments are reported, so the liquid assets include none.',
  no_debt_due_reported:
    'No debt due within twelve months is reported, so no debt is subtracted from the liquid assets.',
  debt_due_12m_subtracted: 'Debt due within twelve months is subtracted from the liquid assets.',
  no_cash_flow: 'The burn cannot be computed because no operating cash flow is reported.',
  stale_cash_flow: text`
    The newest cash flow statement ends over ${constants.STALE_FLOW_DAYS} days before the balance
    sheet, so the burn cannot be computed.
  `,
  ...BURN_FLAGS,
  no_trailing_twelve_months:
    'The reported periods do not add up to twelve months, so the burn of the newest period is used.',
  one_off_inflow:
    'The last twelve months include a one-off inflow, so the burn of these months is lower than usual.',
  stale_filing: text`
    The newest balance sheet is over ${constants.STALE_MONTHS} months old, so the runway cannot be
    computed.
  `,
  no_burn: 'Operations do not use cash, so no runway is computed.',
  runway_over_100_years:
    'The burn is so small that the runway would exceed 100 years, so the runway is not computed.',
} as const;

const DILUTION_FLAGS = {
  ...DELISTED,
  no_shares_outstanding: `No source states a share count for the last ${constants.STALE_MONTHS} months.`,
  ...NO_SHARE_GROWTH,
  ...NO_PRICE,
  no_runway: 'The runway is unknown, so the amount that must be raised cannot be computed.',
  warrants_outstanding_unknown:
    'No source states how many warrants are outstanding, so warrants_to_shares_pct is unknown.',
  atm_active: text`
    An at-the-market program of the last ${constants.SHELF_YEARS} years still has an unused amount.
  `,
  shelf_effective: text`
    A shelf registration of the last ${constants.SHELF_YEARS} years still has an unused amount.
  `,
  baby_shelf_limited: text`
    The public float is below $${constants.BABY_SHELF_FLOAT_USD / 1e6} million, so the company may
    sell shares for at most a third of the float in twelve months.
  `,
  shelf_amount_unknown: text`
    No active shelf registration or at-the-market program states an amount, so
    shelf_to_market_cap_pct cannot be computed.
  `,
  warrant_overhang: text`
    Outstanding warrants exceed ${pct(constants.WARRANT_OVERHANG_SHARE)}% of the shares outstanding.
  `,
  reverse_split_pending:
    'A reverse split was proposed within the last year and has not taken effect.',
  low_coverage: LOW_COVERAGE,
} as const;

const DISTRESS_FLAGS = {
  ...DELISTED,
  ...RUNWAY_FLAGS,
  no_altman_inputs: 'An input of Altman’s Z″ is not reported, so Z″ cannot be computed.',
  altman_not_calibrated_for_pre_revenue: text`
    Z″ is low for every company without revenue because Z″ was calibrated on companies with revenue.
  `,
  ...NO_CATALYST,
  ...NO_SHARE_GROWTH,
  no_current_ratio:
    'Current assets or current liabilities are not reported, so their ratio is unknown.',
  ...NO_PRICE,
  no_market_cap: 'The price or the share count is missing, so the market value cannot be computed.',
  old_balance_sheet: text`
    The newest balance sheet is over ${constants.OLD_BALANCE_MONTHS} months old, so the score cannot
    be computed.
  `,
  going_concern_unknown: text`
    No annual or quarterly report of the last ${constants.DOUBT_MONTHS} months was searched for
    going-concern doubts, so it is unknown whether the company has such a doubt.
  `,
  listing_notices_unknown:
    'The company’s filings have not been searched for listing notices, so it is unknown whether the company has received a notice.',
  reverse_splits_unknown:
    'The company’s filings have not been searched for reverse splits, so it is unknown whether a reverse split is pending.',
  low_coverage: LOW_COVERAGE,
  floor_runway_under_6_months: text`
    The score is at least ${constants.FLOORS.runway_under_6_months} because the runway is under six
    months.
  `,
  floor_cash_out_passed: text`
    The score is at least ${constants.FLOORS.cash_out_passed} because the cash depletion date has
    passed.
  `,
  floor_going_concern_doubt: text`
    The score is at least ${constants.FLOORS.going_concern_doubt} because the auditors state a
    going-concern doubt.
  `,
  floor_runway_under_12_months: text`
    The score is at least ${constants.FLOORS.runway_under_12_months} because the runway is under
    twelve months.
  `,
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
  id: 'financial-health/3',
  formula: text`
    liquid_usd, monthly_burn_usd and runway_months are computed by runway/5, dilution_score by
    dilution/2, and distress_score and distress_level by distress/2. health_grade is the grade of
    100 − distress_score. The lowest value of each grade is: ${listed(GRADE_FLOORS)}. The field
    “components” lists the components of dilution_score and distress_score, each with a weight and a
    score from 0 to 100. dilution_score and distress_score are the sums of weight · score over their
    components. If “components” lists a floor, distress_score is this floor.
  `,
  inputs: HEALTH_INPUTS,
  source: 'Our choice. The components are from runway/5, dilution/2 and distress/2',
  flags: { ...DISTRESS_FLAGS, ...DILUTION_FLAGS },
};

export const RUNWAY: Method = {
  id: 'runway/5',
  formula: text`
    runway_months = liquid assets / monthly_burn_usd. The liquid assets are max(0, cash + short-term
    investments + non-current marketable securities − debt due within 12 months) on the newest
    balance sheet. monthly_burn_usd is (capital expenditure − operating cash flow) / months over the
    trailing twelve months. If the filings do not cover the trailing twelve months, the newest
    period is used. If no securities are reported and cash is below ${pct(constants.CASH_SHARE)}% of
    total assets, the liquid assets are unknown. The liquid assets are also unknown if cash and
    securities together exceed total assets. cash_out_date = period_end + runway_months ·
    ${DAYS_PER_MONTH} days. months_left = max(0, cash_out_date − today) / ${DAYS_PER_MONTH} days.
    covers_next_catalyst states whether cash_out_date is on or after the date of the next catalyst.
    covers_next_catalyst is also true if the company does not burn cash. Fields whose names begin
    with stated_ come from the company’s newest statement about its runway. If cash is stated to
    last “into” a period, stated_until is the first day of the period. If cash is stated to last
    “through” a period, stated_until is its last day.
  `,
  inputs: [...STATEMENTS, 'catalysts'],
  source: text`
    Common industry definition: cash, equivalents and marketable securities ÷ cash used in
    operations and capital expenditure. Our choice: debt is subtracted
  `,
  flags: {
    ...DELISTED,
    ...RUNWAY_FLAGS,
    ...NO_CATALYST,
    fiscal_year_unknown: text`
      The company states the end of its runway as a fiscal year. No annual report shows when this
      fiscal year ends, so stated_until cannot be computed.
    `,
    old_statement: text`
      The company’s newest statement about its runway is over ${constants.STATED_RUNWAY_MONTHS}
      months old, so stated_covers_next_catalyst is not computed.
    `,
  },
};

export const DISTRESS: Method = {
  id: 'distress/2',
  formula: text`
    distress_score is the larger of two values: Σ weight · points, and the highest floor that
    applies. A floor is a minimum score (${listed(constants.FLOORS)}). ${REWEIGHTED} distress_score
    is null if the balance sheet is over ${constants.OLD_BALANCE_MONTHS} months old. The weights of
    the components are ${listed(constants.DISTRESS_WEIGHTS)}. The points of runway_months are
    ${RUNWAY_POINTS}. The points of months_after_catalyst fall from 100 at 0 months to 0 at
    ${constants.CATALYST_MARGIN_MONTHS} months. debt_to_liquid = (debt due within 12 months) /
    (liquid assets). In debt_to_liquid, the debt is not subtracted from the liquid assets. The
    points of debt_to_liquid are 0 at a ratio of 0 and 100 at a ratio of
    ${constants.FULL_DEBT_RATIO}. The points of share_growth_12m_pct are 0 at 0% and 100 at
    ${constants.FULL_SHARE_GROWTH_PCT}%. Between the values stated here, the points are interpolated
    linearly. Beyond the lowest and the highest stated value, the points stay constant.
    going_concern has 100 points if a report states a going-concern doubt. listing has 100 points if
    there is a listing notice or a pending reverse split. Otherwise, listing has
    ${constants.LOW_PRICE_POINTS} points at a price below $${constants.MINIMUM_BID_USD}.
    below_cash_value has 100 points if the market value is below (liquid assets − all debt).
    going_concern, listing and below_cash_value have 0 points if the needed facts are known and the
    conditions above are not met. The lowest score of each distress_level is:
    ${listed(LEVEL_FLOORS)}. altman_z2 = ${constants.ALTMAN_WEIGHTS[0]} · working capital / assets +
    ${constants.ALTMAN_WEIGHTS[1]} · retained earnings / assets + ${constants.ALTMAN_WEIGHTS[2]} ·
    operating income of 12 months / assets + ${constants.ALTMAN_WEIGHTS[3]} · equity / liabilities.
    The score does not use altman_z2.
  `,
  // Offerings are an input, because a company has a record even if offerings are its only facts.
  inputs: [...STATEMENTS, 'prices', 'splits', 'catalysts', 'filing_events', 'offerings'],
  source: 'Our choice of weights, points and floors; Altman 1995 (Z″, non-manufacturers)',
  flags: DISTRESS_FLAGS,
};

export const BURN: Method = {
  id: 'burn/8',
  formula: text`
    monthly_burn_usd = (capex_usd − operating_cash_flow_usd) / months, and quarterly_burn_usd = 3 ·
    monthly_burn_usd. Both burn values are positive if cash decreases. Year-to-date cash flows are
    split into quarters by subtracting the previous figure with the same start (Q2 = 6M − 3M, Q4 =
    FY − 9M). If a period cannot be split into quarters, the record covers the full period.
    yoy_change_pct = 100 · (burn / burn of a year earlier − 1), if the earlier burn was positive.
    The burn of a year earlier is the burn of a period of the same length that ended a year earlier
    (± ${constants.YEAR_AGO_TOLERANCE_DAYS} days). The flag one_off_inflow marks a burn below
    ${pct(constants.ONE_OFF_SHARE)}% of the median burn of the previous ${constants.USUAL_PERIODS}
    periods. one_off_inflow is set only if the burn of at least ${constants.MIN_USUAL_PERIODS} of
    the previous periods is known. sga_expense_usd is the larger of the reported total and the sum
    of selling and general expense. net_income_12m_usd, rd_expense_12m_usd, revenue_12m_usd and
    operating_cash_flow_12m_usd are the reported values of the twelve months that end on period_end.
    If a value is not reported, the sum of shorter periods is used. net_income_ytd_usd and
    operating_cash_flow_ytd_usd are the reported values from the start of the fiscal year to
    period_end. ytd_months is the number of these months. cash_usd and liquid_usd are computed by
    runway/5 as of period_end. operating_income_usd, pretax_income_usd, income_tax_usd, assets_usd,
    liabilities_usd, debt_noncurrent_usd and equity_usd are as reported, and null if the filing does
    not state them. shares_outstanding is the earliest share count that is dated on period_end or at
    most ${constants.MAX_COVER_DAYS} days later. The burn is null if the filings state a balance
    sheet value or an income value for a day, but no cash flow.
  `,
  inputs: [...STATEMENTS],
  source: 'Our choice, from XBRL figures as filed (SEC companyfacts)',
  flags: {
    ...BURN_FLAGS,
    no_cash_flow: RUNWAY_FLAGS.no_cash_flow,
    no_cash_reported: RUNWAY_FLAGS.no_cash_reported,
    securities_not_reported: RUNWAY_FLAGS.securities_not_reported,
    funds_above_assets: RUNWAY_FLAGS.funds_above_assets,
    no_net_income: 'The filing reports no net income for the period.',
    no_rd_expense: 'The filing reports no research and development expense for the period.',
    no_sga_expense:
      'The filing reports no selling, general and administrative expense for the period.',
    no_revenue: 'The filing reports no revenue for the period.',
    restated: text`
      The figures may mix two companies, because of a reverse merger. The flag is set in three
      cases. First, a reported twelve-month value differs from the sum of its quarters by more than
      ${pct(constants.RESTATED_SHARE)}%. The reported value is shown. Second, no twelve-month value
      is reported, and later quarters were restated by more than ${pct(constants.RESTATED_SHARE)}%
      but the first quarter was not. The value is then null. Third, cash, short-term investments or
      equity exceed total assets.
    `,
    no_year_ago_burn:
      'The change cannot be computed because no positive burn is known for a period of the same length a year earlier.',
  },
};

const components = Object.entries(constants.DILUTION_COMPONENTS)
  .map(([name, { weight, full }]) => `${name} (weight ${weight}, full ${full})`)
  .join(', ');

export const DILUTION: Method = {
  id: 'dilution/2',
  formula: text`
    dilution_score = Σ weight · min(100, 100 · value / full), where full is the value that scores
    100. ${REWEIGHTED} The components are ${components}. The needed raise is max(0,
    ${constants.HORIZON_MONTHS} − runway_months) · monthly burn. The new shares for this raise are
    assumed to be sold at ${pct(1 - constants.FOLLOW_ON_DISCOUNT)}% of the price. The dilution of
    ownership is 100 · new shares / (old shares + new shares). For an offering,
    ownership_dilution_pct uses this formula. The new shares of an offering are amount / price. The
    amount is the remaining amount of the offering, or its full amount if no filing states a
    remaining amount. If an offering has no price, the current price is used. The shelf component
    uses the remaining amount of at-the-market programs or the remaining amount of shelf
    registrations, whichever is larger. Only at-the-market programs and shelf registrations of the
    last ${constants.SHELF_YEARS} years count. If the public float is below
    $${constants.BABY_SHELF_FLOAT_USD / 1e6} million, the shelf component uses at most a third of
    the float. The lowest score of each dilution_level is: ${listed(LEVEL_FLOORS)}.
  `,
  inputs: HEALTH_INPUTS,
  source: text`
    Our choice of weights and points; 17 CFR 230.415(a)(5) (a shelf lasts three years), Form S-3
    I.B.6 (a third of the float)
  `,
  flags: {
    ...DILUTION_FLAGS,
    no_offerings: text`
      The company has no offering or shelf registration, so the record has only the dilution score.
    `,
    atm_unknown:
      'The filing was not read, so it is unknown whether the offering is an at-the-market program.',
    no_offering_amount:
      'The offering states no amount, so ownership_dilution_pct cannot be computed.',
    no_share_count_before_sale: text`
      No source states a share count for the ${constants.STALE_MONTHS} months before the sale, so
      ownership_dilution_pct cannot be computed.
    `,
  },
};
