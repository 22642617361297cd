import { STALE_MONTHS } from '../finance/constants.ts';
import type { Method } from '../method.ts';
import { pct, text, usd } from '../method-parts.ts';
import * as constants from './constants.ts';

const WEIGHTS = constants.SENTIMENT_WEIGHTS;

const NO_PRIOR_FILING = {
  no_prior_filing:
    'The change cannot be computed because the store has no 13F for the previous quarter.',
} as const;

const NO_SHARES = {
  no_shares_outstanding: text`
    No source states a share count for the ${STALE_MONTHS} months before the end of the quarter.
  `,
} as const;

const SHARES_MISSING = {
  shares_missing: text`
    A filing states no share counts, so the records show new positions and exits, but no increases
    or reductions.
  `,
} as const;

/**
 * The kinds of input records for formulas about fund holdings. Prices determine the unit of filed
 * values, and splits make quarters comparable.
 */
const BOOKS = ['companies', 'prices', 'fund_filings', 'securities', 'splits', 'deals'] as const;

const ONE_OF_SEVERAL = {
  one_of_several_classes: 'The issuer has other classes of stock, each with its own records.',
} as const;

const LARGE_STAKES = {
  beneficial_ownership: text`
    The row is from a Schedule 13D or 13G. The number of shares includes shares from warrants and
    options that can be exercised within 60 days. The fields for weight and change are null.
  `,
  at_most_5_pct: text`
    The holder’s newest schedule states a stake of 5% of the class or less. The holder does not have
    to report later sales.
  `,
  members_differ:
    'Members of the group state different numbers of shares, and the largest number is shown.',
  no_price: 'The close on the day of the event is missing, so the value cannot be computed.',
} as const;

const VALUE_UNIT = {
  value_unit_by_price: text`
    Prices show that the filing states its values in the wrong unit: in thousands of dollars when
    dollars were required, or the reverse.
  `,
} as const;

export const FUND_SENTIMENT: Method = {
  id: 'fund-sentiment/3',
  formula: text`
    sentiment_score = 100 · tanh(${WEIGHTS.flow} · z(flow) + ${WEIGHTS.breadth} · z(breadth change)
    + ${WEIGHTS.net_purchase_ratio} · NPR + ${WEIGHTS.cluster_buy} · cluster). A missing component
    counts as 0. flow is the sum of weight · sign over all funds. The weight is the percentage of
    the fund’s common stock that is invested in the stock. If the fund sold the full position, the
    weight in the previous quarter is used. The sign is 1 if the fund bought shares, −1 if it sold
    shares, and 0 if its shares changed by less than ${constants.HOLD_BELOW_PCT}%. breadth change =
    (new − closed positions) / number of funds that filed for both this quarter and the previous
    quarter. z is the z-score among the stocks of the quarter. NPR (net purchase ratio) = (purchases
    − sales) / (purchases + sales). Purchases and sales are the values of the insiders’ open-market
    trades in the last ${constants.NET_PURCHASE_MONTHS} months. Routine trades are left out. cluster
    is 1 if at least ${constants.CLUSTER_BUYERS} insiders bought within a period of
    ${constants.CLUSTER_DAYS} days that ends in the quarter, else 0. label is very bullish from a
    score of ${constants.LABEL_CUTS.very}, bullish from ${constants.LABEL_CUTS.plain}, neutral above
    −${constants.LABEL_CUTS.plain}, bearish above −${constants.LABEL_CUTS.very}, else very bearish.
  `,
  inputs: [...BOOKS, 'insider_transactions'],
  source: text`
    Chen, Hong & Stein 2002 (breadth); Lakonishok & Lee 2001 (net purchase ratio); Cohen, Malloy &
    Pomorski 2012 (routine trades); Alldredge & Blank 2019 (clusters). Our choice of the weights
  `,
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    no_cross_section:
      'The quarter has fewer than two stocks with different values, so the z-score cannot be computed.',
    no_prior_score: 'The previous quarter has no score, so change_from_prior cannot be computed.',
    no_insider_trades: text`
      No open-market trade in the ${constants.NET_PURCHASE_MONTHS} months before the end of the
      quarter has a price, so the net purchase ratio cannot be computed.
    `,
  },
};

