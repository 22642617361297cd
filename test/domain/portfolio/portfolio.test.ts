import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { groupBy } from '../../../src/domain/group-by.ts';
import type { PriceSeries } from '../../../src/domain/market/price-bars.ts';
import { modelPortfolio } from '../../../src/domain/portfolio/portfolio.ts';
import type { PortfolioInputs } from '../../../src/domain/portfolio/portfolio-simulation.ts';
import {
  dailyValues,
  equalWeightedIndex,
  formations,
} from '../../../src/domain/portfolio/portfolio-simulation.ts';
import { seriesOf } from '../../support/price-series.ts';
import { filing, row } from '../fund-filings.ts';

// The formation dates are 2026-02-17 (Tue) and 2026-05-15 (Fri), with trades on the next day.
const days = ['2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-05-15', '2026-05-18'];
const lastDay = '2026-05-19';
const calendar = [...days, lastDay];
const ciks = ['1', '2', '3'];

function filings(report_date: string, filing_date: string, tickers: readonly string[]) {
  return ciks.map((cik) =>
    filing(
      cik,
      report_date,
      tickers.map((ticker) => row(ticker, 1, 10)),
      { accession: `${cik}-${report_date}`, filing_date },
    ),
  );
}

function names(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `T${from + i}`);
}

/** Closing prices on the days of the calendar; null on a day without trades. */
function series(closes: readonly (number | null)[]): PriceSeries {
  return seriesOf(
    closes.flatMap((close_usd, i) =>
      close_usd === null ? [] : [{ date: calendar[i]!, close_usd }],
    ),
  );
}

/** A price of 10 on every day of the calendar and of 11 on a later day. */
function grownBy(later: string): PriceSeries {
  return { days: [...calendar, later], closes: [...calendar.map(() => 10), 11] };
}

const flat = series([10, 10, 10, 10, 10, 10, 10]);

const inputs: PortfolioInputs = {
  filings: [
    ...filings('2025-12-31', '2026-02-17', names(0, 9)),
    ...filings('2026-03-31', '2026-05-15', names(0, 10)),
  ],
  ciks,
  // T0 doubles on 2026-02-19 and is delisted.
  prices: new Map([
    ['T0', series([10, 10, 20, null, null, null, null])],
    ...names(1, 10).map((ticker) => [ticker, flat] as const),
  ]),
  benchmark: calendar.map((date, i) => ({ date, value: i < 5 ? 100 : 105 })),
};

