import { descending, endpoint, long } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
    // Our choice: if a headline names several tickers, each of them matches the parameter.
    ticker: tickersAmong('tickers'),
    category: contains('category', 'regulatory or clinical'),
    dateFrom: from('published_at', 'date'),
    dateTo: to('published_at', 'date'),
  },
  record: {
    id: long(field.text),
    title: field.text,
    tickers: field.texts,
    source: field.text,
    source_url: long(field.text),
    summary: field.prose,
    category: long(field.text),
    is_major: long(field.flag),
    published_at: field.text,
  },
  collection: 'news',
  sort: [descending('published_at')],
});
