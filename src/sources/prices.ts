import { parse as parseCsv } from 'csv-parse/sync';
import {
  dayFrom,
  isObject,
  listAt,
  numberAt,
  objectAt,
  readJson,
  textAt,
} from './formats/untrusted.ts';
import { yahoo } from './hosts.ts';
import { ofUniverse } from './of-companies.ts';
import { type Collector, collector, dataConnector, type Parsed, refused } from './parsed.ts';
import { quarterOf } from './periods.ts';
import { fromParsed, type SyncSource } from './source.ts';

/**
 * Daily bars and splits of five years for each company. They are requested again each quarter,
 * because a split changes all earlier bars.
 */
export const yahooChart: SyncSource = {
  name: 'yahoo-chart',
  title: 'Yahoo: daily bars and splits',
  fills: ['prices', 'splits'],
  host: yahoo,
  schedule: '10 20 * * 1-5',
  maxAgeMs: 100 * 24 * 3_600_000,
  byCompany: true,
  aboutOneCompany: true,
  personalUse:
    'Yahoo permits personal, non-commercial use of its charts. The API is undocumented and may refuse requests',
  // Yahoo responds with this status code to an unknown ticker.
  accepts: [404],
  firstFill: (companies) => ({ requests: companies, bytes: companies * 45_000 }),
  plan: ({ companies, now }) =>
    companies.universe.map(({ ticker, cik, rank }) => ({
      address: `https://query1.finance.yahoo.com/v8/finance/chart/${encodeURIComponent(ticker)}?range=5y&interval=1d&events=div,splits`,
      expects: 'json',
      lane: 'history',
      rank,
      subject: cik,
      version: quarterOf(now),
    })),
  read: ({ text, status, request }, { companies }) =>
    status === 200 ? ofUniverse(fromParsed(prices.parse(text, request.address)), companies) : {},
};

/**
 * Reads daily bars from CSV or from the JSON of the Yahoo chart API. A CSV file is in one of three
 * layouts: one ticker, one ticker per row (`date,ticker,…`), or one ticker per column (yfinance).
 * Rows may be in any order. A row without a close is omitted. `close` is adjusted for splits.
 * Yahoo's `Adj Close` is omitted, because it is also adjusted for dividends.
 */
export const prices = dataConnector({
  name: 'prices',
  title: 'Daily prices',
  reads: 'CSV of daily bars (TICKER.csv, or with a ticker column), or JSON of the Yahoo chart API',
  cut: 'table',
  parse(text, fileName, before = 0) {
    if (/^\s*(no data|exceeded the daily hits limit)/i.test(text)) {
      return refused(`is a response of Stooq without data: "${text.trim().slice(0, 40)}"`);
    }
    return /^\uFEFF?\s*\{/.test(text) ? parseChart(text) : parseTable(text, fileName, before);
  },
});

interface Column {
  readonly at: number;
  readonly field: string;
  /** The ticker of the column, if the second row of the table contains tickers. */
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
    return refused('has no ticker: use it as the file name (MRNA.csv) or add a column ticker');
  }
  const facts = collector();
  const bars = barsOf(columns);
  rows.slice(isWide ? 2 : 1).forEach((cells, at) => {
    const where = `line ${before + at + (isWide ? 3 : 2)}`;
    for (const bar of bars) addBar(facts, where, cells, bar, fileTicker);
  });
  return facts.parsed();
}

/** Groups the columns of a table by bar. A row contains one bar, or one bar for each ticker. */
function barsOf(columns: readonly Column[]): readonly (readonly Column[])[] {
  const dates = columns.filter(({ field }) => field === 'date');
  const others = columns.filter(({ field }) => field !== 'date' && field !== '');
  const tickers = [...new Set(others.map(({ ticker }) => ticker))];
  return tickers.map((own) => [...dates, ...others.filter(({ ticker }) => ticker === own)]);
}

