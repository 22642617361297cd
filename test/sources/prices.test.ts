import { describe, expect, it } from 'vitest';
import { prices } from '../../src/sources/prices.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const bars = (text: unknown, file = 'ZORB.csv') => read(prices, 'prices', text, file);
const bar = {
  ticker: 'ZORB',
  date: '2026-01-05',
  open: 4,
  high: 5.5,
  low: 3.5,
  close: 5,
  volume: 1200,
};

describe('prices from CSV', () => {
  it.each([
    ['Yahoo', 'Date,Open,High,Low,Close,Adj Close,Volume\n2026-01-05,4,5.5,3.5,5,4.9,1200\n'],
    ['Alpha Vantage', 'timestamp,open,high,low,close,volume\r\n2026-01-05,4,5.5,3.5,5.0000,1200'],
    [
      'yfinance',
      'Date,Close,High,Low,Open,Volume\n,ZORB,ZORB,ZORB,ZORB,ZORB\n2026-01-05,5,5.5,3.5,4,1200',
    ],
    [
      'newer yfinance',
      'Price,Close,High,Low,Open,Volume\nTicker,ZORB,ZORB,ZORB,ZORB,ZORB\nDate,,,,,\n2026-01-05,5,5.5,3.5,4,1200',
    ],
    ['long', 'date,ticker,close,open,high,low,volume\n2026-01-05,zorb,5,4,5.5,3.5,1200'],
    [
      'with times',
      '\uFEFFDate,Open,High,Low,Close,Volume\n2026-01-05 00:00:00-05:00,4,5.5,3.5,5,"1,200"',
    ],
  ])('reads the %s layout', (_, text) => {
    expect(bars(text)).toEqual([bar]);
  });

  it('reads several tickers side by side', () => {
    const text =
      'Date,Close,Close,Volume,Volume\n,ZORB,GLUM,ZORB,GLUM\n2026-01-05,5,7,10,\n2026-01-06,,8,,30';
    expect(bars(text, 'any.csv')).toEqual([
      { ticker: 'ZORB', date: '2026-01-05', close: 5, volume: 10 },
      { ticker: 'GLUM', date: '2026-01-05', close: 7 },
      { ticker: 'GLUM', date: '2026-01-06', close: 8, volume: 30 },
    ]);
  });

  it('reports invalid rows by line and keeps the rest', () => {
    const text =
      'date,close\n2026-01-05,abc\n2026-02-30,5\n2026-01-07,-1\n2026-01-08,6\n2026-01-09,0';
    const parsed = prices.parse(text, 'ZORB.csv');
    expect(recordsOf(parsed, 'prices')).toHaveLength(1);
    expect(parsed.problems).toEqual([
      { where: 'line 2', reason: 'close is not a number' },
      { where: 'line 3', reason: 'date is not a date (YYYY-MM-DD)' },
      { where: 'line 4', reason: 'has a close that is not above 0' },
      { where: 'line 6', reason: 'has a close that is not above 0' },
    ]);
  });

  it('refuses files without prices', () => {
    expect(refusal(prices, 'No data', 'ZORB.csv')).toMatch(/Stooq/);
    expect(refusal(prices, 'Exceeded the daily hits limit', 'ZORB.csv')).toMatch(/Stooq/);
    expect(refusal(prices, ` No data ${'x'.repeat(40)}`, 'ZORB.csv')).toBe(
      `is a response of Stooq without data: "No data ${'x'.repeat(32)}"`,
    );
    expect(refusal(prices, 'a,b\n1,2', 'ZORB.csv')).toMatch(/date and close/);
  });
});

