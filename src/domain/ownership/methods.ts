import type { Method } from '../method.ts';

const NO_PRIOR_FILING = {
  no_prior_filing: 'No 13F for the quarter before is known, so that no change can be told.',
} as const;

const NO_SHARES = {
  no_shares_outstanding: 'No share count of the nine months before the quarter’s end is known.',
} as const;

const SHARES_MISSING = {
  shares_missing:
    'A filing states no number of shares: what was opened or left is told, no other change is.',
} as const;

/** Filings, and what makes them comparable: closes tell dollars from thousands, and splits. */
const BOOKS = ['companies', 'prices', 'fund_filings', 'securities', 'splits', 'deals'] as const;

const ONE_OF_SEVERAL = {
  one_of_several_classes: 'The issuer has other classes of stock, each with records of its own.',
} as const;

const VALUE_UNIT = {
  value_unit_by_price:
    'The values of the filing count dollars or thousands against what its day lets expect, as prices show.',
} as const;

export const FUND_SENTIMENT: Method = {
  id: 'fund-sentiment/3',
  formula:
    'sentiment_score = 100 · tanh(0.4 · z(flow) + 0.3 · z(breadth change) + 0.2 · NPR + 0.1 · ' +
    'cluster), a missing part adding nothing. flow = Σ over the funds of the weight of the stock in ' +
    'the fund (before, for an exit) · sign of the change of shares; breadth change = (new − closed) ' +
    '/ funds that filed for both quarters; z is across the stocks of the quarter. NPR = (purchases ' +
    '− sales) / (purchases + sales) by value of insiders’ open-market trades of six months, routine ' +
    'ones left out; cluster is 1 where three insiders bought within 30 days of the quarter. label: ' +
    'very bullish from 60, bullish from 20, neutral above −20, bearish above −60.',
  inputs: [...BOOKS, 'insider_transactions'],
  source:
    'Chen, Hong & Stein 2002 (breadth); Lakonishok & Lee 2001 (net purchase ratio); Cohen, Malloy & ' +
    'Pomorski 2012 (routine trades); Alldredge & Blank 2019 (clusters). Our choice of the weights',
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    no_cross_section: 'Fewer than two stocks of the quarter, or no spread between them: no z.',
    no_prior_score: 'The quarter before has no score: no change from it.',
    no_insider_trades: 'No open-market trade with a price in the six months: no NPR.',
  },
};

export const FUND_SUMMARY: Method = {
  id: 'fund-summary/2',
  formula:
    'Of each fund’s newest 13F that is known whole: total_value_usd sums its common stock, biotech_pct = 100 · value of ' +
    'biopharma stocks / total_value_usd. turnover_pct = 100 · min(purchases, sales) / mean value of ' +
    'the two quarters, shares changed · price at the earlier quarter’s end (a new position at the ' +
    'present one). is_specialist: a filing marks the fund so, or it holds at least $250 million and ' +
    '14 of its 20 largest stocks (70 % of fewer) are biopharma.',
  inputs: BOOKS,
  source:
    'SEC Form N-1A (turnover of funds), quarterly; BPIQ’s rule (specialists). Our choice: biopharma ' +
    'by the words of industry and sector',
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    no_industries: 'The store knows no company of biopharma: biotech_pct is null.',
    ...VALUE_UNIT,
  },
};

