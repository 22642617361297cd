import { describe, expect, it } from 'vitest';
import {
  modelPortfolioHoldings,
  modelPortfolioReturns,
  modelPortfolios,
} from '../../../src/derive/portfolio/portfolios.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-05-20';
const names = Array.from({ length: 10 }, (_, at) => `T${at}`);

function filing(cik: string, rest: Partial<Fact<'fund_filings'>> = {}): Fact<'fund_filings'> {
  return {
    accession: cik,
    cik,
    fund_name: `Fund ${cik}`,
    report_date: '2026-03-31',
    filing_date: '2026-05-14',
    form: '13F-HR',
    positions: names.map((ticker) => ({ ticker, cusip: ticker, value: 1_000, shares: 100 })),
    ...rest,
  };
}

/** Formed on 15 May (a Friday), bought on the 18th; T0 doubles on the 19th, all else stands still. */
const facts: FactsByKind = {
  companies: names.map((ticker) => ({ ticker, name: `${ticker} Bio`, industry: 'Biotechnology' })),
  prices: [...names, 'ELSE'].flatMap((ticker) =>
    ['2026-05-15', '2026-05-18', '2026-05-19'].map((date) => ({
      ticker,
      date,
      close: ticker === 'T0' && date === '2026-05-19' ? 20 : 10,
    })),
  ),
  fund_filings: [
    filing('1', { is_specialist: true }),
    // No specialist: small, and not said to be one.
    filing('2', { positions: [{ ticker: 'ELSE', value: 1_000, shares: 100 }] }),
  ],
  treasury_rates: [{ date: '2026-04-30', rate_pct: 4 }],
};

describe('a portfolio of ten names at a tenth each', () => {
  it('returns what they did, less the cost of buying them', async () => {
    const refresh = await refreshOf(TODAY, facts);
    // 100 × (1 − 0.0025) × 1.1 = 109.725; the index of ten gains 1/10. ELSE is no company of ours.
    const quarter = {
      portfolio: 'conviction',
      quarter: '2026Q1',
      start_date: '2026-05-18',
      end_date: '2026-05-19',
      return_pct: 9.725,
      benchmark_return_pct: 10,
      excess_pct: -0.275,
      cumulative_return_pct: 9.73,
      drawdown_pct: 0,
      method: 'model-portfolio/1',
      as_of: '2026-05-19',
      flags: [],
    };
    expect(asServed('modelPortfolioReturns', modelPortfolioReturns(refresh))).toEqual([quarter]);
    expect(asServed('modelPortfolios', modelPortfolios(refresh))[0]).toMatchObject({
      id: 'conviction',
      as_of_quarter: '2026Q1',
      holdings_count: 10,
      total_return_pct: 9.73,
      benchmark_return_pct: 10,
      cagr_pct: null,
      as_of: '2026-05-19',
    });
  });

  it('shows each name with its company', async () => {
    const rows = asServed(
      'modelPortfolioHoldings',
      modelPortfolioHoldings(await refreshOf(TODAY, facts)),
    );
    expect(rows).toHaveLength(10);
    expect(rows.find(({ ticker }) => ticker === 'T0')).toMatchObject({
      company_name: 'T0 Bio',
      weight_pct: 10,
      action: 'new',
      funds_holding: 1,
      entry_price_usd: 10,
      price_usd: 20,
      return_pct: 100,
    });
  });
});

it('a portfolio that was never formed says so', async () => {
  // No name stands in three specialist funds.
  const rows = asServed('modelPortfolios', modelPortfolios(await refreshOf(TODAY, facts)));
  expect(rows[1]).toMatchObject({
    id: 'consensus',
    inception_date: null,
    holdings_count: 0,
    total_return_pct: null,
    flags: ['not_formed'],
  });
});

it('without a treasury rate there is no Sharpe ratio', async () => {
  const rows = asServed(
    'modelPortfolios',
    modelPortfolios(await refreshOf(TODAY, { ...facts, treasury_rates: [] })),
  );
  expect(rows[0]).toMatchObject({ sharpe: null, sortino: null });
  expect(rows[0]!.flags).toContain('no_risk_free_rate');
});
