import type { Method } from '../method.ts';

const NO_CATALYST = 'No catalyst of the company lay ahead on that day.';

export const UNUSUAL_VOLUME: Method = {
  id: 'volume/2',
  formula:
    'relative_volume = volume / mean volume of the 20 sessions before. robust_z = 0.6745 · (x − ' +
    'median) / MAD of x = ln volume against the traded sessions of the 60 before, and (x − median) / ' +
    '(1.253314 · mean absolute deviation) where MAD is 0. An alert has relative_volume ≥ 2 and ' +
    '|robust_z| > 3.5, or relative_volume ≥ 3 while fewer than 30 sessions stand behind robust_z; ' +
    'alerts of 30 days are served. change_pct = 100 · (close / close of the trading day before − 1).',
  inputs: ['companies', 'prices', 'splits', 'catalysts'],
  source:
    'Iglewicz & Hoaglin 1993 (modified z-score); Ajinkya & Jain 1989 (log volume). Our choice of ' +
    'the bounds on relative volume',
  flags: {
    baseline_warming: 'Fewer than 30 traded sessions before: no robust_z, a higher bound.',
    no_previous_close:
      'The close of the trading day before is not known or not above 0: no change.',
    no_catalyst: NO_CATALYST,
  },
};

export const MOVERS: Method = {
  id: 'movers/2',
  formula:
    'change_pct = 100 · (close / close of the trading day before − 1) of the newest session of the ' +
    'store, of the shares with both closes that moved, one ticker a company: its warrants, rights, ' +
    'units and further classes are left out. relative_volume = volume / mean volume of ' +
    'the 20 sessions before; market_cap_usd = shares outstanding · close.',
  inputs: ['companies', 'prices', 'splits', 'financial_facts', 'catalysts'],
  source: 'Our choice',
  flags: {
    no_volume: 'The session states no volume.',
    no_average_volume: 'Fewer than 20 sessions before, or all without volume.',
    no_shares_outstanding: 'No share count of the last nine months: no market value.',
    short_history: 'Bars of less than 52 weeks are known.',
    sparse_history:
      'Fewer than nine in ten sessions of 52 weeks, or since the first close, have a price.',
    no_catalyst: 'No catalyst of the company lies ahead.',
  },
};

export const ANALYST_CONSENSUS: Method = {
  id: 'analyst-consensus/2',
  formula:
    'Each firm’s latest note of the last 180 days counts, with its word read as a grade from 1 ' +
    '(strong buy) to 5 (strong sell); consensus_rating is the bin of the mean grade to one decimal: ' +
    '1.0 strong_buy, up to 2.0 moderate_buy, 3.0 hold, 4.0 moderate_sell, above strong_sell. ' +
    'Targets are each firm’s newest stated one in that time; upside_pct = 100 · (target_mean_usd / ' +
    'price_usd − 1).',
  inputs: ['companies', 'prices', 'splits', 'analyst_ratings'],
  source: 'I/B/E/S (scale of five grades); Zacks (bins of the mean). Our choice: 180 days',
  flags: {
    no_ratings: 'No note of the last 180 days has a word that is known.',
    no_targets: 'No note of the last 180 days states a target.',
    no_price: 'The stock has no close of the last sessions: no upside.',
    unrecognised_rating: 'A firm’s latest word is not known: the firm is left out.',
    delisted: 'The company no longer trades: the price is its last.',
  },
};
