import { describe, expect, it } from 'vitest';
import { newsFeeds, rssNews } from '../../src/sources/news-feeds.ts';
import { contextOf, readOf } from './asking.ts';
import { read, refusal } from './reading.ts';
import { describeRecordings, recording } from './samples.ts';

const stock = (word: string) =>
  `<category domain="https://www.globenewswire.com/rss/stock">${word}</category>`;
const item = (title: string, inner = '', address = '0/en/zorba') => `<item>
<guid>https://www.globenewswire.com/news-release/2026/10/02/3373510/${address}.html</guid>
<link>https://www.globenewswire.com/news-release/2026/10/02/3373510/${address}.html</link>
<title>${title}</title>${inner}</item>`;
const news = (...items: string[]) =>
  read(
    rssNews,
    'news',
    `<rss xmlns:dc="http://dublincore.org/documents/dcmi-namespace/" version="2.0"><channel>${items.join('')}</channel></rss>`,
  );

describe('traps of news feeds', () => {
  it('names the issuer, which may have another ticker than the category', () => {
    const inner = `${stock('Nasdaq:NDQQZ')}<dc:contributor>Zorba Bio, Inc.</dc:contributor>`;
    expect(news(item('Zorba to Join the Index', inner))[0]).toMatchObject({
      issuer_name: 'Zorba Bio, Inc.',
      tickers: ['NDQQZ'],
    });
  });

  it('identifies one release with several URLs', () => {
    const ids = news(item('A'), item('A', '', '20739/en/zorba')).map(({ id }) => id);
    expect(ids).toEqual(['globenewswire-3373510', 'globenewswire-3373510']);
  });

  it('omits translations and start-of-day messages', () => {
    const language = (code: string) => `<dc:language>${code}</dc:language>`;
    const found = news(
      item('La transformation', language('fr')),
      item('Start of Day Message'),
      item('Zorba News', language('en-US')),
    );
    expect(found.map(({ title }) => title)).toEqual(['Zorba News']);
  });

  it('refuses a truncated feed', () => {
    const whole = `<rss version="2.0"><channel>${item('A')}${item('B')}</channel></rss>`;
    const cut = whole.slice(0, whole.indexOf('<title>B'));
    expect(refusal(rssNews, cut)).toMatch(/truncated/);
    expect(read(rssNews, 'news', `${whole}\n`)).toHaveLength(2);
  });

  it('gives no summary without a description, and no ISIN as category', () => {
    const isin = '<category domain="https://www.globenewswire.com/rss/ISIN">US9040</category>';
    const [found] = news(item('Zorba News', isin));
    expect(found).not.toHaveProperty('summary');
    expect(found).not.toHaveProperty('category');
  });
});

describeRecordings('news over recorded items', () => {
  it('reads five of six items: one is a translation', () => {
    const found = read(rssNews, 'news', recording('news_rss/globenewswire_2026-10-02_6items.xml'));
    expect(found.map(({ tickers }) => tickers)).toEqual([
      ['RARE'],
      ['OTLY'],
      [],
      [],
      ['QTEX', 'IINN'],
    ]);
    expect(found[0]).toMatchObject({ issuer_name: 'Ultragenyx Pharmaceutical Inc.' });
  });
});

it('a feed with several addresses is requested at the next one if one does not exist, and later at the working one', () => {
  const feed = newsFeeds.find(({ name }) => name === 'news-prnewswire')!;
  const [first, second] = [
    'https://www.prnewswire.com/rss/health-latest-news/health-latest-news-list.rss',
    'https://www.prnewswire.com/rss/health-latest-news.rss',
  ];
  const text = '<rss version="2.0"><channel></channel></rss>';
  expect(feed.plan(contextOf())).toMatchObject([{ address: first, about: { first, tried: '' } }]);
  const absent = (address: string, tried: string) =>
    readOf(feed, '', { address, version: 'slot', status: 404, about: { first, tried } });
  expect(absent(first, '')).toMatchObject({
    requests: [{ address: second, version: 'slot', about: { first, tried: first } }],
  });
  expect(absent(second, first)).toEqual({ failed: 'was not found at any URL of its feed' });
  const found = readOf(feed, text, { address: second, about: { first, tried: first } });
  expect(JSON.parse(found.cursor!)).toEqual({ [first]: second });
  const other = JSON.stringify({ other: 'https://a.example/' });
  const kept = readOf(feed, text, { address: second, about: { first } }, { cursor: other });
  expect(JSON.parse(kept.cursor!)).toEqual({ other: 'https://a.example/', [first]: second });
  expect(feed.plan(contextOf({ cursor: found.cursor! }))).toMatchObject([{ address: second }]);
  expect(readOf(feed, text, { address: first, about: { first, tried: '' } }).cursor).toBe(
    undefined,
  );
});
