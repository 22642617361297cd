import {
  companyName,
  day,
  descending,
  endpoint,
  integer,
  noted,
  percent,
  price,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { tickers } from '../../src/catalogue/params.ts';

export const priceTargets = endpoint({
  name: 'price_targets',
  path: '/analyst/price-targets',
  group: 'Company Data',
  plan: 'elite-plus',
  title: 'Consensus and price targets',
  noun: 'price targets',
  description:
    "Consensus rating and range of price targets by ticker, from each firm's latest rating, largest upside first. For single ratings use analyst_ratings.",
  parameters: {
    ticker: tickers('ticker'),
  },
  record: {
    ticker: text,
    company_name: companyName,
    consensus_rating: text,
    strong_buy: integer,
    buy: integer,
    hold: integer,
    sell: integer,
    strong_sell: integer,
    target_high_usd: price,
    target_low_usd: price,
    target_mean_usd: price,
    target_median_usd: price,
    analysts: integer,
    price_usd: price,
    upside_pct: noted(percent, 'mean target compared to the price'),
    as_of: day,
    method: text,
    flags: texts,
  },
  collection: 'priceTargets',
  sort: [descending('upside_pct')],
});