function addBar(
  facts: Collector,
  where: string,
  cells: readonly string[],
  columns: readonly Column[],
  fileTicker: string | undefined,
): void {
  const cell = (field: string) => cells[columns.find((c) => c.field === field)?.at ?? -1] ?? '';
  const close = cell('close');
  if (close === '' || close.toLowerCase() === 'null') return;
  const number = (field: string) => numberAt(cell(field));
  addIfPositive(facts, where, {
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
  facts: Collector,
  where: string,
  bar: Readonly<Record<string, unknown>>,
): void {
  if (typeof bar.close === 'number' && bar.close <= 0) {
    facts.problem(where, 'has a close that is not above 0');
  } else facts.add('prices', where, bar);
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

/**
 * Returns the ticker in the file name. Our choice: a ticker is in capitals (`MRNA.csv`) or followed
 * by `.us`, as in files of Stooq (`mrna.us.csv`).
 */
function tickerOfFile(fileName: string): string | undefined {
  const base = fileName.split(/[/\\]/).at(-1) ?? '';
  const named =
    /^([a-z0-9-]{1,12})\.us\.(?:csv|txt)$/i.exec(base) ??
    /^([A-Z0-9][A-Z0-9.-]{0,11})\.(?:csv|txt)$/.exec(base);
  return named?.[1]?.toUpperCase();
}

/**
 * Reads the splits and the split-adjusted daily bars of one ticker from a Yahoo chart. Weekly or
 * monthly bars and currencies other than US dollars are refused. The bar of the current trading day
 * is omitted, because it has no close yet.
 */
function parseChart(text: string): Parsed {
  const json = readJson(text);
  if ('reason' in json) return refused(json.reason);
  const [chart] = listAt(json.value, 'chart', 'result');
  const ticker = textAt(chart, 'meta', 'symbol');
  if (!isObject(chart) || !ticker) return refused('is not a Yahoo chart: chart.result is missing');
  const granularity = textAt(chart, 'meta', 'dataGranularity') ?? '1d';
  if (granularity !== '1d') return refused(`has ${granularity} bars: request interval=1d`);
  const currency = textAt(chart, 'meta', 'currency') ?? 'USD';
  if (currency !== 'USD')
    return refused(`is quoted in ${currency.slice(0, 10)}, not in US dollars`);
  const facts = collector();
  addBars(facts, chart, ticker);
  addSplits(facts, chart, ticker);
  return facts.parsed();
}

function addBars(facts: Collector, chart: unknown, ticker: string): void {
  const quote = objectAt(listAt(chart, 'indicators', 'quote')[0]);
  const offset = numberAt(chart, 'meta', 'gmtoffset') ?? 0;
  const unfinished = unfinishedDay(chart, offset);
  listAt(chart, 'timestamp').forEach((seconds, at) => {
    const value = (field: string) => numberAt(listAt(quote, field)[at]);
    const close = value('close');
    const date = dayAt(numberAt(seconds), offset);
    if (close === undefined || (date !== undefined && date === unfinished)) return;
    addIfPositive(facts, `bar ${at + 1}`, {
      ticker,
      date,
      open: value('open'),
      high: value('high'),
      low: value('low'),
      close,
      volume: value('volume'),
    });
  });
}

/**
 * Adds splits. Their keys are times of bars, so the day of a split is read from its field `date`.
 */
function addSplits(facts: Collector, chart: unknown, ticker: string): void {
  const offset = numberAt(chart, 'meta', 'gmtoffset') ?? 0;
  const splits = objectAt(chart, 'events', 'splits');
  for (const key of Object.keys(splits)) {
    facts.add('splits', `split ${key.slice(0, 20)}`, {
      ticker,
      date: dayAt(numberAt(splits, key, 'date'), offset),
      numerator: numberAt(splits, key, 'numerator'),
      denominator: numberAt(splits, key, 'denominator'),
    });
  }
}

/**
 * Returns the day of the regular trading session during which the chart was requested, if there was
 * one.
 */
function unfinishedDay(chart: unknown, offset: number): string | undefined {
  const requested = numberAt(chart, 'meta', 'regularMarketTime');
  const session = ['meta', 'currentTradingPeriod', 'regular'] as const;
  const start = numberAt(chart, ...session, 'start');
  const end = numberAt(chart, ...session, 'end');
  if (requested === undefined || start === undefined || end === undefined) return undefined;
  return requested >= start && requested < end ? dayAt(requested, offset) : undefined;
}

/**
 * Returns the date of a time in the time zone of the exchange.
 * @param offset the seconds by which that time zone is ahead of UTC
 */
function dayAt(seconds: number | undefined, offset: number): string | undefined {
  if (seconds === undefined || Math.abs(seconds) > 8e9) return undefined;
  return new Date((seconds + offset) * 1_000).toISOString().slice(0, 10);
}