describe('a table of prices', () => {
  const table = (header: string, row: string, file = 'ABCQZ.csv') =>
    prices.parse(`${header}\n${row}\n`, file);
  const bar = { ticker: 'ABCQZ', date: '2026-01-05', close: 5 };

  it.each([
    ['Date,Close', '2026-01-05,5', 'ABCQZ.csv', {}],
    ['timestamp,CLOSE,Adj Close', '2026-01-05T21:00:00Z,5,4.9', 'ABCQZ.txt', {}],
    ['symbol,date,close', 'ABCQZ,2026-01-05,"$5.00"', 'all.csv', {}],
    // The ticker column has precedence over the file name.
    ['ticker,date,close', 'XYZQZ,2026-01-05,5', 'ABCQZ.csv', { ticker: 'XYZQZ' }],
    ['ticker,date,close', ',2026-01-05,5', 'ABCQZ.csv', {}],
    [
      'date,open,high,low,close,volume',
      '2026-01-05,1,6,0.5,5,"1,200"',
      'ABCQZ.csv',
      { open: 1, high: 6, low: 0.5, volume: 1200 },
    ],
    ['date,close', '2026-01-05,0.0001', 'ABCQZ.csv', { close: 0.0001 }],
    [' date , close , volume', ' 2026-01-05 , 5 , 7 ', 'ABCQZ.csv', { volume: 7 }],
  ])('with the header %s and the row %s in %s has a bar', (header, row, file, more) => {
    expect(table(header, row, file)).toEqual({
      batches: [{ kind: 'prices', records: [{ ...bar, ...more }] }],
      problems: [],
    });
  });

  it('skips days without a close, and numbers lines after earlier parts', () => {
    for (const none of ['', 'null', 'NULL']) {
      expect(table('date,close', `2026-01-05,${none}`)).toEqual({ batches: [], problems: [] });
    }
    const part = prices.parse('date,close\n2026-01-05,x\n', 'ABCQZ.csv', 100);
    expect(part.problems[0]?.where).toBe('line 102');
    const wide = prices.parse(
      'Price,Close,Close\nTicker,ABCQZ,XYZQZ\n2026-01-05,x,6\n',
      'a.csv',
      9,
    );
    expect(wide).toEqual({
      batches: [{ kind: 'prices', records: [{ ...bar, ticker: 'XYZQZ', close: 6 }] }],
      problems: [{ where: 'line 12', reason: 'close is not a number' }],
    });
  });

  it.each([
    ['ABCDEFGHIJKL.csv', 'ABCDEFGHIJKL'],
    ['ABCDEFGHIJKLM.csv', undefined],
    ['folder/sub\\B.RK-1.csv', 'B.RK-1'],
    ['abcqz.csv', undefined],
    ['abcqz.us.csv', 'ABCQZ'],
    ['abc-b.us.txt', 'ABC-B'],
    ['abcdefghijklm.us.csv', undefined],
    ['ABCQZ.json', undefined],
  ])('in %s has the ticker %s', (file, ticker) => {
    const parsed = table('date,close', '2026-01-05,5', file);
    if (ticker) expect(parsed.batches[0]?.records).toEqual([{ ...bar, ticker }]);
    else {
      expect(parsed.problems).toEqual([
        {
          where: 'file',
          reason: 'has no ticker: use it as the file name (MRNA.csv) or add a column ticker',
        },
      ]);
    }
  });

  it.each([
    ['date,price', 'has no columns date and close'],
    ['day,close', 'has no columns date and close'],
    ['date,close\n"2026-01-05,5', 'is not a table (CSV)'],
  ])('with the header %j is refused', (text, reason) => {
    expect(refusal(prices, `${text}\n`, 'ABCQZ.csv')).toBe(reason);
  });
});

