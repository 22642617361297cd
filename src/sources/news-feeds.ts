import { isValid, parse } from 'date-fns';
import { withoutMarkup } from './formats/markup.ts';
import { listAt, textAt } from './formats/untrusted.ts';
import { hasEnd, readXml } from './formats/xml.ts';
import { fdaPages, globeNewswire, type HostRule, prNewswire } from './hosts.ts';
import { headlinesOfTheirDay } from './of-companies.ts';
import { type Collector, collector, dataConnector, refused } from './parsed.ts';
import { slotOf } from './periods.ts';
import { aboutOf, fromParsed, type SyncRequest, type SyncSource } from './source.ts';

/**
 * Returns a source that requests headline feeds every five minutes. A feed contains the headlines
 * of the last one or two days.
 * @param feeds the URLs of each feed, in the order in which they are tried
 */
function feed(
  name: string,
  title: string,
  host: HostRule,
  feeds: readonly (readonly [first: string, ...others: string[]])[],
): SyncSource {
  return {
    name,
    title,
    fills: ['news', 'mentions'],
    host,
    schedule: '*/5 * * * *',
    zone: 'UTC',
    maxAgeMs: 30 * 60_000,
    unverified: 'the XML around the items of the feed (the item elements are verified)',
    accepts: [404],
    firstFill: () => ({ requests: feeds.length, bytes: feeds.length * 20_000 }),
    plan: ({ cursorOf, now }) =>
      feeds.map(([first]) => {
        const known = workingAddresses(cursorOf())[first];
        return feedRequest(known ?? first, first, slotOf(now));
      }),
    read({ status, text, request }, { companies, cursorOf }) {
      const { first = request.address, tried = '' } = aboutOf(request);
      const allTried = [...tried.split(' '), request.address];
      if (status === 404) {
        const others = feeds.find((addresses) => addresses[0] === first) ?? [];
        const next = others.find((address) => !allTried.includes(address));
        if (next === undefined) return { failed: 'was not found at any URL of its feed' };
        return { requests: [feedRequest(next, first, request.version, allTried.join(' ').trim())] };
      }
      const result = fromParsed(rssNews.parse(text, request.address));
      const working = workingAddresses(cursorOf());
      const isKnown = (working[first] ?? first) === request.address;
      const cursor = JSON.stringify({ ...working, [first]: request.address });
      return { ...headlinesOfTheirDay(result, companies), ...(isKnown ? {} : { cursor }) };
    },
  };
}

/** For each feed, returns the URL that worked last. A feed is identified by its first URL. */
function workingAddresses(cursor: string | undefined): Readonly<Record<string, string>> {
  return cursor === undefined ? {} : JSON.parse(cursor);
}

/** @param tried the URLs of the feed that returned "not found", separated by spaces */
function feedRequest(address: string, first: string, version: string, tried = ''): SyncRequest {
  return { address, expects: 'xml', lane: 'fresh', about: { first, tried }, version };
}

const GLOBE = 'https://www.globenewswire.com/RssFeed/industry';

export const newsFeeds: readonly SyncSource[] = [
  feed('news-fda', 'FDA: press announcements', fdaPages, [
    ['https://www.fda.gov/about-fda/contact-fda/stay-informed/rss-feeds/press-releases/rss.xml'],
  ]),
  feed('news-globenewswire', 'GlobeNewswire: biotechnology and pharmaceuticals', globeNewswire, [
    [
      `${GLOBE}/4573-Biotechnology/feedTitle/GlobeNewswire%20-%20Industry%20News%20on%20Biotechnology`,
    ],
    [
      `${GLOBE}/4577-Pharmaceuticals/feedTitle/GlobeNewswire%20-%20Industry%20News%20on%20Pharmaceuticals`,
    ],
  ]),
  feed('news-prnewswire', 'PR Newswire: health', prNewswire, [
    [
      'https://www.prnewswire.com/rss/health-latest-news/health-latest-news-list.rss',
      'https://www.prnewswire.com/rss/health-latest-news.rss',
    ],
  ]),
];

/**
 * Reads headlines of RSS 2.0 feeds (GlobeNewswire, PR Newswire, the FDA). A ticker is read only
 * from a category that names an American exchange (`Nasdaq:ACMR`). The ticker may belong to a
 * company other than the issuer, so the issuer's name is stored too. Translations, alerts of law
 * firms, and the messages at the start and end of a newswire's day are omitted. Summaries are plain
 * text of at most 600 characters.
 */
export const rssNews = dataConnector({
  name: 'rss-news',
  title: 'News feeds (RSS)',
  reads: 'RSS 2.0 of GlobeNewswire, PR Newswire or the FDA',
  parse(text) {
    const [feed] = listAt(readXml(text), 'rss', 'channel');
    if (!feed) return refused('is not an RSS 2.0 feed');
    if (!hasEnd(text, 'rss')) return refused('is truncated: the end of the feed is missing');
    const facts = collector();
    const source = textAt(feed, 'title');
    listAt(feed, 'item').forEach((item, at) => {
      addItem(facts, item, { where: `item ${at + 1}`, source });
    });
    return facts.parsed();
  },
});

const SUMMARY_LENGTH = 600;

