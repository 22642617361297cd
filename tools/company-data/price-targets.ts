import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
  parameters: { ticker: tickers('ticker') },
  record: {
    ...field.company,
    consensus_rating: field.text,
    strong_buy: field.integer,
    buy: field.integer,
    hold: field.integer,
    sell: field.integer,
    strong_sell: field.integer,
    target_high_usd: field.price,
    target_low_usd: field.price,
    target_mean_usd: field.price,
    target_median_usd: field.price,
    analysts: field.integer,
    price_usd: field.price,
    upside_pct: noted(field.percent, 'mean price target relative to the price'),
    as_of: field.day,
    method: field.text,
    flags: field.texts,
  },
  collection: 'priceTargets',
  sort: [descending('upside_pct')],
});