// Values of the consensus portfolio, computed by hand:
// 18 Feb: 100 before cost; ten tickers at 10 % are bought: 100·(1 − .0025·1) = 99.75.
// 19 Feb: T0 doubles: 99.75·1.1 = 109.725; afterwards T0 is cash at its last price.
// 18 May: T0 (20/110) is removed without cost; T1–T9 change from 1/11 to 1/10, T10 from 0:
// bought 9·(1/10 − 1/11) + 1/10 = .1818182; cost .0025·.1818182 = .0454545 %.
// 19 May: 109.725·(1 − .000454545) = 109.675125.
describe('modelPortfolio', () => {
  const { summary, holdings, returns } = modelPortfolio('consensus', inputs, 0.04, lastDay);

  it('has returns by quarter, latest first', () => {
    expect(returns).toEqual([
      {
        portfolio: 'consensus',
        quarter: '2026Q1',
        start_date: '2026-05-18',
        end_date: lastDay,
        return_pct: expect.closeTo(-0.0454545, 6),
        benchmark_return_pct: 0,
        excess_pct: expect.closeTo(-0.0454545, 6),
        cumulative_return_pct: expect.closeTo(9.675125, 6),
        drawdown_pct: expect.closeTo(-0.0454545, 6),
      },
      {
        portfolio: 'consensus',
        quarter: '2025Q4',
        start_date: '2026-02-18',
        end_date: '2026-05-18',
        return_pct: expect.closeTo(9.725, 6),
        benchmark_return_pct: expect.closeTo(5, 6),
        excess_pct: expect.closeTo(4.725, 6),
        cumulative_return_pct: expect.closeTo(9.725, 6),
        drawdown_pct: 0,
      },
    ]);
  });

  it('lists the newest holdings and the exits', () => {
    const current = holdings.filter(({ action }) => action !== 'exit');
    expect(current.reduce((sum, { weight_pct }) => sum + weight_pct, 0)).toBeCloseTo(100, 10);
    expect(current.filter(({ action }) => action === 'hold')).toHaveLength(9);
    expect(holdings.find(({ action }) => action === 'new')).toMatchObject({
      ticker: 'T10',
      quarter: '2026Q1',
      previous_weight_pct: 0,
      entry_price_usd: 10,
    });
    // The funds still report T0, which was bought at 10 and last traded at 20.
    expect(holdings.at(-1)).toMatchObject({
      ticker: 'T0',
      action: 'exit',
      weight_pct: 0,
      previous_weight_pct: 10,
      funds_holding: 3,
      entry_price_usd: 10,
      price_usd: 20,
      return_pct: 100,
    });
  });

  it('has a summary, with null and flags while the history is short', () => {
    expect(summary).toMatchObject({
      id: 'consensus',
      inception_date: '2026-02-18',
      as_of_quarter: '2026Q1',
      holdings_count: 10,
      total_return_pct: expect.closeTo(9.675125, 6),
      benchmark_return_pct: expect.closeTo(5, 6),
      max_drawdown_pct: expect.closeTo(-0.0454545, 6),
      win_rate_pct: 100,
      cagr_pct: null,
      calmar: null,
      sharpe: null,
      as_of: lastDay,
      flags: ['under_one_year', 'short_history'],
    });
  });

  it('ignores later days', () => {
    const early = modelPortfolio('consensus', inputs, 0.04, '2026-02-20');
    expect(early.returns).toHaveLength(1);
    expect(early.summary.total_return_pct).toBeCloseTo(9.725, 6);
    expect(early.summary.flags).toContain('no_ended_quarter');
  });

  it('has a flag without a formation', () => {
    const empty = modelPortfolio('conviction', { ...inputs, filings: [] }, 0.04, lastDay);
    expect(empty.summary).toEqual({
      id: 'conviction',
      name: 'Specialist conviction',
      strategy:
        "The 20 stocks with the highest sum of specialist funds' 13F weights, weighted by that sum, " +
        'at most 10 % each. The portfolio is formed again every quarter. Each trade costs 25 bp.',
      inception_date: null,
      as_of_quarter: null,
      holdings_count: 0,
      total_return_pct: null,
      benchmark_return_pct: null,
      cagr_pct: null,
      volatility_pct: null,
      sharpe: null,
      sortino: null,
      calmar: null,
      max_drawdown_pct: null,
      beta: null,
      win_rate_pct: null,
      as_of: null,
      flags: ['not_formed'],
    });
    expect(empty.holdings).toEqual([]);
    expect(empty.returns).toEqual([]);
  });

  it('ignores filings after the last formation', () => {
    const late = filings('2026-03-31', '2026-05-18', ['T1']);
    const changed = { ...inputs, filings: [...inputs.filings, ...late] };
    expect(modelPortfolio('consensus', changed, 0.04, lastDay)).toEqual({
      summary,
      holdings,
      returns,
    });
  });
});

describe('the risk metrics', () => {
  /** The summary after a number of trading days, by default with constant prices. */
  function history(length: number, closeOn = (_: number) => 10) {
    const dates = Array.from({ length }, (_, at) => shiftDays('2026-02-18', at));
    const prices = seriesOf(dates.map((date, at) => ({ date, close_usd: closeOn(at) })));
    return modelPortfolio(
      'consensus',
      {
        filings: filings('2025-12-31', '2026-02-17', names(0, 9)),
        ciks,
        prices: new Map(names(0, 9).map((ticker) => [ticker, prices])),
        benchmark: dates.map((date) => ({ date, value: 100 })),
      },
      0,
      '2027-12-31',
    ).summary;
  }

  it('are computed from 60 daily returns', () => {
    // One return is −.25 % (the cost) and 59 are 0: deviation .0025/√60, annualized .25 % · √4.2.
    const { sharpe, sortino, ...others } = history(61);
    expect(others).toMatchObject({
      volatility_pct: expect.closeTo(0.512348, 6),
      beta: null,
      cagr_pct: null,
      calmar: null,
      win_rate_pct: null,
      total_return_pct: expect.closeTo(-0.25, 10),
      flags: ['under_one_year', 'flat_benchmark', 'no_ended_quarter'],
    });
    // The mean −.0025/60 ÷ the deviation is −1/√60, annualized by √252: −√4.2.
    expect(sharpe).toBeCloseTo(-2.04939, 5);
    expect(sortino).toBeLessThan(0);
    expect(history(60)).toMatchObject({
      volatility_pct: null,
      sharpe: null,
      sortino: null,
      beta: null,
      flags: ['under_one_year', 'short_history', 'no_ended_quarter'],
    });
  });

  it('are null without a shortfall or without variation', () => {
    // Prices rise by 1 % per day; in the second case the first day also compensates for the cost.
    const rising = history(61, (at) => 10 * 1.01 ** at);
    expect(rising).toMatchObject({ sortino: null, sharpe: expect.any(Number) });
    expect(rising.flags).toEqual([
      'under_one_year',
      'no_shortfall',
      'flat_benchmark',
      'no_drawdown',
      'no_ended_quarter',
    ]);
    const even = history(61, (at) => (at === 0 ? 10 : (10 * 1.01 ** at) / 0.9975));
    expect(even).toMatchObject({ sortino: null, sharpe: null });
    expect(even.flags).toContain('no_variation');
  });

  it('have no drawdown on the first day', () => {
    expect(history(1)).toMatchObject({
      inception_date: '2026-02-18',
      as_of: '2026-02-18',
      total_return_pct: 0,
      calmar: null,
      flags: ['under_one_year', 'short_history', 'no_drawdown', 'no_ended_quarter'],
    });
  });
});

