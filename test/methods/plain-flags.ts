import { STALE_MONTHS } from '../../src/domain/finance/constants.ts';
import { RUNWAY } from '../../src/domain/finance/methods.ts';
import { AVERAGE_DAYS, MIN_HISTORY_SHARE } from '../../src/domain/market/constants.ts';

const DELISTED = 'The company no longer trades: the price is its last.';

/** The meaning of the flags in records without a method, by collection. */
export const plainFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  companies: {
    ...RUNWAY.flags,
    no_price: 'There is no recent close, since the stock does not trade.',
    no_shares_outstanding: `No share count of the last ${STALE_MONTHS} months is known.`,
    no_short_interest: 'No short interest of the last quarter is known.',
    no_float: 'The newest short interest states no float.',
    no_insider_filings: 'No insider transaction of the company is known.',
    no_options: 'No option chain of the company is known.',
    no_programs: 'No program of the company is in development or on the market.',
  },
  priceSnapshot: {
    no_previous_close: 'The close of the previous trading day is not known: no change.',
    no_volume: 'The session states no volume.',
    no_average_volume: `Fewer than ${AVERAGE_DAYS} earlier sessions are known, or none has a volume.`,
    no_shares_outstanding: `No share count of the last ${STALE_MONTHS} months: no market cap.`,
    short_history: 'Bars of less than 52 weeks are known.',
    sparse_history:
      `Less than ${100 * MIN_HISTORY_SHARE} % of the sessions of 52 weeks, or since the first ` +
      'close, have a price: the range covers only these.',
    delisted: DELISTED,
    no_recent_session: 'The newest session of the stock is over ten days older than the newest.',
  },
  fdaDecisions: {
    reason_not_known: 'No letter states the reasons of the refusal.',
    class_by_deficiencies:
      'No text states the class of the resubmission: it follows from the deficiencies of the letter.',
  },
  analystRatings: {
    no_target: 'The note states no target: no upside.',
    no_price: 'The stock has no recent close: no upside.',
    delisted: DELISTED,
  },
  insiderTransactions: {
    shares_missing: 'The transaction states no number of shares: no value.',
    price_missing: 'The transaction states no price: no value.',
    date_after_filing: 'The transaction is dated after its filing, usually with a mistyped year.',
  },
  maDeals: {
    no_upfront_value: 'The upfront payment is not stated.',
    no_milestone_value: 'The later payments are not stated.',
    no_value: 'The total is not stated.',
    no_premium: 'The premium is not stated.',
    premium_not_applicable: 'The deal does not buy shares of a company, so it has no premium.',
    no_closed_date: 'The deal has closed on an unknown day.',
  },
};
