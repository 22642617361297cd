import { STALE_MONTHS } from '../finance/constants.ts';
import type { Method } from '../method.ts';
import { pct, text } from '../method-parts.ts';
import * as constants from './constants.ts';

export const UNUSUAL_VOLUME: Method = {
  id: 'volume/2',
  formula: text`
    relative_volume = volume / mean volume of the ${constants.AVERAGE_DAYS} sessions before.
    robust_z = ${constants.MEDIAN_DEVIATION} · (x − median) / MAD of x = ln volume against the
    traded sessions among the ${constants.BASELINE_DAYS} before, or (x − median) /
    (${constants.INVERSE_MEAN_DEVIATION} · mean absolute deviation) if MAD is 0. An alert has
    relative_volume ≥ ${constants.ALERT_RELATIVE_VOLUME} and |robust_z| >
    ${constants.ALERT_ROBUST_Z}, or relative_volume ≥ ${constants.WARMING_RELATIVE_VOLUME} if there
    are fewer than ${constants.MIN_BASELINE_DAYS} traded sessions; alerts of ${constants.ALERT_DAYS}
    days are served. change_pct = 100 · (close / close of the trading day before − 1).
  `,
  inputs: ['companies', 'prices', 'splits', 'catalysts'],
  source: text`
    Iglewicz & Hoaglin 1993 (modified z-score); Ajinkya & Jain 1989 (log volume). Our choice of the
    bounds on relative volume
  `,
  flags: {
    baseline_warming: text`
      There are fewer than ${constants.MIN_BASELINE_DAYS} traded sessions before: no robust_z, and a
      higher bound on relative_volume.
    `,
    no_previous_close:
      'The close of the trading day before is not known or not above 0: no change.',
    no_catalyst: 'The company had no future catalyst on that day.',
  },
};

export const MOVERS: Method = {
  id: 'movers/2',
  formula: text`
    change_pct = 100 · (close / close of the trading day before − 1) in the newest stored session,
    for shares with both closes and a change, one ticker per company: warrants, rights, units and
    other share classes are left out. relative_volume = volume / mean volume of the
    ${constants.AVERAGE_DAYS} sessions before; market_cap_usd = shares outstanding · close.
  `,
  inputs: ['companies', 'prices', 'splits', 'financial_facts', 'catalysts'],
  source: 'Our choice',
  flags: {
    no_volume: 'The session states no volume.',
    no_average_volume: text`
      There are fewer than ${constants.AVERAGE_DAYS} sessions before, or all without volume.
    `,
    no_shares_outstanding: text`
      No share count of the last ${STALE_MONTHS} months is known: no market value.
    `,
    short_history: 'Bars of less than 52 weeks are known.',
    sparse_history: text`
      Less than ${pct(constants.MIN_HISTORY_SHARE)} % of the sessions of 52 weeks, or since the
      first close, have a price.
    `,
    no_catalyst: 'The company has no future catalyst.',
  },
};

export const PRICE_HISTORY: Method = {
  id: 'price-history/1',
  formula: text`
    A week is Monday to Sunday. open_usd is that of the first trading day of the period, close_usd that
    of the last; high_usd and low_usd are the extremes and volume the sum of its days, null if one of
    them is unknown. Prices are divided by the ratios of later splits, and volumes multiplied;
    adjusted=false shows them as traded. split_ratio is the product of new shares per old share of the
    splits in the period. return_pct = 100 · (adjusted close / the last one on or before from − 1),
    without dividends; benchmark_return_pct is the same of the equal-weighted index of the priced
    universe, and excess_pct their difference.
  `,
  inputs: ['companies', 'prices', 'splits'],
  source: 'Our choice. The benchmark is that of the model portfolios',
  flags: {
    starts_later: 'No close on or before from is known: returns start at the first known close.',
    no_return: 'The close at the start is not above 0: no return.',
    no_benchmark: 'The benchmark has no level at the start: no benchmark return.',
  },
};

export const ANALYST_CONSENSUS: Method = {
  id: 'analyst-consensus/2',
  formula: text`
    Each firm’s latest note of the last ${constants.MAX_RATING_DAYS} days counts, with its rating
    read as a grade from 1 (strong buy) to 5 (strong sell); consensus_rating is the bin of the mean
    grade to one decimal: 1.0 strong_buy, up to 2.0 moderate_buy, 3.0 hold, 4.0 moderate_sell, above
    strong_sell. The targets are the newest that each firm stated in that time; upside_pct = 100 ·
    (target_mean_usd / price_usd − 1).
  `,
  inputs: ['companies', 'prices', 'splits', 'analyst_ratings'],
  source: text`
    I/B/E/S (scale of five grades); Zacks (bins of the mean). Our choice:
    ${constants.MAX_RATING_DAYS} days
  `,
  flags: {
    no_ratings: `No note of the last ${constants.MAX_RATING_DAYS} days has a known rating.`,
    no_targets: `No note of the last ${constants.MAX_RATING_DAYS} days states a target.`,
    no_price: 'The stock has no recent close: no upside.',
    unrecognised_rating: 'A firm’s latest rating is not known: the firm is left out.',
    delisted: 'The company no longer trades: the price is the last one.',
  },
};
