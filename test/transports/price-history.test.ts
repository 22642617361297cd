import { beforeAll, describe, expect, it } from 'vitest';
import { shiftDays } from '../../src/domain/dates.ts';
import { clientOf } from '../support/mcp.ts';
import { useApp } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

/** Closes as traded; ACME splits 1 for 10 on 10 February. */
const bar = (ticker: string, date: string, close: number, more: Record<string, unknown> = {}) => {
  return { ticker, date, close, as_traded: true, ...more };
};
const bills = [
  { weeks: 13, yield_pct: 3.62, discount_pct: 3.54 },
  { weeks: 52, yield_pct: 3.5, discount_pct: 3.4 },
];
const facts = {
  ...universe,
  fails_to_deliver: [
    { ticker: 'BOLT', date: '2026-02-03', shares: 701, price: 9.5 },
    { ticker: 'BOLT', date: '2026-02-05', shares: 12 },
  ],
  treasury_rates: [
    { date: '2026-02-09', rate_pct: 3.62, bills },
    { date: '2026-02-06', rate_pct: 3.65 },
    { date: '2026-02-05', rate_pct: 3.66 },
  ],
  splits: [{ ticker: 'ACME', date: '2026-02-10', numerator: 1, denominator: 10 }],
  prices: [
    bar('ACME', '2026-02-05', 2),
    // These days are a Thursday and a Friday, followed by a Monday and a Tuesday.
    bar('ACME', '2026-02-06', 3, { open: 2, high: 4, low: 1, volume: 1000 }),
    bar('ACME', '2026-02-09', 4, { open: 3, high: 5, low: 2, volume: 2000 }),
    bar('ACME', '2026-02-10', 50, { open: 40, high: 60, low: 30, volume: 300 }),
    bar('GAPQZ', '2025-11-03', 4),
    bar('GAPQZ', '2026-02-06', 16),
    ...['2026-02-05', '2026-02-06', '2026-02-09', '2026-02-10'].map((day) => bar('BOLT', day, 10)),
    ...Array.from({ length: 300 }, (_, at) =>
      bar('OLDQZ', shiftDays('2024-01-01', at), 5, at === 0 ? {} : { open: 4, volume: at }),
    ),
  ],
};

const started = useApp({ facts });
let basic: string;
beforeAll(() => {
  basic = started.createKey({ name: 'basic' });
});

const ask = async (query: Record<string, string>, key?: string) =>
  (await started.ask('/market/prices/history', { ticker: 'ACME', ...query }, key)).body;

