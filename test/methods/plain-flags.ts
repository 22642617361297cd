import { STALE_MONTHS } from '../../src/domain/finance/constants.ts';
import { RUNWAY } from '../../src/domain/finance/methods.ts';
import { AVERAGE_DAYS, MIN_HISTORY_SHARE } from '../../src/domain/market/constants.ts';

const DELISTED = 'The company no longer trades, so the price is the last known price.';

/** The meaning of the flags in records without a method, by collection. */
export const plainFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  companies: {
    ...RUNWAY.flags,
    no_price: 'The recent closing price is not known because the stock does not trade.',
    no_shares_outstanding: `No share count of the last ${STALE_MONTHS} months is known.`,
    no_short_interest: 'No short-interest report of the stock is known.',
    old_short_interest:
      'The newest short-interest report (settled on `short_interest_date`) is from before the last quarter, so the percentage of the float is not computed.',
    no_float: 'The newest short-interest report states no float.',
    no_insider_filings: 'No insider transaction of the company is known.',
    no_options: 'No option chain of the company is known.',
    no_programs: 'The company has no program in development or on the market.',
  },
  priceSnapshot: {
    no_previous_close:
      'The close of the previous trading day is not known, so the change cannot be computed.',
    no_volume: 'The session states no volume.',
    no_average_volume: `Fewer than ${AVERAGE_DAYS} previous sessions are known, or none of them has volume.`,
    no_shares_outstanding: `The market value cannot be computed because no share count of the last ${STALE_MONTHS} months is known.`,
    short_history: 'Prices are known for less than 52 weeks.',
    sparse_history:
      `Prices are known for less than ${100 * MIN_HISTORY_SHARE}% of the sessions of the last 52 weeks, or of ` +
      'the sessions since the first known close. The 52-week range covers only the known prices.',
    delisted: DELISTED,
    no_recent_session:
      'The newest session of the stock is over ten days older than the newest session of all stocks.',
  },
  fdaDecisions: {
    reason_not_known: 'The reasons of the refusal are unknown because no letter states them.',
    class_by_deficiencies:
      'No text states the class of the resubmission, so it is derived from the deficiencies in the letter.',
  },
  analystRatings: {
    no_target: 'The analyst note states no price target, so the upside cannot be computed.',
    no_price: 'The stock has no recent closing price, so the upside cannot be computed.',
    delisted: DELISTED,
  },
  insiderTransactions: {
    shares_missing: 'The transaction states no share count, so the value cannot be computed.',
    price_missing: 'The transaction states no price, so the value cannot be computed.',
    date_after_filing: 'The transaction is dated after its filing, usually with a mistyped year.',
  },
  maDeals: {
    no_upfront_value: 'The upfront payment is unknown because no source states it.',
    no_milestone_value: 'The later payments are unknown because no source states them.',
    no_value: 'The total value is unknown because no source states it.',
    no_premium: 'The premium is unknown because no source states it.',
    premium_not_applicable: 'The deal does not buy shares of a company, so it has no premium.',
    no_closed_date: 'The deal has closed, but the day of the closing is not known.',
  },
};
