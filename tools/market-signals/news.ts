import {
  descending,
  endpoint,
  flag,
  long,
  prose,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { contains, from, tickersAmong, to } from '../../src/catalogue/params.ts';

export const news = endpoint({
  name: 'news',
  path: '/market/news',
  group: 'Market Signals',
  plan: 'basic',
  title: 'News',
  noun: 'headlines',
  description:
    'Headlines by ticker, newest first, with source. Verify their claims with other tools.',
  parameters: {
    // Our choice: a headline can name several tickers, and any of them matches.
    ticker: tickersAmong('tickers'),
    category: contains('category', 'regulatory or clinical'),
    dateFrom: from('published_at', 'date'),
    dateTo: to('published_at', 'date'),
  },
  record: {
    id: long(text),
    title: text,
    tickers: texts,
    source: text,
    source_url: long(text),
    summary: prose,
    category: long(text),
    is_major: long(flag),
    published_at: text,
  },
  collection: 'news',
  sort: [descending('published_at')],
});
