import { readOnce } from '../../sources/formats/table.ts';
import { dayFrom, numberAt, webPage } from '../../sources/formats/untrusted.ts';
import { type Connector, collector, refused } from '../../sources/parsed.ts';

/**
 * Short interest of all exchanges, twice a month (FINRA). The file says nothing of the float. Days
 * to cover of 999.99 are FINRA's cap where next to nothing trades, and count as not known. Symbols
 * of share classes carry no separator (`BRKB`), names are cut.
 */
export const finraShortInterest: Connector = {
  name: 'finra-short-interest',
  title: 'FINRA: short interest',
  reads: 'cdn.finra.org/equity/otcmarket/biweekly/shrt########.csv',
  parse(text) {
    const page = webPage(text);
    if (page) return refused(page);
    const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    const columns = head.split('|').map((name) => name.trim());
    if (!columns.includes('currentShortPositionQuantity') || !columns.includes('symbolCode')) {
      return refused('is no file of short interest: its header is another');
    }
    const found = collector();
    const dayOf = readOnce((day) => dayFrom(day, 'yyyy-MM-dd') ?? dayFrom(day, 'yyyyMMdd'));
    lines.forEach((line, at) => {
      if (line.trim() === '') return;
      const cells = line.split('|');
      if (cells.length < columns.length) {
        found.problem(`line ${at + 2}`, 'is cut off: it has fewer cells than the header');
        return;
      }
      const cell = (name: string) => cells[columns.indexOf(name)]?.trim();
      const days_to_cover = numberAt(cell('daysToCoverQuantity'));
      found.add('short_interest', `line ${at + 2}`, {
        ticker: cell('symbolCode'),
        settlement_date:
          dayOf(cell('settlementDate') ?? '') ?? dayOf(cell('accountingYearMonthNumber') ?? ''),
        short_shares: numberAt(cell('currentShortPositionQuantity')),
        average_daily_volume: numberAt(cell('averageDailyVolumeQuantity')),
        days_to_cover: days_to_cover === DAYS_CAP ? undefined : days_to_cover,
      });
    });
    return found.parsed();
  },
};

const DAYS_CAP = 999.99;