describe('the price history', () => {
  it('has a record per day, adjusted for splits, with returns since from', async () => {
    const { result, pagination } = await ask({ from: '2026-02-06' });
    expect(pagination).toEqual({ page: 1, pageSize: 50, total: 3 });
    // Closes of 30, 40 and 50 in new shares; BOLT does not change. The index rises by the mean of
    // 1/3 and 0, then of 1/4 and 0: (1 + 1/6) · (1 + 1/8) − 1 = 31.25 %.
    expect(result).toEqual([
      {
        ticker: 'ACME',
        company_name: 'Acme Therapeutics',
        interval: 'daily',
        price_basis: 'adjusted for splits',
        date: '2026-02-10',
        open_usd: 40,
        high_usd: 60,
        low_usd: 30,
        close_usd: 50,
        volume: 300,
        split_ratio: 0.1,
        return_pct: 66.67,
        benchmark_return_pct: 31.25,
        excess_pct: 35.42,
        yield_pct: null,
        discount_pct: null,
        fails_shares: null,
        fails_price_usd: null,
        method: 'price-history/5',
        as_of: '2026-02-10',
        flags: [],
        source: 'fixture',
        source_url: null,
        source_date: '2026-02-10',
      },
      expect.objectContaining({
        date: '2026-02-09',
        close_usd: 40,
        volume: 200,
        return_pct: 33.33,
        split_ratio: null,
      }),
      expect.objectContaining({
        date: '2026-02-06',
        close_usd: 30,
        high_usd: 40,
        return_pct: 0,
        excess_pct: 0,
        source_date: '2026-02-06',
      }),
    ]);
  });

  it('has the prices and the volume of all stored days', async () => {
    const { result } = await ask({ ticker: 'OLDQZ', from: '2024-01-01', to: '2024-01-02' });
    expect(result).toMatchObject([
      { date: '2024-01-02', open_usd: 4, high_usd: null, close_usd: 5, volume: 1 },
      { date: '2024-01-01', open_usd: null, close_usd: 5, volume: null },
    ]);
  });

  it('has a record per week or month', async () => {
    const { result } = await ask({ from: '2026-02-06', interval: 'weekly' });
    expect(result).toMatchObject([
      {
        date: '2026-02-10',
        open_usd: 30,
        high_usd: 60,
        low_usd: 20,
        close_usd: 50,
        volume: 500,
        split_ratio: 0.1,
      },
      { date: '2026-02-06', open_usd: 20, close_usd: 30, volume: 100, split_ratio: null },
    ]);
    const month = await ask({ from: '2026', interval: 'Monthly' });
    // The bar of 5 February has only a closing price.
    expect(month.result).toMatchObject([
      {
        date: '2026-02-10',
        open_usd: null,
        high_usd: null,
        close_usd: 50,
        volume: null,
        return_pct: 150,
        flags: ['starts_later'],
      },
    ]);
  });

  it('has prices as traded, and the same returns', async () => {
    const { result } = await ask({ from: '2026-02-06', adjusted: 'false', sort: 'date' });
    expect(result.map((row) => [row.close_usd, row.volume, row.return_pct])).toEqual([
      [3, 1000, 0],
      [4, 2000, 33.33],
      [50, 300, 66.67],
    ]);
  });

  it('starts returns at most a week before the requested day', async () => {
    const { result } = await ask({ ticker: 'GAPQZ', from: '2026-02-04' });
    expect(result).toMatchObject([{ date: '2026-02-06', return_pct: 0, flags: ['starts_later'] }]);
    const earlier = await ask({ ticker: 'GAPQZ', from: '2025-11-08' });
    expect(earlier.result).toMatchObject([{ return_pct: 300, flags: ['no_benchmark'] }]);
  });

  it('ends on a day, and has pages', async () => {
    const until = await ask({ to: '2026-02-09', limit: '1', skip: '1' });
    expect(until.result.map(({ date }) => date)).toEqual(['2026-02-06']);
    expect(until.pagination.total).toBe(3);
    expect((await ask({ page: '2' })).result).toEqual([]);
  });

  it('has several tickers in one order', async () => {
    const { result } = await ask({ ticker: 'ACME,BOLT', from: '2026-02-09' });
    const days = result.map(({ date, ticker }) => `${String(date).slice(-2)} ${ticker}`);
    expect(days).toEqual(['10 ACME', '10 BOLT', '09 ACME', '09 BOLT']);
  });

  it('has the yields of Treasury bills instead of prices, by term', async () => {
    const { result } = await ask({ ticker: 'US3M', interval: 'weekly' });
    expect(result).toMatchObject([
      { date: '2026-02-09', yield_pct: 3.62, discount_pct: 3.54, source_date: '2026-02-09' },
      { date: '2026-02-06', yield_pct: 3.65, discount_pct: null, source: 'fixture' },
    ]);
    const year = (await ask({ ticker: 'US1Y' })).result;
    expect(year).toMatchObject([{ date: '2026-02-09', yield_pct: 3.5, discount_pct: 3.4 }]);
    expect(result[0]).toMatchObject({ close_usd: null, return_pct: null, flags: [] });
  });

  it('has the fails to deliver of a settlement day, also without a price', async () => {
    const { result } = await ask({ ticker: 'BOLT', to: '2026-02-05' });
    expect(result).toMatchObject([
      { date: '2026-02-05', close_usd: 10, fails_shares: 12 },
      { date: '2026-02-03', close_usd: null, fails_shares: 701, fails_price_usd: 9.5, flags: [] },
    ]);
    expect((await ask({ ticker: 'BOLT', interval: 'monthly' })).result[0]).toMatchObject({
      fails_shares: null,
    });
  });

  it.each([
    [{ interval: 'hourly' }, 'Invalid interval: one of daily, weekly, monthly'],
    [{ from: 'May' }, 'Invalid from'],
    [{ adjusted: 'x' }, 'Invalid adjusted: one of true, false'],
  ])('refuses %j', async (query, error) => {
    expect((await ask(query)).error).toBe(error);
  });

  it('leaves the benchmark, which is Elite Plus, out of a Basic answer', async () => {
    const { result } = await ask({ from: '2026-02-06' }, basic);
    expect(result[0]).toMatchObject({ close_usd: 50, return_pct: 66.67 });
    expect(result[0]).not.toHaveProperty('benchmark_return_pct');
    expect(result[0]).not.toHaveProperty('excess_pct');
    expect((await ask({ sort: 'excess_pct' }, basic)).error).toMatch(/^Not in your plan/);
  });

  it('says that a company has no prices', async () => {
    const text = await started.app.toolbox.callTool('owner', 'price_history', { ticker: '$ZZZZ' });
    expect(text).toContain('no records of 0');
    const early = { ticker: 'ACME', from: '2001', to: '2001' };
    expect(await started.app.toolbox.callTool('owner', 'price_history', early)).toContain(
      'ACME is a known company, but it has no prices in the requested period',
    );
  });
});

it('shows the day of each row and of its source, and as_of only on request', async () => {
  const mcp = await clientOf(started.base, { headers: { 'x-api-key': basic } });
  const shown = async (more: object) =>
    JSON.stringify(
      await mcp.callTool({
        name: 'price_history',
        arguments: { ticker: 'ACME', from: '2026-02-06', to: '2026-02-06', ...more },
      }),
    );
  const text = await shown({});
  expect(text).not.toContain('2026-02-10');
  expect(text).toContain('Sources: fixture (1 row, newest 2026-02-06)');
  expect(await shown({ fields: 'date,as_of' })).toContain('2026-02-10');
});
