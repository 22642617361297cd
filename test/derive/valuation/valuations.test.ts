import { describe, expect, it } from 'vitest';
import { poaScores } from '../../../src/derive/approval/program-approvals.ts';
import { companyScores, programScores } from '../../../src/derive/valuation/scoring.ts';
import { rnpv } from '../../../src/derive/valuation/valuations.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import type { Row } from '../../../src/store/served-order.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-01-01';

const program = (drug_name: string, phase: string): Fact<'programs'> => ({
  ticker: 'DEVT',
  drug_name,
  indication: 'Melanoma',
  phase,
  drugType: 'Small molecule',
  therapeuticArea: 'Oncology',
  updated_date: '2025-06-01',
});

const sales = (drug_name: string, more: Partial<Fact<'sales_assumptions'>> = {}) => ({
  ticker: 'DEVT',
  drug_name,
  indication: 'melanoma',
  peak_sales_usd: 100e6,
  cogs_pct: 10,
  operating_cost_pct: 40,
  assumed_date: '2025-12-01',
  ...more,
});

const marketed: FactsByKind = {
  programs: [program('DEV-101', 'Approved')],
  sales_assumptions: [
    sales('DEV-101', { launch_year: 2016, loss_of_exclusivity: 2027, ownership_pct: 50 }),
  ],
  financial_facts: [
    {
      ticker: 'DEVT',
      tag: 'EntityCommonStockSharesOutstanding',
      taxonomy: 'dei',
      unit: 'shares',
      end: '2025-11-01',
      filed: '2025-11-05',
      value: 10e6,
    },
  ],
};

const filing: Fact<'catalysts'> = {
  ticker: 'DEVT',
  drugname: 'nextinib',
  treatment: 'Melanoma',
  catalyst: 'NDA Filing',
  stage: 'NDA/BLA',
  therapeuticArea: 'Oncology',
  formattedDate: '2026-04-01',
  createdDate: '2025/12/15',
};

describe('risk-adjusted value', () => {
  it('of a product is its cash, discounted from the middle of each year', async () => {
    // At its peak in 2026: half of 100 million; less 10 % goods, 40 % operations: 25; less 21 %
    // tax: 19.75 million. 19.75 ÷ 1.1^0.5 = 18,830,886 (37,661,772 ÷ 2).
    const [row] = rnpv(await refreshOf(TODAY, marketed));
    const flows = row!.cash_flows!;
    expect(flows[0]).toEqual({
      year: 2026,
      revenue: 50e6,
      cost: 30.25e6,
      probability: 1,
      discounted: 18_830_886,
    });
    // Exclusivity ends with 2027; five years without it count.
    expect(flows.map(({ year }) => year)).toEqual([2026, 2027, 2028, 2029, 2030, 2031, 2032]);
    const total = flows.reduce((sum, { discounted }) => sum + discounted, 0);
    expect(row).toMatchObject({
      rNPV: total,
      cumulative_pos: 1,
      discount_rate: 0.1,
      loss_of_exclusivity: '2027-12-31',
      share_of_total_pct: 100,
      as_of: '2025-12-01',
      flags: ['assumed_ramp'],
    });
    expect(row!.rnpv_per_share).toBeCloseTo(total / 10e6, 3);
  });

  it('is null and says why without a sales assumption, or with one not made yet', async () => {
    const later = sales('DEV-101', { assumed_date: '2026-01-02' });
    const refresh = await refreshOf(TODAY, {
      programs: [program('DEV-101', 'Approved')],
      sales_assumptions: [later],
    });
    expect(rnpv(refresh)[0]).toMatchObject({
      rNPV: null,
      cash_flows: [],
      share_of_total_pct: null,
      flags: ['no_sales_assumption'],
    });
  });

  it('and its score say the same reason, and that its company has no label', async () => {
    const programs = [program('DEV-101', 'Phase 2'), program('earlytinib', 'Preclinical')];
    const company = { ticker: 'DEVT', name: 'Developer Therapeutics' };
    const idle = { ticker: 'IDLE', name: 'Idle Bio' };
    const refresh = await refreshOf(TODAY, { companies: [company, idle], programs });
    const flagsOf = (rows: readonly Row[], name: string) =>
      rows.find((row) => row.drug_name === name || row.ticker === name)?.flags;
    const scored = programScores(refresh);
    // What is missing is named once: of its value the reason, of its components their names.
    expect([...(flagsOf(scored, 'DEV-101') as string[])].sort()).toEqual([
      ...['no_days_to_catalyst', 'no_sales_assumption', 'no_valuation'],
    ]);
    expect(flagsOf(scored, 'earlytinib')).toContain('not_in_clinic');
    const companies = companyScores(refresh);
    expect(flagsOf(companies, 'DEVT')).toEqual(
      expect.arrayContaining(['no_sales_assumption', 'not_in_clinic']),
    );
    expect(flagsOf(companies, 'IDLE')).toContain('no_programs');
    expect(flagsOf(companies, 'IDLE')).not.toContain('no_sales_assumption');
  });

  it('knows no program that was terminated or whose company is gone', async () => {
    const refresh = await refreshOf(TODAY, {
      companies: [{ ticker: 'GONE', name: 'Gone Bio', delisted_date: '2025-12-31' }],
      programs: [
        { ...program('DEV-101', 'Phase 2'), status: 'Terminated' },
        { ...program('gonetinib', 'Phase 2'), ticker: 'GONE' },
      ],
    });
    expect(rnpv(refresh)).toEqual([]);
    expect(programScores(refresh)).toEqual([]);
  });
});

describe('a program and its next catalyst', () => {
  it('have one probability: an announced application tells of a Phase 3 that succeeded', async () => {
    // NDA/BLA in oncology 0.91881 (odds 11.3173); small molecules: (0.895 × 849 + 30 × 0.906) ÷ 879
    // = 0.89538, odds 8.5582, against 0.906, odds 9.6383: ratio 0.88794. 10.0491 ÷ 11.0491 = 90.9 %.
    const refresh = await refreshOf(TODAY, {
      programs: [program('nextinib', 'Phase 3')],
      catalysts: [filing],
      sales_assumptions: [sales('nextinib')],
    });
    expect(poaScores(refresh)[0]).toMatchObject({ poa: 90.9 });
    expect(programScores(refresh)[0]).toMatchObject({ phase: 'Phase 3', poa: 90.9 });
    const [row] = rnpv(refresh);
    expect(row!.cumulative_pos).toBeCloseTo(0.9095, 4);
    expect(row!.assumptions).toMatchObject({
      transition_probabilities: { phase1: 1, phase2: 1, phase3: 1, filing: 0.9095 },
      // Phase 3 ends with the filing on 1 April, 90 days ahead: 90 ÷ 365.25 years.
      stages: [{ stage: 'phase3', end_years: 0.25 }, { stage: 'filing' }],
    });
  });
});
