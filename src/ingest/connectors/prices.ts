import { parse as parseCsv } from 'csv-parse/sync';
import { dayFrom, numberAt, webPage } from '../../sources/formats/untrusted.ts';
import {
  type Collector,
  type Connector,
  collector,
  type Parsed,
  refused,
} from '../../sources/parsed.ts';
import { parseChart } from './yahoo-chart.ts';

/**
 * Daily bars from a CSV or from Yahoo's chart JSON. CSV layouts: one ticker a file (Yahoo, Stooq,
 * Alpha Vantage, close alone), whose name is then the ticker; one ticker a row (`date,ticker,…`);
 * and one ticker a column (yfinance, tickers in the second row). Order of rows does not matter; a
 * row without a close is a day without a bar.
 *
 * `close` is adjusted for splits; Yahoo's `Adj Close` (adjusted for dividends too) is left out.
 */
export const prices: Connector = {
  name: 'prices',
  title: 'Daily prices',
  reads: 'CSV of daily bars (TICKER.csv, or with a ticker column), or JSON of the Yahoo chart API',
  cut: 'table',
  parse(text, fileName, before = 0) {
    const page = webPage(text);
    if (page) return refused(page);
    if (/^\s*(no data|exceeded the daily hits limit)/i.test(text)) {
      return refused(`is Stooq's answer without data: "${text.trim().slice(0, 40)}"`);
    }
    return /^\uFEFF?\s*\{/.test(text) ? parseChart(text) : parseTable(text, fileName, before);
  },
};

interface Column {
  readonly at: number;
  readonly field: string;
  /** The column's own ticker, where tickers stand in the second row. */
  readonly ticker: string | undefined;
}

function parseTable(text: string, fileName: string, before: number): Parsed {
  let rows: readonly (readonly string[])[];
  try {
    rows = parseCsv(text, { bom: true, relax_column_count: true, trim: true });
  } catch {
    return refused('is not a table (CSV)');
  }
  const [header = [], second = []] = rows;
  const isWide =
    /^(ticker)?$/i.test(second[0] ?? '-') && second.slice(1).every((cell) => /[A-Z]/.test(cell));
  const columns = header.map((name, at) => ({
    at,
    field: fieldNames.get(name.toLowerCase()) ?? (at === 0 && isWide ? 'date' : ''),
    ticker: isWide ? second[at] : undefined,
  }));
  const has = (field: string) => columns.some((column) => column.field === field);
  if (!has('date') || !has('close')) return refused('has no columns date and close');
  const fileTicker = tickerOfFile(fileName);
  if (!isWide && !has('ticker') && !fileTicker) {
    return refused('names no ticker: name the file by it (MRNA.csv) or add a column ticker');
  }
  const found = collector();
  const bars = barsOf(columns);
  rows.slice(isWide ? 2 : 1).forEach((cells, at) => {
    const where = `line ${before + at + (isWide ? 3 : 2)}`;
    for (const bar of bars) addBar(found, where, cells, bar, fileTicker);
  });
  return found.parsed();
}

/** The columns of each bar that a row holds: one bar, or one a ticker. */
function barsOf(columns: readonly Column[]): readonly (readonly Column[])[] {
  const dates = columns.filter(({ field }) => field === 'date');
  const others = columns.filter(({ field }) => field !== 'date' && field !== '');
  const tickers = [...new Set(others.map(({ ticker }) => ticker))];
  return tickers.map((own) => [...dates, ...others.filter(({ ticker }) => ticker === own)]);
}

function addBar(
  found: Collector,
  where: string,
  cells: readonly string[],
  columns: readonly Column[],
  fileTicker: string | undefined,
): void {
  const cell = (field: string) => cells[columns.find((c) => c.field === field)?.at ?? -1] ?? '';
  const close = cell('close');
  if (close === '' || close.toLowerCase() === 'null') return;
  const number = (field: string) => numberAt(cell(field));
  addIfPositive(found, where, {
    ticker: columns.at(-1)?.ticker || cell('ticker') || fileTicker,
    date: dayFrom(cell('date').slice(0, 10), 'yyyy-MM-dd') ?? cell('date'),
    open: number('open'),
    high: number('high'),
    low: number('low'),
    close: number('close') ?? close,
    volume: number('volume'),
  });
}

function addIfPositive(
  found: Collector,
  where: string,
  bar: Readonly<Record<string, unknown>>,
): void {
  if (typeof bar.close === 'number' && bar.close <= 0) {
    found.problem(where, 'has a close that is not above 0');
  } else found.add('prices', where, bar);
}

const fieldNames: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['timestamp', 'date'],
  ['ticker', 'ticker'],
  ['symbol', 'ticker'],
  ['open', 'open'],
  ['high', 'high'],
  ['low', 'low'],
  ['close', 'close'],
  ['volume', 'volume'],
]);

/** Our choice: a ticker in capitals (`MRNA.csv`), or a name as Stooq gives it (`mrna.us.csv`). */
function tickerOfFile(fileName: string): string | undefined {
  const base = fileName.split(/[/\\]/).at(-1) ?? '';
  const named =
    /^([a-z0-9-]{1,12})\.us\.(?:csv|txt)$/i.exec(base) ??
    /^([A-Z0-9][A-Z0-9.-]{0,11})\.(?:csv|txt)$/.exec(base);
  return named?.[1]?.toUpperCase();
}