export const FUND_SUMMARY: Method = {
  id: 'fund-summary/2',
  formula: text`
    All values are computed from the newest complete 13F of the fund. total_value_usd is the value
    of the fund’s common stock, and biotech_pct = 100 · value of biopharma stocks / total_value_usd.
    turnover_pct = 100 · min(purchases, sales) / mean of total_value_usd over the quarter and the
    previous quarter. The value of a purchase or sale is (change in shares) · (price at the end of
    the previous quarter). For a new position, the price at the end of the current quarter is used.
    is_specialist is true if a stored filing record of the fund has is_specialist = true.
    is_specialist is also true if total_value_usd is at least
    $${constants.SPECIALIST_MINIMUM_USD / 1e6} million and at least ${constants.SPECIALIST_BIOTECH}
    of the fund’s ${constants.SPECIALIST_TOP} largest stocks are biopharma. If the fund has fewer
    than ${constants.SPECIALIST_TOP} stocks, at least
    ${pct(constants.SPECIALIST_BIOTECH / constants.SPECIALIST_TOP)}% of its stocks must be
    biopharma.
  `,
  inputs: BOOKS,
  source: text`
    SEC Form N-1A (portfolio turnover rate, computed here per quarter); BPIQ (rule for specialists).
    Our choice: a stock is biopharma if the name of its industry or sector indicates it
  `,
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    no_industries:
      'The field biotech_pct cannot be computed because the store has no biopharma company.',
    ...VALUE_UNIT,
  },
};

export const FUND_POSITIONS: Method = {
  id: 'fund-positions/4',
  formula: text`
    portfolio_pct = 100 · value / value of the fund’s common stock. shares_change = shares − shares
    of the previous quarter. The shares are adjusted for splits that a source states or that filings
    imply. change_pct = 100 · shares_change / shares of the previous quarter. action is new, exit,
    hold (change below ${constants.HOLD_BELOW_PCT}%), add or trim. If the company stopped trading,
    action is acquired or delisted. Positions of two quarters are matched by CUSIP. conviction is
    the weight in the fund minus the weight by market value, in percentage points: 100 · (value − V
    · market value of the stock / Σ market values) / value of the fund’s common stock. V is the
    total value of the fund’s stocks with a known market value. first_held is the end of a quarter.
    The fund has held the stock at the end of every quarter since then. A row with a form other than
    13F is the fund’s newest Schedule 13D or 13G. The row is included if the event that the schedule
    reports is later than the end of the quarter. The value of a row from a Schedule 13D or 13G is
    shares · close on the day of the event.
  `,
  inputs: [...BOOKS, 'financial_facts', 'large_stakes'],
  source: text`
    Anton, Cohen & Polk, Best Ideas (tilt). Our choice: a change below ${constants.HOLD_BELOW_PCT}%
    is treated as no change
  `,
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    new_position:
      'The fund did not hold the stock in the previous quarter, so the percentage change cannot be computed.',
    exited: 'The fund sold the full position in the quarter, so the conviction cannot be computed.',
    acquired:
      'The company was acquired in the quarter, so the end of the position is not counted as a sale.',
    delisted:
      'The company was delisted in the quarter, so the end of the position is not counted as a sale.',
    option: 'The position is a put or a call, so its weight and conviction are not computed.',
    no_portfolio_value: 'The fund states no value of its stocks, so the weight cannot be computed.',
    no_market_cap:
      'The market value at the end of the quarter is not known, so the conviction cannot be computed.',
    no_ticker:
      'The field company_name is the issuer named in the filing, because no list contains the ticker of the CUSIP.',
    other_issuer: text`
      The field company_name is the issuer named in the filing, because the ticker belongs to a
      different company.
    `,
    held_since_first_filing:
      'The position is already in the first stored filing, so it may have been opened earlier.',
    ...LARGE_STAKES,
    ...ONE_OF_SEVERAL,
    ...VALUE_UNIT,
  },
};

