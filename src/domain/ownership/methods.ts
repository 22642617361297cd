import { STALE_MONTHS } from '../finance/constants.ts';
import type { Method } from '../method.ts';
import { pct, text } from '../method-parts.ts';
import * as constants from './constants.ts';

const WEIGHTS = constants.SENTIMENT_WEIGHTS;

const NO_PRIOR_FILING = {
  no_prior_filing: 'No 13F for the previous quarter is known, so there is no change.',
} as const;

const NO_SHARES = {
  no_shares_outstanding: text`
    No share count of the ${STALE_MONTHS} months before the end of the quarter is known.
  `,
} as const;

const SHARES_MISSING = {
  shares_missing: text`
    A filing states no share counts, so only new positions and exits are known, not other changes.
  `,
} as const;

/** Inputs of fund holdings. Prices and splits determine units and make quarters comparable. */
const BOOKS = ['companies', 'prices', 'fund_filings', 'securities', 'splits', 'deals'] as const;

const ONE_OF_SEVERAL = {
  one_of_several_classes: 'The issuer has other classes of stock, each with its own records.',
} as const;

const VALUE_UNIT = {
  value_unit_by_price: text`
    As prices show, the filing reports values in the wrong unit (dollars or thousands) for its date.
  `,
} as const;

export const FUND_SENTIMENT: Method = {
  id: 'fund-sentiment/3',
  formula: text`
    sentiment_score = 100 · tanh(${WEIGHTS.flow} · z(flow) + ${WEIGHTS.breadth} · z(breadth change)
    + ${WEIGHTS.net_purchase_ratio} · NPR + ${WEIGHTS.cluster_buy} · cluster). A missing component
    counts as 0. flow is the sum over the funds of the weight of the stock in the fund · the sign of
    the change of its shares. For an exit, the weight is that of the previous quarter. breadth
    change = (new − closed positions) / number of funds that filed for both quarters. z is the
    z-score among the stocks of the quarter. NPR (net purchase ratio) = (purchases − sales) /
    (purchases + sales), by value, of the open-market trades of insiders in the last
    ${constants.NET_PURCHASE_MONTHS} months, without routine trades. cluster is 1 if
    ${constants.CLUSTER_BUYERS} insiders bought within ${constants.CLUSTER_DAYS} days that end in
    the quarter, else 0. label is very bullish from a score of ${constants.LABEL_CUTS.very}, bullish
    from ${constants.LABEL_CUTS.plain}, neutral above −${constants.LABEL_CUTS.plain}, bearish above
    −${constants.LABEL_CUTS.very}, else very bearish.
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
      'The quarter has fewer than two stocks with different values, so there is no z-score.',
    no_prior_score: 'The previous quarter has no score, so there is no change_from_prior.',
    no_insider_trades: text`
      No open-market trade of the ${constants.NET_PURCHASE_MONTHS} months has a price, so there is
      no net purchase ratio.
    `,
  },
};

export const FUND_SUMMARY: Method = {
  id: 'fund-summary/2',
  formula: text`
    All values are computed from the newest complete 13F of the fund. total_value_usd is the value
    of its common stock, and biotech_pct = 100 · value of biopharma stocks / total_value_usd.
    turnover_pct = 100 · min(purchases, sales) / mean value of the two quarters. A purchase or sale
    is the change of shares · price at the end of the earlier quarter, or of the current quarter for
    a new position. is_specialist is true if a filing marks the fund as a specialist. is_specialist
    is also true if the fund holds at least $${constants.SPECIALIST_MINIMUM_USD / 1e6} million and
    ${constants.SPECIALIST_BIOTECH} of its ${constants.SPECIALIST_TOP} largest stocks are biopharma
    (with fewer stocks, ${pct(constants.SPECIALIST_BIOTECH / constants.SPECIALIST_TOP)}% of them).
  `,
  inputs: BOOKS,
  source: text`
    SEC Form N-1A (turnover of funds), applied to a quarter; BPIQ’s rule (specialists). Our choice:
    the industry and sector names decide which stocks are biopharma
  `,
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    no_industries: 'No biopharma company is known, so there is no biotech_pct.',
    ...VALUE_UNIT,
  },
};

export const FUND_POSITIONS: Method = {
  id: 'fund-positions/3',
  formula: text`
    portfolio_pct = 100 · value of the position / value of the fund’s common stock. shares_change =
    shares − shares of the previous quarter, adjusted for the splits that sources state or filings
    show. change_pct = 100 · shares_change / adjusted shares of the previous quarter. action is new,
    exit, hold (a change below ${constants.HOLD_BELOW_PCT}%), add or trim. action is acquired or
    delisted if the company stopped trading. Positions of two quarters are matched by CUSIP.
    conviction is the weight of the stock in the fund less its weight by market value, in percentage
    points: 100 · (value − V · market value of the stock / Σ market values) / value of the fund’s
    common stock. V is the value of the fund’s stocks with a known market value. first_held is the
    last day of the first quarter since which the fund holds the stock without a break.
  `,
  inputs: [...BOOKS, 'financial_facts'],
  source: text`
    Anton, Cohen & Polk, Best Ideas (tilt). Our choice: a change below ${constants.HOLD_BELOW_PCT}%
    counts as none
  `,
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    new_position:
      'The fund did not hold the stock in the previous quarter, so there is no change in percent.',
    exited: 'The fund sold the full position in the quarter, so there is no conviction.',
    acquired: 'The company was acquired in the quarter, so the end of the position is not a sale.',
    delisted: 'The company was delisted in the quarter, so the end of the position is not a sale.',
    option: 'The position is a put or a call, so it has no weight and no conviction.',
    no_portfolio_value: 'The fund states no value of its stocks, so there is no weight.',
    no_market_cap:
      'The market value at the end of the quarter is not known, so there is no conviction.',
    held_since_first_filing:
      'The first known filing of the fund already has the position, so the position may be older.',
    ...ONE_OF_SEVERAL,
    ...VALUE_UNIT,
  },
};

export const FUND_FLOWS: Method = {
  id: 'fund-flows/3',
  formula: text`
    The values cover the common stock of companies that still trade and the funds that filed for
    both quarters. funds_change = new_positions − closed. breadth_change = funds_change / number of
    funds that filed for both quarters. shares_change is the sum of the share changes of all funds,
    adjusted for splits. net_value_change_usd = Σ change of shares · price at the end of the earlier
    quarter (of the current quarter for a new position), so it excludes price changes. value_usd is
    the value of the holdings of all funds at the end of the quarter. ownership_pct = 100 · shares
    of all funds / shares outstanding at the end of the quarter.
  `,
  inputs: [...BOOKS, 'financial_facts'],
  source:
    'Chen, Hong & Stein 2002 (breadth). Our choice: net_value_change_usd excludes price changes',
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    quarter_incomplete: text`
      Less than ${pct(constants.COMPLETE_SHARE)}% of the funds of the earlier quarter have filed.
    `,
    several_classes: 'The values of several classes of stock of the issuer are added together.',
    ...NO_SHARES,
  },
};

export const HOLDERS: Method = {
  id: 'holders/3',
  formula: text`
    The records are the common stock positions in the newest 13F of each filer, for the newest
    quarter or the previous one. The records include every fund with complete filings. If the SEC
    data sets of all filers are imported, the records also include all other filers, which are not
    in the hedge fund records. portfolio_pct = 100 · value / value of the filer’s common stock. If
    only a part of the filing is stored, portfolio_pct uses the total value on the cover page.
    pct_outstanding = 100 · shares / shares outstanding at the end of the quarter. change_pct = 100
    · (shares / shares of the previous quarter, adjusted for splits − 1).
  `,
  inputs: [...BOOKS, 'financial_facts', 'holdings_reports'],
  source: 'Our choice',
  flags: {
    known_in_part: text`
      Only positions in known companies are stored, so portfolio_pct is a share of the full filing,
      including options and bonds.
    `,
    no_portfolio_value: text`
      The report states no total value, or one below the value of the stored positions, so there is
      no portfolio_pct.
    `,
    ...NO_SHARES,
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    new_position:
      'The filer did not hold the stock in the previous quarter, so there is no change in percent.',
    ...ONE_OF_SEVERAL,
  },
};

export const INSIDER_SUMMARY: Method = {
  id: 'insider-summary/1',
  formula: text`
    The counts and values are those of the open-market purchases (code P) and sales (code S) of the
    month, without trades under 10b5-1 plans. Joint filings and amended trades count once.
    net_value_usd = buy_value_usd − sell_value_usd. insider_score = 50 + 50 · tanh(Σ ± role · ln(1 +
    value / $${constants.SIZE_UNIT_USD.toLocaleString('en-US')}) · share of the holding · 2^(−days /
    ${constants.HALF_LIFE_DAYS})), over the ${constants.SCORE_WINDOW_DAYS} days to the end of the
    month. Purchases add to the sum, and sales subtract from it. role is
    ${constants.ROLE_WEIGHTS.chief} for chief executive and financial officers,
    ${constants.ROLE_WEIGHTS.officer} for other officers, ${constants.ROLE_WEIGHTS.director} for
    directors and ${constants.ROLE_WEIGHTS.ten_percent_owner} for ten-percent owners. cluster_buy is
    true if ${constants.CLUSTER_BUYERS} insiders bought within ${constants.CLUSTER_DAYS} days that
    end in the month.
  `,
  inputs: ['insider_transactions'],
  source: 'Alldredge & Blank 2019 (clusters). Our choice of the score and its weights',
  flags: {
    price_missing: 'A trade has no price: it adds to the number of trades but not to their value.',
    no_holding_after: 'A trade does not state the holding after it, so the score leaves it out.',
  },
};
