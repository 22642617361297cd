import {
  companyName,
  day,
  descending,
  endpoint,
  noted,
  percent,
  price,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { tickers } from '../../src/catalogue/params.ts';

export const analystRatings = endpoint({
  name: 'analyst_ratings',
  path: '/analyst/ratings',
  group: 'Company Data',
  plan: 'elite-plus',
  title: 'Analyst ratings',
  noun: 'analyst ratings',
  description:
    'Ratings and price targets by firm, newest first, with the previous values. For the consensus use price_targets.',
  parameters: {
    ticker: tickers('ticker'),
  },
  record: {
    ticker: text,
    company_name: companyName,
    date: day,
    firm: text,
    analyst: text,
    rating: text,
    previous_rating: text,
    action: text,
    price_target_usd: price,
    previous_price_target_usd: price,
    upside_pct: noted(percent, 'target compared to the newest price'),
    flags: texts,
  },
  collection: 'analystRatings',
  sort: [descending('date')],
});