const lawFirmAlert = new RegExp(
  [
    'class action',
    'lead plaintiff',
    'securities (?:fraud|litigation|lawsuit)',
    'shareholder (?:alert|investigation)',
    'investors? (?:alert|deadline|notice)',
    'investigat\\w+ .{0,60}\\bon behalf of',
    'law (?:firm|offices)',
    'encourages .{0,60}\\b(?:investors|shareholders) to (?:contact|inquire|act)',
    '(?:rosen|gross|schall) (?:law|firm)',
    'pomerantz|levi & korsinsky|bragar eagel|halper sadeh|faruqi|glancy prongay',
    'kessler topaz|robbins (?:geller|llp)|hagens berman|bronstein,? gewirtz|kirby mcinerney',
  ]
    .map((phrase) => `\\b(?:${phrase})\\b`)
    .join('|'),
  'i',
);

function addItem(
  facts: Collector,
  item: unknown,
  at: { readonly where: string; readonly source: string | undefined },
): void {
  const title = plain(contentOf(item, 'title'));
  const link = contentOf(item, 'link');
  const issuer = contentOf(item, 'contributor') ?? contentOf(item, 'creator') ?? '';
  if (lawFirmAlert.test(`${title ?? ''} ${issuer}`)) return;
  if (/^(?:start|end) of day message\b/i.test(title ?? '')) return;
  if (!/^en\b/i.test(contentOf(item, 'language') ?? 'en')) return;
  const categories = listAt(item, 'category').map((category) => ({
    domain: textAt(category, '@domain') ?? '',
    word: textAt(category) ?? textAt(category, '#text') ?? '',
  }));
  const tickers = categories
    .filter(({ domain }) => domain.endsWith('/stock'))
    .flatMap(({ word }) => {
      const [, exchange = '', ticker] = /^([^:]+):\s*([A-Z0-9][A-Z0-9.-]{0,11})$/i.exec(word) ?? [];
      return ticker && americanExchange.test(exchange.trim()) ? [ticker] : [];
    });
  const pubDate = contentOf(item, 'pubDate');
  const published_at = timeOf(pubDate);
  if (pubDate && !published_at) facts.problem(at.where, 'has an unreadable pubDate');
  facts.add('news', at.where, {
    id: releaseOf(item) ?? link,
    title,
    tickers: [...new Set(tickers.map((ticker) => ticker.toUpperCase()))],
    issuer_name: issuer === '' ? undefined : issuer,
    source: at.source,
    source_url: link,
    summary: plain(contentOf(item, 'description'))?.slice(0, SUMMARY_LENGTH),
    category: categories.find(({ domain, word }) => !/\/(?:stock|isin)$/i.test(domain) && word)
      ?.word,
    published_at,
  });
}

const americanExchange =
  /^(?:nasdaq|nyse(?: american| arca| mkt)?|amex|cboe|otc\w*|other otc|otc markets)$/i;

/**
 * Returns an identifier that all copies of a release share. GlobeNewswire publishes a release under
 * several URLs. All of them contain the same number (`/news-release/2026/10/02/3373510/0/en`,
 * `/3373510/20739/en`).
 */
function releaseOf(item: unknown): string | undefined {
  const guid = contentOf(item, 'guid');
  const number = /globenewswire\.com\/.{1,60}\/\d{4}\/\d{2}\/\d{2}\/(\d{4,12})\//.exec(
    guid ?? '',
  )?.[1];
  return number ? `globenewswire-${number}` : (guid ?? contentOf(item, 'identifier'));
}

/** Returns the text of an element, which may have attributes. */
function contentOf(item: unknown, name: string): string | undefined {
  const [element] = listAt(item, name);
  return textAt(element)?.trim() ?? textAt(element, '#text')?.trim();
}

/**
 * Converts the description of a headline to plain text. The description is HTML, which is escaped
 * or in CDATA.
 */
function plain(html: string | undefined): string | undefined {
  return html === undefined ? undefined : withoutMarkup(html);
}

/**
 * Converts `Fri, 25 Sep 2026 12:00 GMT` to ISO 8601 in UTC. The weekday and the seconds are
 * optional.
 */
function timeOf(pubDate: string | undefined): string | undefined {
  const [, day, hour, seconds, zone = ''] =
    /^(?:[A-Za-z]+,\s*)?(\d{1,2} [A-Za-z]{3} \d{4}) (\d{1,2}:\d\d)(:\d\d)? ?([A-Z]{1,4}|[+-]\d{4})$/.exec(
      pubDate?.replace(/\s+/g, ' ') ?? '',
    ) ?? [];
  const offset = zones.get(zone) ?? (/^[+-]/.test(zone) ? zone : undefined);
  if (!day || !offset) return undefined;
  const text = `${day} ${hour}${seconds ?? ':00'} ${offset}`;
  const time = parse(text, 'd MMM yyyy H:mm:ss xx', new Date(0));
  return isValid(time) ? time.toISOString() : undefined;
}

/** UTC offsets of the time zones in RFC 822. */
const zones: ReadonlyMap<string, string> = new Map([
  ['GMT', '+0000'],
  ['UTC', '+0000'],
  ['UT', '+0000'],
  ['Z', '+0000'],
  ['EST', '-0500'],
  ['EDT', '-0400'],
  ['CST', '-0600'],
  ['CDT', '-0500'],
  ['MST', '-0700'],
  ['MDT', '-0600'],
  ['PST', '-0800'],
  ['PDT', '-0700'],
]);