it('a change of at least 0.25 percentage points is an add or a trim', () => {
  // Nineteen tickers weigh 5.26 % each and twenty 5 %, a change of .26.
  const change = (before: number, after: number) => {
    const { holdings } = modelPortfolio(
      'consensus',
      {
        ...inputs,
        filings: [
          ...filings('2025-12-31', '2026-02-17', names(1, before)),
          ...filings('2026-03-31', '2026-05-15', names(1, after)),
        ],
        prices: new Map(names(1, 20).map((ticker) => [ticker, flat])),
      },
      0.04,
      lastDay,
    );
    return groupBy(holdings, ({ action }) => action);
  };
  expect([...change(19, 20).keys()].sort()).toEqual(['new', 'trim']);
  const fewer = change(20, 19);
  expect(fewer.get('add')).toHaveLength(19);
  expect(fewer.get('exit')).toEqual([
    {
      portfolio: 'consensus',
      quarter: '2026Q1',
      ticker: 'T20',
      action: 'exit',
      weight_pct: 0,
      previous_weight_pct: 5,
      funds_holding: 0,
      entry_price_usd: 10,
      price_usd: 10,
      return_pct: 0,
    },
  ]);
});

it('annual metrics are computed after a full year', () => {
  const summaryOn = (later: string) => {
    const year: PortfolioInputs = {
      filings: filings('2025-12-31', '2026-02-17', names(0, 9)),
      ciks,
      prices: new Map(names(0, 9).map((ticker) => [ticker, grownBy(later)])),
      benchmark: [...inputs.benchmark, { date: later, value: 105 }],
    };
    return modelPortfolio('consensus', year, 0.04, later).summary;
  };
  const before = summaryOn('2027-02-17');
  expect([before.cagr_pct, before.calmar]).toEqual([null, null]);
  expect(before.flags).toContain('under_one_year');
  // Every ticker gains 10 % in one year: 99.75·1.1 = 109.725 after 365 days:
  // 1.09725^(365.25/365) − 1 = 9.7321 %.
  const summary = summaryOn('2027-02-18');
  expect(summary.cagr_pct).toBeCloseTo(9.7321, 3);
  expect(summary.flags).not.toContain('under_one_year');
  // The maximum drawdown is the cost of the first purchase, .25 %: 9.7321/.25 = 38.93.
  expect(summary.max_drawdown_pct).toBeCloseTo(-0.25, 10);
  expect(summary.calmar).toBeCloseTo(38.93, 2);
});

it('a portfolio has a value on every trading day from the first formation', () => {
  const values = dailyValues(formations('consensus', inputs), inputs);
  expect(values.map(({ date }) => date)).toEqual(calendar.slice(1));
  expect(values[0]!.value).toBe(100);
});

it("equalWeightedIndex grows by the mean of the tickers' daily returns", () => {
  // On day 2, moves of +10 % and −20 % average −5 %. On day 3 only A has a price, with +10 %.
  const prices = new Map([
    ['A', series([10, 11, 12.1])],
    ['B', series([10, 8, null])],
  ]);
  const index = equalWeightedIndex(prices, calendar.slice(0, 3));
  [100, 95, 104.5].forEach((value, i) => {
    expect(index[i]!.value).toBeCloseTo(value, 10);
  });
});
