import { expect, it } from 'vitest';
import { rnpv } from '../../../src/derive/valuation/valuations.ts';
import { refreshOf } from '../refresh-of.ts';

const program = (drug_name: string) => ({
  ticker: 'DEVT',
  drug_name,
  indication: 'Melanoma',
  phase: 'Phase 3',
});
const estimate = (period_end: string, revenue_usd: number | null) => ({
  ticker: 'DEVT',
  period_end,
  revenue_usd,
  seen_date: '2026-11-16',
});
const valued = async (facts: object) => {
  const estimates = [estimate('2028-12-31', 2e8), estimate('2030-12-31', 5e8)];
  const given = { sales_estimates: [...estimates, estimate('2031-12-31', null)], ...facts };
  const rows = rnpv(await refreshOf('2026-11-21', given as never));
  return rows.map(({ peak_sales_usd, flags }) => [
    peak_sales_usd,
    flags.includes('consensus_sales'),
  ]);
};

it('are the consensus of a vendor for the only program of a company', async () => {
  expect(await valued({ programs: [program('Devicept')] })).toEqual([[5e8, true]]);
});

it('are those of the owner if one is imported', async () => {
  const own = {
    ticker: 'DEVT',
    drug_name: 'Devicept',
    indication: 'Melanoma',
    peak_sales_usd: 9e8,
  };
  expect(await valued({ programs: [program('Devicept')], sales_assumptions: [own] })).toEqual([
    [9e8, false],
  ]);
});

it('are unknown for a company with several programs', async () => {
  expect(await valued({ programs: [program('Devicept'), program('Otherumab')] })).toEqual([
    [null, false],
    [null, false],
  ]);
});
