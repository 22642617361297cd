import { tradingDayBefore } from '../domain/market/exchange-days.ts';
import { type LinkedFiles, linkedFiles, pageRequest } from './data-sets.ts';
import { readOnce } from './formats/table.ts';
import { dayFrom, numberAt } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import { ofUniverse, symbolTest } from './of-companies.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { fromParsed, type SyncSource } from './source.ts';

const files: LinkedFiles = {
  page: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
  file: /^https:\/\/www\.sec\.gov\/files\/[\w/-]{1,200}\/cnsfails(\d{6}[ab])(?:_\d)?\.zip$/,
  expects: 'zip',
};

/**
 * The fails-to-deliver files. They contain the ticker of each CUSIP, and closing prices that are
 * two to six weeks old. All other sources of prices restrict some uses or require a license.
 */
export const secFails: SyncSource = {
  name: 'sec-fails',
  title: 'SEC: fails to deliver (CUSIP, ticker, close)',
  fills: ['securities', 'prices', 'fails_to_deliver'],
  host: sec,
  // The SEC publishes the first half of a month at the end of the month. It publishes the second
  // half in the middle of the next month.
  schedule: '45 1 * * 2,5',
  maxAgeMs: 6 * 24 * 3_600_000,
  unverified: 'the page that links to the files',
  needsCompanies: true,
  firstFill: (_, months) => ({ requests: 1 + 2 * months, bytes: 2 * months * 1_000_000 }),
  plan: ({ now }) => [pageRequest(files, now)],
  sieve({ companies }) {
    const belongs = symbolTest(companies);
    return {
      members: [/\.txt$/i],
      separator: '|',
      keeps(header) {
        const symbol = header.indexOf('SYMBOL');
        return (cells) => belongs(cells[symbol]);
      },
    };
  },
  read({ text, request }, { companies, since }) {
    if (request.address === files.page) {
      return linkedFiles(text, request, files, { from: since.slice(0, 7).replace('-', '') });
    }
    return ofUniverse(fromParsed(secFailsConnector.parse(text, request.address)), companies, true);
  },
};

/**
 * Reads the SEC's fails to deliver, which contain closing prices and the ticker of each CUSIP.
 * PRICE is the close of the trading day before the settlement date. This was confirmed with 96
 * prices of 2020 and 2023. Prices are not adjusted for later splits. The last two lines state the
 * number of lines, which shows whether a file is truncated. Symbols of share classes have no
 * separator (`BRKB`).
 */
export const secFailsConnector = dataConnector({
  name: 'sec-fails',
  title: 'SEC: fails to deliver (CUSIP, ticker, close)',
  reads: 'the text inside sec.gov/files/data/fails-deliver-data/cnsfails######a.zip',
  parse(text) {
    if (!/^\uFEFF?SETTLEMENT DATE\|CUSIP\|SYMBOL\|/.test(text)) {
      return refused('is not a file of fails to deliver: its header is different');
    }
    const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    const facts = collector();
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
        facts.problem(where, 'has no settlement date or no symbol');
        return;
      }
      addLatest(seen, {
        ticker,
        cusip: cell('CUSIP'),
        name: cell('DESCRIPTION'),
        seen_date: settled,
      });
      const shares = numberAt(cell('QUANTITY (FAILS)'));
      const price = numberAt(cell('PRICE'));
      const close = price !== undefined && price > 0 ? price : undefined;
      if (shares !== undefined) {
        facts.add('fails_to_deliver', where, { ticker, date: settled, shares, price: close });
      }
      if (close === undefined) return;
      facts.add('prices', where, { ticker, date: dayBefore(settled), close, as_traded: true });
    });
    const stated = Number(/Trailer record count\s+(\d{1,9})/i.exec(text.slice(-500))?.[1] ?? rows);
    if (stated !== rows) facts.problem('file', `states ${stated} lines but has ${rows}`);
    for (const [key, security] of seen) facts.add('securities', key, security);
    return facts.parsed();
  },
});

interface Security {
  readonly cusip: string;
  readonly ticker: string;
  readonly name: string;
  readonly seen_date: string;
}

const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,11}$/;

/** Keeps the newest entry for each pair of CUSIP and ticker. */
function addLatest(seen: Map<string, Security>, security: Security): void {
  if (!/^[A-Z0-9*@#]{9}$/.test(security.cusip)) return;
  const key = `${security.cusip} ${security.ticker}`;
  const known = seen.get(key);
  if (!known || known.seen_date <= security.seen_date) seen.set(key, security);
}
