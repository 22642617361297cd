import { dayAt } from '../base/clock.ts';
import { dayFrom, listAt, numberAt, textAt } from './formats/untrusted.ts';
import { hasEnd, readXml } from './formats/xml.ts';
import { treasury } from './hosts.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { fromParsed, type SyncSource } from './source.ts';

const FEED =
  'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_bill_rates&field_tdr_date_value=';
/** Terms of the bills, in weeks. */
const TERMS = [4, 6, 8, 13, 17, 26, 52];
/** Number of years of rates, including the current year. */
const YEARS = 3;

/**
 * Requests Treasury bill rates by day. The current year is requested daily, and each earlier year
 * is requested once.
 */
export const treasuryRates: SyncSource = {
  name: 'treasury-rates',
  title: 'US Treasury: bill rates',
  fills: ['treasury_rates'],
  host: treasury,
  schedule: '0 23 * * 1-5',
  zone: 'UTC',
  // If a Monday is a holiday, the next rates after those of Friday are those of Tuesday.
  maxAgeMs: 5 * 24 * 3_600_000,
  firstFill: () => ({ requests: YEARS, bytes: YEARS * 40_000 }),
  plan({ now }) {
    const today = dayAt(now);
    const year = Number(today.slice(0, 4));
    return Array.from({ length: YEARS }, (_, ago) => ({
      address: `${FEED}${year - ago}`,
      expects: 'xml',
      lane: 'registry',
      version: ago === 0 ? today : `whole ${year - ago}`,
    }));
  },
  read: ({ text, request }) => fromParsed(treasuryRatesConnector.parse(text, request.address)),
};

/**
 * Reads Treasury bill rates (daily_treasury_bill_rates), in percent per year. Each term has two
 * rates: the investment yield (`ROUND_B1_YIELD_13WK_2`) and the bank discount rate (`CLOSE`). Only
 * the investment yield can be compared with other yields. Days without trading have no rate.
 */
export const treasuryRatesConnector = dataConnector({
  name: 'treasury-rates',
  title: 'US Treasury: bill rates',
  reads: 'XML of home.treasury.gov, data=daily_treasury_bill_rates',
  parse(text) {
    const [feed] = listAt(readXml(text), 'feed');
    if (!/^\s*DailyTreasuryBillRateData\s*$/.test(titleOf(feed))) {
      return refused('is not a feed of daily Treasury bill rates');
    }
    if (!hasEnd(text, 'feed')) return refused('is truncated: the end of the feed is missing');
    const facts = collector();
    listAt(feed, 'entry').forEach((entry, at) => {
      const value = (name: string) =>
        textAt(entry, 'content', 'properties', name, '#text') ??
        textAt(entry, 'content', 'properties', name);
      const rate_pct = numberAt(value('ROUND_B1_YIELD_13WK_2'));
      if (rate_pct === undefined) return;
      const date = dayFrom(value('INDEX_DATE')?.slice(0, 10), 'yyyy-MM-dd');
      const bills = TERMS.map((weeks) => ({
        weeks,
        yield_pct: numberAt(value(`ROUND_B1_YIELD_${weeks}WK_2`)) ?? null,
        discount_pct: numberAt(value(`ROUND_B1_CLOSE_${weeks}WK_2`)) ?? null,
      })).filter(({ yield_pct }) => yield_pct !== null);
      facts.add('treasury_rates', `entry ${at + 1}`, { date, rate_pct, bills });
    });
    return facts.parsed();
  },
});

function titleOf(feed: unknown): string {
  return textAt(feed, 'title', '#text') ?? textAt(feed, 'title') ?? '';
}
