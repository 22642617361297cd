import { expect, it } from 'vitest';
import {
  modelPortfolioHoldings,
  modelPortfolioReturns,
  modelPortfolios,
} from '../../../src/derive/portfolio/portfolios.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-05-20';
const NAMES = [...'ABCDEFGHIJKL'].map((letter) => `${letter}QZ`);

/** Builds a specialist fund's filing with the given dollars in each name. */
function filing(report_date: string, filing_date: string, values: readonly number[]) {
  return {
    accession: report_date,
    cik: '1',
    fund_name: 'Fund',
    form: '13F-HR',
    is_specialist: true,
    report_date,
    filing_date,
    positions: values.map((value, at) => ({
      ticker: NAMES[at],
      cusip: NAMES[at],
      value,
      shares: 1,
    })),
  } as unknown as Fact<'fund_filings'>;
}

/** Builds closes of every name on the given days. The first name has a different last close. */
const closes = (days: Readonly<Record<string, number>>, first: number): FactsByKind['prices'] =>
  NAMES.flatMap((ticker, at) =>
    Object.entries(days).map(([date, close], day, all) => ({
      ticker,
      date,
      close: at === 0 && day === all.length - 1 ? first : close,
    })),
  );
const companies = NAMES.map((ticker) => ({ ticker, name: ticker, industry: 'Biotechnology' }));
const DAYS = { '2026-05-15': 10, '2026-05-18': 10, '2026-05-19': 10 };

const weightsOf = async (values: readonly number[]) => {
  const fund_filings = [filing('2026-03-31', '2026-05-14', values)];
  const facts = { companies, prices: closes(DAYS, 10)!, fund_filings };
  const rows = modelPortfolioHoldings(await refreshOf(TODAY, facts));
  return rows.map(({ ticker, weight_pct }) => `${ticker} ${weight_pct}`);
};

it('weights as shown are hundredths that sum to a hundred', async () => {
  // A twelfth is 8.3333: the first four of twelve are rounded up.
  expect(await weightsOf(NAMES.map(() => 1_000))).toEqual(
    NAMES.map((ticker, at) => `${ticker} ${at < 4 ? 8.34 : 8.33}`),
  );
  // 1,000 of 11,500 is 8.6957 and 500 is 4.3478: the larger remainder is rounded up first.
  const uneven = NAMES.map((_, at) => (at === 0 ? 500 : 1_000));
  expect(await weightsOf(uneven)).toEqual([
    ...NAMES.slice(1).map((ticker, at) => `${ticker} ${at < 6 ? 8.7 : 8.69}`),
    'AQZ 4.35',
  ]);
});

it('quarters stand latest first, and what they came to is their product', async () => {
  const ten = NAMES.slice(0, 10).map(() => 1_000);
  const days = { '2026-02-17': 10, '2026-02-18': 10, '2026-05-15': 11, '2026-05-18': 11 };
  const refresh = await refreshOf(TODAY, {
    companies: companies.slice(0, 10),
    prices: closes({ ...days, '2026-05-19': 11 }, 22)!.filter(({ ticker }) => ticker < 'K'),
    fund_filings: [
      filing('2025-12-31', '2026-02-13', ten),
      filing('2026-03-31', '2026-05-14', ten),
    ],
  });
  const own = asServed('modelPortfolioReturns', modelPortfolioReturns(refresh));
  // After costs 0.9975 × 1.1 = 1.09725. Then one of ten names doubles, a factor of 1.1: 1.09725 ×
  // 1.1 = 1.206975.
  expect(own).toMatchObject([
    {
      quarter: '2026Q1',
      start_date: '2026-05-18',
      end_date: '2026-05-19',
      return_pct: 10,
      benchmark_return_pct: 10,
      excess_pct: 0,
      cumulative_return_pct: 20.7,
      // 1.1 × 1.1 = 1.21.
      benchmark_cumulative_pct: 21,
    },
    {
      quarter: '2025Q4',
      start_date: '2026-02-18',
      end_date: '2026-05-18',
      return_pct: 9.725,
      benchmark_return_pct: 10,
      excess_pct: -0.275,
      cumulative_return_pct: 9.73,
      benchmark_cumulative_pct: 10,
    },
  ]);
  const [conviction] = asServed('modelPortfolios', modelPortfolios(refresh));
  expect(conviction).toMatchObject({ id: 'conviction', total_return_pct: 20.7 });
  expect(conviction).toMatchObject({
    benchmark: 'Equal-weighted index of the priced universe, rebalanced daily',
  });
});
