import { STALE_MONTHS } from '../finance/constants.ts';
import type { Method } from '../method.ts';
import { pct, text } from '../method-parts.ts';
import * as constants from './constants.ts';

export const UNUSUAL_VOLUME: Method = {
  id: 'volume/2',
  formula: text`
    relative_volume = volume / mean volume of the previous ${constants.AVERAGE_DAYS} sessions.
    robust_z = ${constants.MEDIAN_DEVIATION} · (x − median) / MAD, where x = ln volume. The median
    and the MAD (median absolute deviation) of x are computed from the traded sessions among the
    previous ${constants.BASELINE_DAYS} sessions. If MAD is 0, robust_z = (x − median) /
    (${constants.INVERSE_MEAN_DEVIATION} · mean absolute deviation). An alert has relative_volume ≥
    ${constants.ALERT_RELATIVE_VOLUME} and |robust_z| > ${constants.ALERT_ROBUST_Z}. If there are
    fewer than ${constants.MIN_BASELINE_DAYS} traded sessions, an alert needs only relative_volume ≥
    ${constants.WARMING_RELATIVE_VOLUME}. The records are the alerts of the last
    ${constants.ALERT_DAYS} days. change_pct = 100 · (close / close of the previous trading day −
    1).
  `,
  inputs: ['companies', 'prices', 'splits', 'catalysts', 'catalyst_changes'],
  source: text`
    Iglewicz & Hoaglin 1993 (modified z-score); Ajinkya & Jain 1989 (log volume). Our choice: the
    bounds of relative volume
  `,
  flags: {
    baseline_warming: text`
      There are fewer than ${constants.MIN_BASELINE_DAYS} previous traded sessions, so robust_z
      cannot be computed, and an alert needs a higher relative_volume.
    `,
    no_previous_close:
      'The close of the previous trading day is missing or not above 0, so the change cannot be computed.',
    no_catalyst: 'On the day of the alert, the company had no future catalyst.',
  },
};

export const MOVERS: Method = {
  id: 'movers/2',
  formula: text`
    change_pct = 100 · (close / close of the previous trading day − 1) in the newest stored session.
    The records are the stocks whose close differs from the previous close. Each company has only
    one record: its warrants, rights, units and other share classes are left out. relative_volume =
    volume / mean volume of the previous ${constants.AVERAGE_DAYS} sessions. market_cap_usd = shares
    outstanding · close.
  `,
  inputs: ['companies', 'prices', 'splits', 'financial_facts', 'catalysts'],
  source: 'Our choice',
  flags: {
    no_volume: 'The volume of the session is unknown.',
    no_average_volume: text`
      There are fewer than ${constants.AVERAGE_DAYS} previous sessions, or none of them has volume.
    `,
    no_shares_outstanding: text`
      The market value cannot be computed because no source states a share count for the last
      ${STALE_MONTHS} months.
    `,
    short_history: 'The stored prices cover less than 52 weeks.',
    sparse_history: text`
      The store has prices for less than ${pct(constants.MIN_HISTORY_SHARE)}% of the sessions of the
      last 52 weeks. If the first stored close is less than 52 weeks old, only the sessions since
      that close count.
    `,
    no_catalyst: 'The company has no future catalyst.',
  },
};

export const PRICE_HISTORY: Method = {
  id: 'price-history/5',
  formula: text`
    A week lasts from Monday to Sunday. open_usd is the open of the first trading day of the period,
    and close_usd is the close of the last trading day. high_usd and low_usd are the highest and
    lowest price of the period, and volume is the sum over its days. A value is null if it is
    unknown on any day of the period. Prices are divided by the ratios of later splits, and volumes
    are multiplied by these ratios. With adjusted=false, prices and volumes are unadjusted.
    split_ratio is the product of (new shares / old shares) over the splits in the period.
    return_pct = 100 · (adjusted close / adjusted close at the start − 1), without dividends.
    Returns start at the close on the day in the parameter “from”. If that day has no close, returns
    start at the last close in the week before that day. benchmark_return_pct is the return of an
    equally weighted index of all tickers that have prices. excess_pct = return_pct −
    benchmark_return_pct. The tickers US1M, US6W, US2M, US3M, US4M, US6M and US1Y are Treasury bills
    of 4, 6, 8, 13, 17, 26 and 52 weeks, in this order. Their records have no prices. In these
    records, yield_pct and discount_pct are the yield and the bank discount rate on the last day of
    the period. In the SEC’s file of fails to deliver, each row has a settlement day, and the price
    in the row is the close of the previous trading day. The price is therefore shown as the
    close_usd of the previous trading day. fails_shares and the unadjusted price of the row
    (fails_price_usd) are shown on the settlement day.
  `,
  inputs: ['companies', 'prices', 'splits', 'treasury_rates', 'fails_to_deliver'],
  source: 'Our choice. The benchmark is also the benchmark of the model portfolios',
  flags: {
    starts_later:
      'The store has no close on the day in the parameter “from” or in the week before it, so returns ' +
      'start at the first later close.',
    no_return: 'The close at the start is not above 0, so the return cannot be computed.',
    no_benchmark:
      'The benchmark has no level at the start, so the benchmark return cannot be computed.',
  },
};

export const ANALYST_CONSENSUS: Method = {
  id: 'analyst-consensus/3',
  formula: text`
    The newest rating by each analyst firm in the last ${constants.MAX_RATING_DAYS} days is used.
    Each rating is converted to a grade from 1 (strong buy) to 5 (strong sell). consensus_rating
    depends on the mean grade, rounded to one decimal: 1.0 is strong_buy, up to 2.0 is moderate_buy,
    up to 3.0 is hold, up to 4.0 is moderate_sell, and above 4.0 is strong_sell. Price targets are
    computed from the newest target of each firm in the last ${constants.MAX_RATING_DAYS} days. If
    no firm has a target, the consensus of a vendor is used. upside_pct = 100 · (target_mean_usd /
    price_usd − 1).
  `,
  inputs: ['companies', 'prices', 'splits', 'analyst_ratings', 'price_target_consensus'],
  source: text`
    I/B/E/S (scale of five grades); Zacks (bins of the mean). Our choice:
    ${constants.MAX_RATING_DAYS} days
  `,
  flags: {
    no_ratings: `The store has no rating from the last ${constants.MAX_RATING_DAYS} days.`,
    no_targets: `The store has no price target from the last ${constants.MAX_RATING_DAYS} days.`,
    vendor_consensus:
      'No analyst firm’s price target is stored, so the targets are the consensus of a data vendor.',
    no_price: 'The stock has no recent closing price, so the upside cannot be computed.',
    unrecognised_rating: 'The latest rating of a firm is not recognized, so the firm is left out.',
    delisted: 'The company no longer trades, so the price is the last known price.',
  },
};
