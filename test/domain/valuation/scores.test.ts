import { describe, expect, it } from 'vitest';
import {
  type CompanyInputs,
  companyScores,
  type ProgramInputs,
  programScores,
  valuationLabel,
} from '../../../src/domain/valuation/scores.ts';

const COMPANY: CompanyInputs = {
  ticker: 'AAAA',
  company_name: 'Alpha',
  market_cap_usd: 200e6,
  net_cash_usd: 100e6,
  overhead_usd: 0,
  program_rNPVs: [150e6, 50e6],
  unvalued_reasons: [],
  expected_approvals: 0.5,
  runway_months: 24,
  catalysts_12m: 2,
  sentiment_score: 10,
  insider_score: 60,
  as_of: '2026-06-30',
};

const PROGRAM: ProgramInputs = {
  ticker: 'AAAA',
  drug_name: 'alfamab',
  indication: 'Asthma',
  phase: 'Phase 3',
  rNPV: 100e6,
  unvalued_reasons: [],
  cumulative_pos: 0.5,
  peak_sales_usd: 5e8,
  launch_year: 2029,
  days_to_catalyst: 40,
  valuation: 'fair',
  as_of: '2026-06-30',
};

it('labels the valuation', () => {
  expect([1.51, 1.5, 0.67, 0.66, null].map(valuationLabel)).toEqual([
    'undervalued',
    'fair',
    'fair',
    'overvalued',
    null,
  ]);
});

describe('companyScores', () => {
  it('ranks a better company above another', () => {
    const worse: CompanyInputs = {
      ...COMPANY,
      ticker: 'BBBB',
      market_cap_usd: 600e6,
      expected_approvals: 0.1,
      runway_months: 6,
      catalysts_12m: 0,
      sentiment_score: -10,
      insider_score: 40,
    };
    const [first, second] = companyScores([COMPANY, worse]);
    // Of two companies, the ranks are 75 and 25 in every component.
    expect(first).toMatchObject({ score: 75, percentile: 75, grade: 'B', tier: 'high' });
    expect(second).toMatchObject({ score: 25, percentile: 25, grade: 'D', tier: 'low' });
    // Equity is 150 + 50 of rNPV and 100 of net cash, divided by market caps of 200 and 600.
    expect(first).toMatchObject({ rNPV: 200e6, rnpv_to_market_cap: 1.5, valuation: 'fair' });
    expect(second).toMatchObject({ rnpv_to_market_cap: 0.5, valuation: 'overvalued' });
    expect(first!.flags).toEqual([]);
  });

  it('has a flag for each missing input', () => {
    const [empty] = companyScores([
      {
        ...COMPANY,
        market_cap_usd: null,
        net_cash_usd: null,
        overhead_usd: null,
        program_rNPVs: [],
        expected_approvals: null,
        runway_months: null,
        sentiment_score: null,
      },
    ]);
    expect(empty).toMatchObject({ score: null, grade: null, rNPV: null, valuation: null });
    expect(empty!.flags).toEqual([
      'low_coverage',
      'no_programs',
      'no_filing',
      'no_overhead',
      'no_market_cap',
    ]);
    const [partial] = companyScores([{ ...COMPANY, program_rNPVs: [1e6, null] }]);
    expect(partial!.flags).toEqual(['partial_sales_assumptions']);
    const unvalued_reasons = ['no_sales_assumption', 'not_in_clinic', 'no_sales_assumption'];
    const none = { ...COMPANY, program_rNPVs: [null, null, null], unvalued_reasons };
    expect(companyScores([none])[0]!.flags).toEqual(['no_sales_assumption', 'not_in_clinic']);
  });
});

describe('programScores', () => {
  it('prefers a nearer catalyst and a later stage', () => {
    const [later, earlier] = programScores([
      PROGRAM,
      { ...PROGRAM, phase: 'Phase 1', days_to_catalyst: 300 },
    ]);
    // rNPV and probability are equal, 50 each. 0.7×50 + 0.15×70 + 0.15×75 = 56.75;
    // 0.7×50 + 0.15×20 + 0.15×25 = 41.75.
    expect(later!.score).toBeCloseTo(56.75, 9);
    expect(earlier!.score).toBeCloseTo(41.75, 9);
    expect(later!.poa).toBe(50);
  });

  it('is re-weighted without a value, with a flag', () => {
    const [program] = programScores([{ ...PROGRAM, rNPV: null }]);
    expect(program!.coverage_pct).toBeCloseTo(65, 9);
    expect(program!.flags).toEqual(['no_rnpv']);
    const known = { ...PROGRAM, rNPV: null, unvalued_reasons: ['no_sales_assumption'] };
    const [unvalued] = programScores([{ ...known, valuation: null }]);
    expect(unvalued!.flags).toEqual(['no_sales_assumption', 'no_valuation']);
  });
});

it.each([
  ['Preclinical', 0],
  ['Phase 1', 20],
  ['Phase 2', 40],
  ['Phase 3', 70],
  ['NDA', 90],
  ['Approved', 100],
])('a program in %s has %d points for its stage', (phase, points) => {
  expect(programScores([{ ...PROGRAM, phase }])[0]?.components.stage?.score).toBe(points);
});
