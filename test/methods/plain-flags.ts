import { STALE_MONTHS } from '../../src/domain/finance/constants.ts';
import { RUNWAY } from '../../src/domain/finance/methods.ts';
import { AVERAGE_DAYS, MIN_HISTORY_SHARE } from '../../src/domain/market/constants.ts';

const DELISTED = 'The company no longer trades, so the price is the last known price.';

/** The meaning of the flags in records without a method, by collection. */
export const plainFlags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  companies: {
    ...RUNWAY.flags,
    no_price: 'The recent closing price is not known because the stock does not trade.',
    no_shares_outstanding: `No source states a share count for the last ${STALE_MONTHS} months.`,
    no_short_interest: 'The store has no short-interest report of the stock.',
    old_short_interest:
      'The newest short-interest report (settled on `short_interest_date`) is from before the last quarter, so the percentage of the float is not computed.',
    no_float: 'The newest short-interest report states no float.',
    no_insider_filings: 'The store has no insider transaction of the company.',
    no_options: 'The store has no option chain of the company.',
    no_programs: 'The company has no program in development or on the market.',
  },
  priceSnapshot: {
    no_previous_close:
      'The close of the previous trading day is missing, so the change cannot be computed.',
    no_volume: 'The volume of the session is unknown.',
    no_average_volume: `Fewer than ${AVERAGE_DAYS} previous sessions are stored, or none of them has volume.`,
    no_shares_outstanding: `The market value cannot be computed because no source states a share count for the last ${STALE_MONTHS} months.`,
    short_history: 'The stored prices cover less than 52 weeks.',
    sparse_history:
      `The store has prices for less than ${100 * MIN_HISTORY_SHARE}% of the sessions of the last 52 weeks. If ` +
      'the first stored close is less than 52 weeks old, only the sessions since that close count. The 52-week range covers only the stored prices.',
    delisted: DELISTED,
    no_price: 'No price of the ticker is stored, so only its short interest is shown.',
    no_recent_session:
      'The newest stored session of the stock is over ten days older than the newest stored session of any stock.',
  },
  fdaDecisions: {
    reason_not_known: 'The reasons for the refusal are unknown because no letter states them.',
    day_not_known:
      'The source states the goal date of the decision, but not the day of the decision.',
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
    date_after_filing:
      'The date of the transaction is after its filing, usually because the year is mistyped.',
  },
  maDeals: {
    no_upfront_value: 'The upfront payment is unknown because no source states it.',
    no_milestone_value: 'The later payments are unknown because no source states them.',
    no_value: 'The total value is unknown because no source states it.',
    no_premium: 'The premium is unknown because no source states it.',
    premium_not_applicable: 'No shares of a company are bought, so the deal has no premium.',
    no_closed_date: 'The deal has closed, but no source states the day of the closing.',
  },
};
