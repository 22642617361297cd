import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { tickers } from '../../src/catalogue/params.ts';

export const analystRatings = endpoint({
  name: 'analyst_ratings',
  path: '/analyst/ratings',
  group: 'Company Data',
  plan: 'elite-plus',
  title: 'Analyst ratings',
  noun: 'analyst ratings',
  description:
    'Ratings and price targets by firm, newest first, with previous values. For the consensus use price_targets.',
  parameters: { ticker: tickers('ticker') },
  record: {
    ...field.company,
    date: field.day,
    firm: field.text,
    analyst: field.text,
    rating: field.text,
    previous_rating: field.text,
    action: field.text,
    price_target_usd: field.price,
    previous_price_target_usd: field.price,
    upside_pct: noted(field.percent, 'price target relative to the newest price'),
    flags: field.texts,
  },
  collection: 'analystRatings',
  sort: [descending('date')],
});
