import { RUNWAY } from '../../src/domain/finance/methods.ts';

/** What the flags of records without a method mean, by collection. */
export const plainFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  companies: {
    ...RUNWAY.flags,
    no_price: 'No close of the last sessions: the stock does not trade.',
    no_shares_outstanding: 'No share count of the last nine months is known.',
    no_short_interest: 'No short interest of the last quarter is known.',
    no_float: 'The newest short interest states no float.',
    no_insider_filings: 'No insider transaction of the company is known.',
    no_options: 'No option chain of the company is known.',
    no_programs: 'No program of the company is in development or on the market.',
  },
  priceSnapshot: {
    no_previous_close: 'The close of the trading day before is not known: no change.',
    no_volume: 'The session states no volume.',
    no_average_volume: 'Fewer than 20 sessions before, or all without volume.',
    no_shares_outstanding: 'No share count of the last nine months: no market value.',
    short_history: 'Bars of less than 52 weeks are known.',
    sparse_history:
      'Fewer than nine in ten sessions of 52 weeks, or since the first close, have a price: the ' +
      'range is of those.',
    delisted: 'The company no longer trades: the price is its last.',
    no_recent_session: 'The stock stopped trading: its newest session is ten days behind others.',
  },
  fdaDecisions: {
    reason_not_known: 'A refusal of which no letter states the reasons.',
  },
  analystRatings: {
    no_target: 'The note states no target: no upside.',
    no_price: 'The stock has no close of the last sessions: no upside.',
    delisted: 'The company no longer trades: the price is its last.',
  },
  insiderTransactions: {
    shares_missing: 'The transaction states no number of shares: no value.',
    price_missing: 'The transaction states no price: no value.',
    date_after_filing: 'The transaction is dated after its own filing, a mistyped year mostly.',
  },
  maDeals: {
    no_upfront_value: 'What is paid at closing is not stated.',
    no_milestone_value: 'What is paid later is not stated.',
    no_value: 'The total is not stated.',
    no_premium: 'The premium is not stated.',
    premium_not_applicable: 'No shares of a company are bought, so that there is no premium.',
    no_closed_date: 'The deal has closed on a day that is not stated.',
  },
};
