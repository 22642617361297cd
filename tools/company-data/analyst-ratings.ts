import { descending, endpoint, limitOf, noted, number, text, texts } from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const analystRatings = endpoint({
  name: 'analyst_ratings',
  path: '/analyst/ratings',
  group: 'Company Data',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Analyst ratings',
  description:
    'Ratings and price targets by firm, latest first, with what they were before. For the consensus use price_targets.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    date: text,
    firm: text,
    analyst: text,
    rating: text,
    previous_rating: text,
    action: text,
    price_target_usd: number,
    previous_price_target_usd: number,
    upside_pct: noted(number, 'target over the newest price'),
    flags: texts,
    source: text,
    source_url: text,
  },
  collection: 'analystRatings',
  sort: [descending('date')],
  paging: 'pages',
  origin: 'extension',
});
