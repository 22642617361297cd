import { describe, expect, it } from 'vitest';
import { rssNews } from '../../src/sources/news-feeds.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const item = (
  more: { title?: string; date?: string; extra?: string; body?: string } = {},
) => `<item>
  <guid isPermaLink="true">https://news.example/1</guid>
  <link>https://news.example/1</link>
  <category domain="https://www.globenewswire.com/rss/stock">Nasdaq:ZORB</category>
  <category domain="https://www.globenewswire.com/rss/stock">NYSE: glum</category>
  <category domain="https://www.globenewswire.com/rss/keyword">Clinical Study</category>
  <title>${more.title ?? 'Zorba Bio Reports R&amp;D Progress'}</title>
  <description>${more.body ?? '&lt;p&gt;BASEL, Sept. 25 &amp;#8212; Zorba&amp;nbsp;Bio said&lt;/p&gt;'}</description>
  <pubDate>${more.date ?? 'Fri, 25 Sep 2026 12:00 GMT'}</pubDate>
  <dc:identifier>12345</dc:identifier>${more.extra ?? ''}
</item>`;
const feed = (...items: string[]) => `<?xml version="1.0" encoding="utf-8"?>
<rss xmlns:dc="http://dublincore.org/documents/dcmi-namespace/" version="2.0"><channel>
<title>GlobeNewswire - Biotechnology</title>${items.join('')}</channel></rss>`;
const news = (...items: string[]) => read(rssNews, 'news', feed(...items));

describe('rss-news', () => {
  it.each([
    ['Nasdaq : ABCQZ', ['ABCQZ']],
    [' NYSE:ABCQZ', ['ABCQZ']],
    ['Nasdaq:abc.b-1', ['ABC.B-1']],
    ['NYSE American:ABCQZ', ['ABCQZ']],
    ['Other OTC:ABCQZ', ['ABCQZ']],
    ['Frankfurt:ABCQZ', []],
    ['Nasdaq', []],
    ['Nasdaq:ABCDEFGHIJKLM', []],
  ])('reads from the stock category %j the tickers %j', (word, tickers) => {
    const category = `<category domain="https://x.example/rss/stock">${word}</category>`;
    const bare = item().replaceAll(/<category.*<\/category>\n/g, '');
    const [found] = news(bare.replace('<title>', `${category}<title>`));
    expect(found?.tickers).toEqual(tickers);
  });

  it('reads an item with its stock categories', () => {
    expect(news(item())).toEqual([
      {
        id: 'https://news.example/1',
        title: 'Zorba Bio Reports R&D Progress',
        tickers: ['ZORB', 'GLUM'],
        source: 'GlobeNewswire - Biotechnology',
        source_url: 'https://news.example/1',
        summary: 'BASEL, Sept. 25 — Zorba Bio said',
        category: 'Clinical Study',
        published_at: '2026-09-25T12:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['Fri, 25 Sep 2026 12:00:30 GMT', '2026-09-25T12:00:30.000Z'],
    ['Fri, 25 Sep 2026 12:00:00 EDT', '2026-09-25T16:00:00.000Z'],
    ['Wed, 25 Nov 2026 08:15 EST', '2026-11-25T13:15:00.000Z'],
    ['5 Nov 2026 23:30:00 -0500', '2026-11-06T04:30:00.000Z'],
  ])('reads %s', (date, published_at) => {
    expect(news(item({ date }))[0]?.published_at).toBe(published_at);
  });

  it.each(['Fri, 31 Feb 2026 12:00 GMT', 'yesterday', 'Fri, 25 Sep 2026 12:00 XYZ'])(
    'omits the invalid date "%s" of an item, and reports it',
    (date) => {
      const parsed = rssNews.parse(feed(item({ date })), 'x');
      expect(recordsOf(parsed, 'news')[0]).not.toHaveProperty('published_at');
      expect(parsed.problems).toEqual([{ where: 'item 1', reason: 'has an unreadable pubDate' }]);
    },
  );

  it.each([
    'ZORBA INVESTOR ALERT: Deadline Nears',
    'Rosen Law Firm Encourages Zorba Bio Investors to Inquire About Class Action',
    'Halper Sadeh LLC Investigates ZORB on Behalf of Shareholders',
    'Zorba Bio, Inc. Securities Fraud Class Action: Lead Plaintiff Deadline',
  ])('omits a law firm’s alert: %s', (title) => {
    expect(news(item({ title }), item())).toHaveLength(1);
  });

  it.each([
    'Zorba Bio Adopts Limited Duration Shareholder Rights Plan',
    'Zorba Bio to Present at Investor Conference',
    'Dr. Rosen Joins Zorba Bio; Phase 2 Investigational Drug Advances',
  ])('keeps news of a company: %s', (title) => {
    expect(news(item({ title }))).toHaveLength(1);
  });

  it('reads CDATA and keeps a sign that is not markup', () => {
    const body = '<![CDATA[<b>Met</b> its endpoint (p<0.05)]]>';
    expect(news(item({ body }))[0]?.summary).toBe('Met its endpoint (p<0.05)');
  });

  it('truncates summaries to 600 characters', () => {
    expect(news(item({ body: 'x'.repeat(5_000) }))[0]?.summary).toHaveLength(600);
  });

  it('omits an item whose issuer is a law firm, whatever its title', () => {
    const issued = (name: string) => `<dc:contributor>${name}</dc:contributor>`;
    expect(news(item({ extra: issued('Pomerantz LLP') }))).toEqual([]);
    expect(news(item({ extra: `<dc:creator>The Rosen Law Firm PA</dc:creator>` }))).toEqual([]);
    expect(news(item({ extra: issued('Zorba Bio, Inc.') }))).toHaveLength(1);
  });

  it('refuses other files, and a feed that defines entities', () => {
    expect(refusal(rssNews, '<feed><entry/></feed>')).toMatch(/not an RSS/);
    expect(refusal(rssNews, `<!DOCTYPE rss [<!ENTITY a "b">]>${feed(item())}`)).toMatch(
      /not an RSS/,
    );
  });
});

describeSamples('rss-news over a recorded feed', () => {
  it('reads three items', () => {
    const found = read(rssNews, 'news', sample('news/euctr_rss_sample.xml'));
    expect(found).toHaveLength(3);
    expect(found[1]).toMatchObject({
      title: '2023-005678-90 - Phase II Trial of Compound Y for Disease B',
      tickers: [],
    });
  });
});
