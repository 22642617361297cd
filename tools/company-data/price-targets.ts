import {
  descending,
  endpoint,
  integer,
  limitOf,
  noted,
  number,
  text,
  texts,
} from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const priceTargets = endpoint({
  name: 'price_targets',
  path: '/analyst/price-targets',
  group: 'Company Data',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Consensus and price targets',
  description:
    "Consensus rating and the range of price targets by ticker, largest upside first, from each firm's latest rating. For single ratings use analyst_ratings.",
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    consensus_rating: text,
    strong_buy: integer,
    buy: integer,
    hold: integer,
    sell: integer,
    strong_sell: integer,
    target_high_usd: number,
    target_low_usd: number,
    target_mean_usd: number,
    target_median_usd: number,
    analysts: integer,
    price_usd: number,
    upside_pct: noted(number, 'mean target over price'),
    as_of: text,
    method: text,
    flags: texts,
  },
  collection: 'priceTargets',
  sort: [descending('upside_pct')],
  paging: 'pages',
  origin: 'extension',
});
