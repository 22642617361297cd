import { isValid, parse } from 'date-fns';
import { withoutMarkup } from './formats/markup.ts';
import { listAt, textAt, webPage } from './formats/untrusted.ts';
import { hasEnd, readXml } from './formats/xml.ts';
import { fdaPages, globeNewswire, type HostRule, prNewswire } from './hosts.ts';
import { headlinesOfTheirDay } from './of-companies.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { slotOf } from './periods.ts';
import { aboutOf, fromParsed, type SyncRequest, type SyncSource } from './source.ts';

/**
 * A feed of headlines, asked every five minutes; it holds the last day or two.
 *
 * @param feeds the addresses of each feed, in the order in which they are tried
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
    promise: 30 * 60_000,
    unseen: 'a whole feed: single items have its layout',
    accepts: [404],
    firstFill: () => ({ requests: feeds.length, bytes: feeds.length * 20_000 }),
    plan: ({ cursorOf, now }) =>
      feeds.map(([first]) => feedRequest(foundIn(cursorOf())[first] ?? first, first, slotOf(now))),
    read({ status, text, request }, { companies, cursorOf }) {
      const { first = request.address, tried = '' } = aboutOf(request);
      const asked = [...tried.split(' '), request.address];
      if (status === 404) {
        const others = feeds.find((addresses) => addresses[0] === first) ?? [];
        const next = others.find((address) => !asked.includes(address));
        if (next === undefined) return { failed: 'is at none of the addresses of its feed' };
        return { requests: [feedRequest(next, first, request.version, asked.join(' ').trim())] };
      }
      const result = fromParsed(rssNews.parse(text, request.address));
      const found = foundIn(cursorOf());
      const isKnown = (found[first] ?? first) === request.address;
      const cursor = JSON.stringify({ ...found, [first]: request.address });
      return { ...headlinesOfTheirDay(result, companies), ...(isKnown ? {} : { cursor }) };
    },
  };
}

/** The address at which a feed was found last, by the first of its addresses. */
function foundIn(cursor: string | undefined): Readonly<Record<string, string>> {
  return cursor === undefined ? {} : JSON.parse(cursor);
}

/** @param tried other addresses of the feed, parted by blanks, that do not exist */
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
 * Headlines of RSS 2.0 feeds (GlobeNewswire, PR Newswire, the FDA). Tickers are those that the feed
 * itself states as stock categories (`Nasdaq:ACMR`), several an item; none is read out of prose. Of
 * the categories only American exchanges count: abroad the same letters are another company. A
 * category may still name another company than the issuer, so the issuer's name stands beside.
 * Translations of a release are left out, as are messages that open a feed's day.
 * Alerts by which law firms look for plaintiffs are left out. Summaries are plain text, cut to 600
 * characters: the full text belongs to its issuer.
 */
export const rssNews: Connector = {
  name: 'rss-news',
  title: 'News feeds (RSS)',
  reads: 'RSS 2.0 of GlobeNewswire, PR Newswire or the FDA',
  parse(text) {
    const page = webPage(text);
    if (page) return refused(page);
    const [feed] = listAt(readXml(text), 'rss', 'channel');
    if (!feed) return refused('is not an RSS 2.0 feed');
    if (!hasEnd(text, 'rss')) return refused('is cut off: its feed has no end');
    const found = collector();
    const source = textAt(feed, 'title');
    listAt(feed, 'item').forEach((item, at) => {
      addItem(found, item, { where: `item ${at + 1}`, source });
    });
    return found.parsed();
  },
};

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
  found: Collector,
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
  const published_at = momentOf(pubDate);
  if (pubDate && !published_at) found.problem(at.where, 'has a pubDate that cannot be read');
  found.add('news', at.where, {
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
 * What tells a release from others. The same one has several addresses in GlobeNewswire's feeds
 * (`/news-release/2026/10/02/3373510/0/en/…`, `…/3373510/20739/en/…`): its number tells it.
 */
function releaseOf(item: unknown): string | undefined {
  const guid = contentOf(item, 'guid');
  const number = /globenewswire\.com\/.{1,60}\/\d{4}\/\d{2}\/\d{2}\/(\d{4,12})\//.exec(
    guid ?? '',
  )?.[1];
  return number ? `globenewswire-${number}` : (guid ?? contentOf(item, 'identifier'));
}

/** An element's text, whether or not the element has attributes. */
function contentOf(item: unknown, name: string): string | undefined {
  const [element] = listAt(item, name);
  return textAt(element)?.trim() ?? textAt(element, '#text')?.trim();
}

/** Descriptions are HTML, escaped or in CDATA, with entities of their own. */
function plain(html: string | undefined): string | undefined {
  return html === undefined ? undefined : withoutMarkup(html);
}

/** `Fri, 25 Sep 2026 12:00 GMT`, with or without seconds and weekday, as ISO in UTC. */
function momentOf(pubDate: string | undefined): string | undefined {
  const [, day, hour, seconds, zone = ''] =
    /^(?:[A-Za-z]+,\s*)?(\d{1,2} [A-Za-z]{3} \d{4}) (\d{1,2}:\d\d)(:\d\d)? ?([A-Z]{1,4}|[+-]\d{4})$/.exec(
      pubDate?.replace(/\s+/g, ' ') ?? '',
    ) ?? [];
  const offset = zones.get(zone) ?? (/^[+-]/.test(zone) ? zone : undefined);
  if (!day || !offset) return undefined;
  const text = `${day} ${hour}${seconds ?? ':00'} ${offset}`;
  const moment = parse(text, 'd MMM yyyy H:mm:ss xx', new Date(0));
  return isValid(moment) ? moment.toISOString() : undefined;
}

/** The zones of RFC 822. */
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
