import { describe, expect, it } from 'vitest';
import { rssNews } from '../../src/sources/news-feeds.ts';
import { read, refusal } from './reading.ts';

const feed = (...items: readonly string[]) =>
  `<rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Feed</title>${items
    .map((one) => `<item>${one}</item>`)
    .join('')}</channel></rss>`;
const news = (...items: readonly string[]) => read(rssNews, 'news', feed(...items));
const category = (domain: string, word: string) =>
  `<category domain="${domain}">${word}</category>`;
const item = (more: string) => `<guid>1</guid><title>News</title>${more}`;

describe('the words of a category', () => {
  it.each([
    ...['nasdaq', 'NYSE', 'NYSE American', 'NYSE Arca', 'NYSE MKT', 'AMEX', 'Cboe', 'OTC', 'OTCQB'],
    ...['Other OTC', 'OTC Markets'],
  ])('name the American exchange %s', (exchange) => {
    const [found] = news(item(category('x/rss/stock', `${exchange}: zorqz`)));
    expect(found?.tickers).toEqual(['ZORQZ']);
  });

  it.each(['NYSE Euronext', 'TSX', 'Nasdaq Nordic', 'OTC Markets Group'])(
    'name abroad in %s',
    (exchange) => {
      expect(news(item(category('x/rss/stock', `${exchange}:ZORQZ`)))[0]?.tickers).toEqual([]);
    },
  );

  it('count once per ticker, only in stock categories', () => {
    const [found] = news(
      item(
        [
          category('x/rss/stock', 'Nasdaq:ZORQZ'),
          category('x/rss/stock', 'NYSE:zorqz'),
          category('x/rss/keyword', 'Nasdaq:CRTQZ'),
          '<category>Nasdaq:GLMQZ</category>',
        ].join(''),
      ),
    );
    expect(found).toMatchObject({ tickers: ['ZORQZ'], category: 'Nasdaq:CRTQZ' });
  });

  it('are the first that are neither a stock nor blank', () => {
    const [found] = news(
      item(
        `${category('x/rss/Stock', 'Nasdaq:A')}${category('x/rss/isin', 'US1')}<category domain="x/k"> </category><category>Trials</category>`,
      ),
    );
    expect(found?.category).toBe('Trials');
  });
});

describe('an item', () => {
  it('is identified by guid, identifier or URL', () => {
    const more = '<title>News</title><link> https://x.example/1 </link>';
    const ids = news(
      `<guid> https://x.example/guid </guid><dc:identifier>7</dc:identifier>${more}`,
      `<dc:identifier>7</dc:identifier>${more}`,
      more,
    ).map(({ id }) => id);
    expect(ids).toEqual(['https://x.example/guid', '7', 'https://x.example/1']);
  });

  it('uses the first of two elements with one name', () => {
    const [found] = news('<guid>1</guid><title a="b">One</title><title>Two</title>');
    expect(found?.title).toBe('One');
  });

  it('prefers contributor to creator', () => {
    const [both, one] = news(
      item('<dc:creator>Writer</dc:creator><dc:contributor> Zorba </dc:contributor>'),
      item('<dc:creator>Writer</dc:creator>'),
    );
    expect([both?.issuer_name, one?.issuer_name]).toEqual(['Zorba', 'Writer']);
    expect(news(item(''))[0]).toEqual({ id: '1', title: 'News', tickers: [], source: 'Feed' });
  });

  it.each([
    ['Start of day message 1', 0],
    ['END OF DAY MESSAGE', 0],
    ['Endless days', 1],
    ['The end of day message', 1],
  ])('titled "%s" gives %i records', (title, count) => {
    expect(news(`<guid>1</guid><title>${title}</title>`)).toHaveLength(count);
  });

  it.each([
    ['en', 1],
    ['EN-us', 1],
    ['ens', 0],
    ['de', 0],
  ])('in the language "%s" gives %i records', (language, count) => {
    expect(news(item(`<dc:language>${language}</dc:language>`))).toHaveLength(count);
  });

  it.each([
    ['GMT', '12:00'],
    ['UTC', '12:00'],
    ['UT', '12:00'],
    ['Z', '12:00'],
    ['EST', '17:00'],
    ['EDT', '16:00'],
    ['CST', '18:00'],
    ['CDT', '17:00'],
    ['MST', '19:00'],
    ['MDT', '18:00'],
    ['PST', '20:00'],
    ['PDT', '19:00'],
    ['+0200', '10:00'],
  ])('at noon in the zone %s is at %s in UTC', (zone, time) => {
    const [found] = news(item(`<pubDate>Fri,  25 Sep 2026  12:00:05 ${zone}</pubDate>`));
    expect(found?.published_at).toBe(`2026-09-25T${time}:05.000Z`);
  });

  it('is plain text with collapsed blanks and decoded entities, without markup', () => {
    const [found] = news(
      item('<description>&lt;p&gt;A\n\n&amp;amp; B&lt;br/&gt; C&lt;/p&gt;</description>'),
    );
    expect(found?.summary).toBe('A & B C');
    const letters = 'IL-1&amp;beta;, p&amp;ge;0.05 &amp;plusmn; in Gen&amp;egrave;ve &lt; x';
    const [written] = news(item(`<description>${letters}</description>`));
    expect(written?.summary).toBe('IL-1β, p≥0.05 ± in Genève < x');
  });

  it('is reported with its position if a required field is missing', () => {
    expect(rssNews.parse(feed(item(''), '<title>News</title>'), 'x').problems).toEqual([
      { where: 'item 2', reason: 'id is missing' },
    ]);
  });
});

it.each([
  ['<!DOCTYPE html><html></html>', 'is a web page (HTML), not the data itself'],
  ['x', 'is not an RSS 2.0 feed'],
  [feed(item('')).replace('</rss>', ''), 'is truncated: its feed has no end'],
])('%j is not a feed: %s', (text, reason) => {
  expect(refusal(rssNews, text)).toBe(reason);
});
