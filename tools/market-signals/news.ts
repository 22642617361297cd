import { descending, endpoint, flag, limitOf, prose, text, texts } from '../../src/endpoint.ts';
import { page, tickersAmong } from '../../src/params.ts';

export const news = endpoint({
  name: 'news',
  path: '/market/news',
  group: 'Market Signals',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'News',
  noun: 'headlines',
  description:
    'Headlines by ticker, latest first, with source and link. Headlines are what others wrote; check facts with the other tools.',
  parameters: {
    // Our choice: a headline names several tickers; the one asked for must be one of them.
    ticker: tickersAmong('tickers'),
    page: page(),
  },
  record: {
    id: text,
    title: text,
    tickers: texts,
    source: text,
    source_url: text,
    summary: prose,
    category: text,
    is_major: flag,
    published_at: text,
  },
  collection: 'news',
  sort: [descending('published_at')],
  paging: 'pages',
  origin: 'extension',
});
