import { dayFrom, listAt, numberAt, textAt, webPage } from '../../sources/formats/untrusted.ts';
import { hasEnd, readXml } from '../../sources/formats/xml.ts';
import { type Connector, collector, refused } from '../../sources/parsed.ts';

/**
 * Three-month Treasury bill rates (daily_treasury_bill_rates): the 13-week bill's investment yield
 * (`ROUND_B1_YIELD_13WK_2`, percent a year), which compares with other yields; the discount rate
 * (`CLOSE`) and the averages (`CS_…_AVG`) are others. Days without a market have no rate.
 */
export const treasuryRates: Connector = {
  name: 'treasury-rates',
  title: 'US Treasury: bill rates',
  reads: 'XML of home.treasury.gov, data=daily_treasury_bill_rates',
  parse(text) {
    const page = webPage(text);
    if (page) return refused(page);
    const [feed] = listAt(readXml(text), 'feed');
    if (!/^\s*DailyTreasuryBillRateData\s*$/.test(titleOf(feed))) {
      return refused('is no feed of daily Treasury bill rates');
    }
    if (!hasEnd(text, 'feed')) return refused('is cut off: its feed has no end');
    const found = collector();
    listAt(feed, 'entry').forEach((entry, at) => {
      const value = (name: string) =>
        textAt(entry, 'content', 'properties', name, '#text') ??
        textAt(entry, 'content', 'properties', name);
      const rate_pct = numberAt(value('ROUND_B1_YIELD_13WK_2'));
      if (rate_pct === undefined) return;
      const date = dayFrom(value('INDEX_DATE')?.slice(0, 10), 'yyyy-MM-dd');
      found.add('treasury_rates', `entry ${at + 1}`, { date, rate_pct });
    });
    return found.parsed();
  },
};

function titleOf(feed: unknown): string {
  return textAt(feed, 'title', '#text') ?? textAt(feed, 'title') ?? '';
}