export const FUND_POSITIONS: Method = {
  id: 'fund-positions/3',
  formula:
    'portfolio_pct = 100 · value / the fund’s common stock. shares_change = shares − shares of the ' +
    'quarter before, adjusted for the splits that sources state or the filings show; change_pct = 100 · shares_change ' +
    '/ the latter; action is new, exit, hold (below 0.5 %), add or trim; acquired or delisted where the company ended, quarters being joined by CUSIP. conviction = 100 · (value − ' +
    'V · market value of the stock / Σ market values) / the fund’s common stock, over its V dollars ' +
    'of stocks with a known market value: the weight above the one by market value, in percentage ' +
    'points. first_held is the first quarter’s end of the unbroken holding.',
  inputs: [...BOOKS, 'financial_facts'],
  source:
    'Anton, Cohen & Polk, Best Ideas (tilt). Our choice: a change below half a percent is none',
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    new_position: 'Not held a quarter before: no change in percent.',
    exited: 'Sold whole in the quarter: no conviction.',
    acquired: 'The company was bought in the quarter: the fund did not leave it.',
    delisted: 'The company left the exchange in the quarter: the fund did not leave it.',
    option: 'A put or a call: neither weight nor conviction.',
    no_portfolio_value: 'The fund states no value of its stocks: no weight.',
    no_market_cap: 'The market value on the quarter’s end is not known: no conviction.',
    held_since_first_filing: 'Held in the first filing that is known: it may be older.',
    ...ONE_OF_SEVERAL,
    ...VALUE_UNIT,
  },
};

export const FUND_FLOWS: Method = {
  id: 'fund-flows/3',
  formula:
    'Over common stock of companies that still trade and the funds that filed for both quarters: funds_change = new_positions − ' +
    'closed, breadth_change = funds_change / those funds, shares_change = Σ of their changes, ' +
    'adjusted for splits. net_value_change_usd = Σ shares changed · price at the earlier quarter’s ' +
    'end (a new position at the present one), so that prices alone move nothing. value_usd sums what ' +
    'those funds hold at the quarter’s end. ownership_pct = ' +
    '100 · shares of all funds / shares outstanding at the quarter’s end.',
  inputs: [...BOOKS, 'financial_facts'],
  source: 'Chen, Hong & Stein 2002 (breadth). Our choice: price-neutral values',
  flags: {
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    quarter_incomplete: 'Under 80 % of the earlier quarter’s funds have filed yet.',
    several_classes: 'Classes of stock of one issuer are added together.',
    ...NO_SHARES,
  },
};

export const HOLDERS: Method = {
  id: 'holders/3',
  formula:
    'Common stock of each filer’s newest 13F, of the newest quarter or the one before it: of funds ' +
    'whose filings are known whole and, where the data sets of all filers are read, of everybody ' +
    'else, who count in no record of hedge funds. portfolio_pct = 100 · value / the filer’s common ' +
    'stock, or the whole table that its cover states where a part of it is known. ' +
    'pct_outstanding = 100 · shares / shares outstanding at the quarter’s end; change_pct = 100 · ' +
    '(shares / shares a quarter before, adjusted for splits − 1).',
  inputs: [...BOOKS, 'financial_facts', 'holdings_reports'],
  source: 'Our choice',
  flags: {
    known_in_part:
      'Of the report its shares of these companies alone are known: portfolio_pct is of the whole ' +
      'table, options and bonds included.',
    no_portfolio_value: 'The report states no value of its whole table, or less than its parts.',
    ...NO_SHARES,
    ...NO_PRIOR_FILING,
    ...SHARES_MISSING,
    new_position: 'Not held a quarter before: no change in percent.',
    ...ONE_OF_SEVERAL,
  },
};

export const INSIDER_SUMMARY: Method = {
  id: 'insider-summary/1',
  formula:
    'Counts and values of open-market purchases (code P) and sales (S) of the month, outside of ' +
    '10b5-1 plans, joint filers and amended trades once; net_value_usd = buy_value_usd − ' +
    'sell_value_usd. insider_score = 50 + 50 · tanh(Σ ± role · ln(1 + value / $100,000) · share of ' +
    'the holding · 2^(−days / 90)) over the year to the month’s end: purchases add, sales subtract, ' +
    'role is 1 for chief executive and financial officers, 0.8 other officers, 0.6 directors, 0.4 ' +
    'ten-percent owners. cluster_buy: three insiders bought within 30 days that end in the month.',
  inputs: ['insider_transactions'],
  source: 'Alldredge & Blank 2019 (clusters). Our choice of the score and its weights',
  flags: {
    price_missing: 'A trade without a price is counted, its value is not.',
    no_holding_after: 'A trade that states no holding after it is not in the score.',
  },
};
