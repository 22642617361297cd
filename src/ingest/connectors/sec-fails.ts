import { tradingDayBefore } from '../../domain/market/exchange-days.ts';
import { readOnce } from '../../sources/formats/table.ts';
import { dayFrom, numberAt, webPage } from '../../sources/formats/untrusted.ts';
import { type Connector, collector, refused } from '../../sources/parsed.ts';

/**
 * Fails to deliver (SEC), read for what else each line says: which ticker a CUSIP bears, and a close.
 * PRICE is the close of the trading day before the settlement date: of 96 prices of biotechs in
 * September 2020 and March 2023 that were compared, all equal that close, three the same day's too.
 * The price is as traded, not adjusted for later splits. Lines end with two trailers, whose count
 * tells a file that was cut.
 *
 * Symbols are as the clearing house writes them: classes without a separator (`BRKB`).
 */
export const secFails: Connector = {
  name: 'sec-fails',
  title: 'SEC: fails to deliver (CUSIP, ticker, close)',
  reads: 'the text inside sec.gov/files/data/fails-deliver-data/cnsfails######a.zip',
  parse(text) {
    const page = webPage(text);
    if (page) return refused(page);
    if (!/^\uFEFF?SETTLEMENT DATE\|CUSIP\|SYMBOL\|/.test(text)) {
      return refused('is no file of fails to deliver: its header is another');
    }
    const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    const found = collector();
    const seen = new Map<string, Security>();
    const columns = head.split('|').map((name) => name.trim());
    const dayBefore = readOnce(tradingDayBefore);
    const dayOf = readOnce((day) => dayFrom(day, 'yyyyMMdd'));
    let rows = 0;
    lines.forEach((line, at) => {
      const cells = line.split('|');
      if (cells.length < columns.length) return;
      rows += 1;
      const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
      const settled = dayOf(cell('SETTLEMENT DATE'));
      const ticker = cell('SYMBOL').toUpperCase();
      const where = `line ${at + 2}`;
      if (!settled || !TICKER.test(ticker)) {
        found.problem(where, 'has no settlement date or no symbol');
        return;
      }
      addLatest(seen, {
        ticker,
        cusip: cell('CUSIP'),
        name: cell('DESCRIPTION'),
        seen_date: settled,
      });
      const close = numberAt(cell('PRICE'));
      if (close === undefined || close <= 0) return;
      found.add('prices', where, { ticker, date: dayBefore(settled), close, as_traded: true });
    });
    const stated = Number(/Trailer record count\s+(\d{1,9})/i.exec(text.slice(-500))?.[1] ?? rows);
    if (stated !== rows) found.problem('file', `states ${stated} lines and has ${rows}`);
    for (const [key, security] of seen) found.add('securities', key, security);
    return found.parsed();
  },
};

interface Security {
  readonly cusip: string;
  readonly ticker: string;
  readonly name: string;
  readonly seen_date: string;
}

const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,11}$/;

/** A CUSIP and its ticker come once a file, on the last day they are seen together. */
function addLatest(seen: Map<string, Security>, security: Security): void {
  if (!/^[A-Z0-9*@#]{9}$/.test(security.cusip)) return;
  const key = `${security.cusip} ${security.ticker}`;
  const known = seen.get(key);
  if (!known || known.seen_date <= security.seen_date) seen.set(key, security);
}
