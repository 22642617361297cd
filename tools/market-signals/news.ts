import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, from, tickersAmong, to, words } from '../../src/catalogue/params.ts';

export const news = endpoint({
  name: 'news',
  path: '/market/news',
  group: 'Market Signals',
  plan: 'basic',
  title: 'News',
  noun: 'headlines',
  description:
    'Headlines and texts of releases, filings and feeds by ticker or words, newest first, with the matching passage. For events in texts use timeline.',
  parameters: {
    // Our choice: if a headline names several tickers, the parameter `ticker` matches any of them.
    ticker: tickersAmong('tickers'),
    words: words('wording', 'RMAT designation or Genascence'),
    category: contains('category', 'regulatory or clinical'),
    dateFrom: from('published_at', 'date'),
    dateTo: to('published_at', 'date'),
  },
  keys: ['id', 'source_url'],
  record: {
    id: long(field.text),
    title: field.text,
    tickers: field.texts,
    company_name: noted(field.text, 'company that the text or the feed names'),
    drugs: field.texts,
    source: field.text,
    source_url: long(field.text),
    summary: { ...noted(field.prose, 'the text, at most 60,000 characters'), passage: 'words' },
    category: long(field.text),
    is_major: long(field.flag),
    published_at: field.text,
  },
  wording: 'wording',
  emptyNotices: [
    {
      asked: /\b(?:10-?[KQ]|8-?K|20-?F|S-[134]|424B\d?)\b/i,
      text: 'The lists of filings are in timeline with {"types":"filing"}; offerings are in dilution.',
    },
    {
      asked: /\b(?:SC |schedule )?13-?[DG]\b/i,
      text: 'Schedules 13D and 13G are in holders; fields=purpose,transactions adds their statements.',
    },
  ],
  collection: 'news',
  sort: [descending('published_at')],
});