describe('prices from the Yahoo chart', () => {
  // 2026-01-05 14:30 UTC, when New York opens, is 1 767 623 400 s after the epoch.
  const [first, second] = [1_767_623_400, 1_767_623_400 + 86_400];
  const chart = (more: object = {}) => ({
    chart: {
      result: [
        {
          meta: { symbol: 'ZORB', gmtoffset: -18_000 },
          timestamp: [first, second],
          indicators: {
            quote: [
              {
                open: [4, null],
                high: [5.5, null],
                low: [3.5, null],
                close: [5, null],
                volume: [1200, null],
              },
            ],
            adjclose: [{ adjclose: [4.9, null] }],
          },
          ...more,
        },
      ],
      error: null,
    },
  });

  it('reads bars, adjusted only for splits, and skips nulls', () => {
    expect(bars(chart())).toEqual([bar]);
  });

  it('dates a session in the time zone of its exchange', () => {
    // 2026-01-05 23:00 UTC is the morning of the 6th in Tokyo (UTC+9).
    const tokyo = { meta: { symbol: '4502.T', gmtoffset: 32_400 }, timestamp: [1_767_654_000] };
    expect(bars(chart(tokyo))).toMatchObject([{ ticker: '4502.T', date: '2026-01-06' }]);
  });

  const closing = (...close: (number | null)[]) => ({ quote: [{ close }] });

  it('dates a reverse split by its date, not by its key', () => {
    const splits = { 1596254400: { date: second, numerator: 1, denominator: 10 } };
    const parsed = prices.parse(JSON.stringify(chart({ events: { splits } })), 'x');
    expect(recordsOf(parsed, 'splits')).toEqual([
      { ticker: 'ZORB', date: '2026-01-06', numerator: 1, denominator: 10 },
    ]);
    expect(recordsOf(parsed, 'prices')).toHaveLength(1);
  });

  it('treats the session as unfinished from its first second to the last but one', () => {
    const regular = { start: second, end: second + 23_400 };
    const barsAt = (regularMarketTime: number) => {
      const meta = { symbol: 'ZORB', regularMarketTime, currentTradingPeriod: { regular } };
      return bars(chart({ meta, indicators: closing(10, 11) })).length;
    };
    const times = [regular.start - 1, regular.start, regular.end - 1, regular.end];
    expect(times.map(barsAt)).toEqual([2, 1, 1, 2]);
  });

  it('reports a close that is not above 0', () => {
    const parsed = prices.parse(JSON.stringify(chart({ indicators: closing(0, 11) })), 'x');
    expect(recordsOf(parsed, 'prices')).toEqual([
      { ticker: 'ZORB', date: '2026-01-06', close: 11 },
    ]);
    expect(parsed.problems).toEqual([
      { where: 'bar 1', reason: 'has a close that is not above 0' },
    ]);
  });

  it('refuses errors of Yahoo, monthly bars and other currencies', () => {
    const error = { chart: { result: null, error: { code: 'Not Found' } } };
    expect(refusal(prices, error)).toMatch(/not a Yahoo chart/);
    const of = (meta: object) => refusal(prices, chart({ meta: { symbol: 'ZORB', ...meta } }));
    expect(of({ dataGranularity: '1mo' })).toMatch(/1mo bars/);
    expect(of({ currency: 'EUR' })).toMatch(/quoted in EUR/);
  });
});

describeSamples('prices over recorded files', () => {
  // Number of lines of each file without the header.
  it.each([
    ['ACHV', 6_084],
    ['CYTK', 4_998],
    ['VERA', 709],
  ])('reads the full history of %s', (ticker, count) => {
    const found = bars(sample(`prices_yahoo_csv/${ticker}.csv`), `${ticker}.csv`);
    expect(found).toHaveLength(count);
    expect(found.every((row) => row.ticker === ticker)).toBe(true);
  });

  it('reads the other layouts', () => {
    const moderna = bars(sample('prices/MRNA.csv'), 'MRNA.csv');
    expect(moderna).toHaveLength(1_006);
    expect(moderna[0]).toMatchObject({
      date: '2020-01-02',
      open: 19.56999969482422,
      volume: 1233600,
    });
    const xbi = bars(sample('prices/XBI.csv'), 'XBI.csv');
    expect(xbi).toHaveLength(100);
    expect(xbi[0]).toMatchObject({ date: '2026-08-21', open: 164.45, close: 165.72 });
    const long = bars(sample('prices/price_history.csv'), 'price_history.csv');
    expect(long).toHaveLength(12_573);
    expect(long.at(-1)).toEqual({ ticker: 'RVMD', date: '2026-01-28', close: 96.86000061035156 });
  });
});