export const FUND_FLOWS: Method = {
  id: 'fund-flows/4',
  formula: text`
    Changes are computed only from common stock of companies that still trade, and only for funds
    that filed for both the quarter and the previous quarter. funds_change = new positions − closed
    positions. breadth_change = funds_change / number of funds that filed for both quarters.
    shares_change is the sum of the funds’ changes in shares, adjusted for splits.
    net_value_change_usd = Σ (change in shares) · (price at the end of the previous quarter). For a
    new position, the price at the end of the current quarter is used. value_usd is the value of all
    funds’ holdings at the end of the quarter. ownership_pct = 100 · shares of all funds / shares
    outstanding at the end of the quarter. shares_year_ago = shares of all funds four quarters
    earlier, adjusted for splits. shares_year_ago is 0 if funds filed for that quarter but none of
    them held the stock.
  `,
  inputs: [...BOOKS, 'financial_facts'],
  source:
    'Chen, Hong & Stein 2002 (breadth). Our choice: net_value_change_usd excludes changes in price',
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    quarter_incomplete: text`
      The number of funds that have filed for this quarter is below
      ${pct(constants.COMPLETE_SHARE)}% of the number for the previous quarter.
    `,
    no_shares_year_ago: text`
      The store has no fund filing for the quarter a year earlier, or a filing for that quarter
      states no share counts.
    `,
    several_classes: 'The shares of several classes of stock of the issuer are added up.',
    ...NO_SHARES,
  },
};

export const HOLDERS: Method = {
  id: 'holders/5',
  formula: text`
    The records show the common stock in each filer’s newest 13F. This 13F must be for the newest
    quarter or the previous quarter. The records include all funds with complete filings. If the
    SEC’s 13F data sets are imported, the records also include filers that are not in hedge_funds.
    portfolio_pct = 100 · value / value of all common stock that the filer holds. If the store has
    only a part of the filing, portfolio_pct = 100 · value / total value on the cover page of the
    filing. pct_outstanding = 100 · shares / shares outstanding at the end of the quarter.
    change_pct = 100 · (shares / shares in the previous quarter − 1), with shares adjusted for
    splits. A row with a form other than 13F is the newest Schedule 13D or 13G of a holder or group,
    which usually owns more than 5% of the class. A row from a Schedule 13D or 13G is shown until
    the holder files a 13F for a later quarter. Members of a group report the same shares, so a
    group has one row. The field “members” lists the shares of each member. In a row from a Schedule
    13D or 13G, pct_outstanding is the stated percentage, and value_usd = shares · close on the day
    of the event.
  `,
  inputs: [...BOOKS, 'financial_facts', 'holdings_reports', 'large_stakes'],
  source: 'Our choice',
  flags: {
    known_in_part: text`
      The store has only the filer’s positions in companies that the store covers. portfolio_pct is
      a percentage of all positions in the filing, including options and bonds.
    `,
    no_portfolio_value: text`
      The report states no total value, or a total below the value of the stored positions, so
      portfolio_pct cannot be computed.
    `,
    ...NO_SHARES,
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    new_position:
      'The filer did not hold the stock in the previous quarter, so the percentage change cannot be computed.',
    ...ONE_OF_SEVERAL,
    ...LARGE_STAKES,
  },
};

export const INSIDER_SUMMARY: Method = {
  id: 'insider-summary/1',
  formula: text`
    Counts and values include the open-market purchases (code P) and sales (code S) of the month,
    but no trades under 10b5-1 plans. A trade that several owners report jointly counts once. An
    amended trade replaces the original trade. net_value_usd = buy_value_usd − sell_value_usd.
    insider_score = 50 + 50 · tanh(Σ ± role · ln(1 + value / ${usd(constants.SIZE_UNIT_USD)}) ·
    traded fraction of the holding · 2^(−days / ${constants.HALF_LIFE_DAYS})). The sum includes the
    trades of the ${constants.SCORE_WINDOW_DAYS} days up to the end of the month, where days counts
    the days from a trade to the end of the month. Purchases add to the sum, and sales subtract from
    it. role is ${constants.ROLE_WEIGHTS.chief} for chief executive and financial officers,
    ${constants.ROLE_WEIGHTS.officer} for other officers, ${constants.ROLE_WEIGHTS.director} for
    directors and ${constants.ROLE_WEIGHTS.ten_percent_owner} for ten-percent owners. cluster_buy is
    true if at least ${constants.CLUSTER_BUYERS} insiders bought within a period of
    ${constants.CLUSTER_DAYS} days that ends in the month.
  `,
  inputs: ['insider_transactions'],
  source: 'Alldredge & Blank 2019 (clusters). Our choice: the score and its weights',
  flags: {
    price_missing:
      'A trade without a price counts in the number of trades, but not in their value.',
    no_holding_after:
      'A trade does not state how many shares the insider held afterwards, so the score ignores the trade.',
  },
};
