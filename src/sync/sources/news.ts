import { rssNews } from '../../ingest/connectors/rss-news.ts';
import { fdaPages, globeNewswire, type HostRule, prNewswire } from '../../sources/hosts.ts';
import { headlinesOfTheirDay } from '../../sources/of-companies.ts';
import { slotOf } from '../../sources/periods.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

/** A feed of headlines, asked every five minutes; it holds the last day or two. */
function feed(
  name: string,
  title: string,
  host: HostRule,
  addresses: readonly string[],
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
    firstFill: () => ({ requests: addresses.length, bytes: addresses.length * 20_000 }),
    plan: ({ now }) =>
      addresses.map((address) => ({
        address,
        expects: 'xml',
        lane: 'fresh',
        version: slotOf(now),
      })),
    read: ({ text, request }, { companies }) =>
      headlinesOfTheirDay(fromParsed(rssNews.parse(text, request.address)), companies),
  };
}

const GLOBE = 'https://www.globenewswire.com/RssFeed/industry';

export const newsFeeds: readonly SyncSource[] = [
  feed('news-fda', 'FDA: press announcements', fdaPages, [
    'https://www.fda.gov/about-fda/contact-fda/stay-informed/rss-feeds/press-releases/rss.xml',
  ]),
  feed('news-globenewswire', 'GlobeNewswire: biotechnology and pharmaceuticals', globeNewswire, [
    `${GLOBE}/4573-Biotechnology/feedTitle/GlobeNewswire%20-%20Industry%20News%20on%20Biotechnology`,
    `${GLOBE}/4577-Pharmaceuticals/feedTitle/GlobeNewswire%20-%20Industry%20News%20on%20Pharmaceuticals`,
  ]),
  feed('news-prnewswire', 'PR Newswire: health', prNewswire, [
    'https://www.prnewswire.com/rss/health-latest-news.rss',
  ]),
];
