import { sum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import {
  COMPANY_CRITERIA,
  type CompanyInputs,
  companyScores,
  equityByRnpv,
  PROGRAM_CRITERIA,
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

it('weights sum to 1', () => {
  expect(sum(COMPANY_CRITERIA.map((each) => each.weight))).toBeCloseTo(1, 12);
  expect(sum(PROGRAM_CRITERIA.map((each) => each.weight))).toBeCloseTo(1, 12);
});

describe('equityByRnpv', () => {
  it('adds net cash and deducts five years of overhead', () => {
    // Annuity of 1 for 5 years at 12 %: 3.604776. 200 + 100 − 10 × 3.604776 = 263.95224.
    expect(equityByRnpv({ ...COMPANY, overhead_usd: 10e6 })).toBeCloseTo(263.95224e6, -2);
    expect(equityByRnpv({ ...COMPANY, program_rNPVs: [null, 50e6] })).toBe(150e6);
    expect(equityByRnpv({ ...COMPANY, net_cash_usd: null })).toBeNull();
    expect(equityByRnpv({ ...COMPANY, program_rNPVs: [null] })).toBeNull();
  });
});

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
  it('ranks a company that is better in everything above the other', () => {
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
    // Of two, the better ranks at 75 and the other at 25 in every component.
    expect(first).toMatchObject({ score: 75, percentile: 75, grade: 'B', tier: 'high' });
    expect(second).toMatchObject({ score: 25, percentile: 25, grade: 'D', tier: 'low' });
    // (150 + 50 + 100) / 200 and / 600.
    expect(first).toMatchObject({ rNPV: 200e6, rnpv_to_market_cap: 1.5, valuation: 'fair' });
    expect(second).toMatchObject({ rnpv_to_market_cap: 0.5, valuation: 'overvalued' });
    expect(first!.flags).toEqual([]);
  });

  it('says what is missing', () => {
    const [bare] = companyScores([
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
    expect(bare).toMatchObject({ score: null, grade: null, rNPV: null, valuation: null });
    expect(bare!.flags).toEqual([
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
  it('prefers the nearer catalyst and the later stage', () => {
    const [later, earlier] = programScores([
      PROGRAM,
      { ...PROGRAM, phase: 'Phase 1', days_to_catalyst: 300 },
    ]);
    // Equal rNPV and probability: 50 each. 0.7×50 + 0.15×70 + 0.15×75 = 56.75;
    // 0.7×50 + 0.15×20 + 0.15×25 = 41.75.
    expect(later!.score).toBeCloseTo(56.75, 9);
    expect(earlier!.score).toBeCloseTo(41.75, 9);
    expect(later!.poa).toBe(50);
  });

  it('re-weights without a value, and says so', () => {
    const [program] = programScores([{ ...PROGRAM, rNPV: null }]);
    expect(program!.coverage_pct).toBeCloseTo(65, 9);
    expect(program!.flags).toEqual(['no_rnpv']);
    const known = { ...PROGRAM, rNPV: null, unvalued_reasons: ['no_sales_assumption'] };
    const [said] = programScores([{ ...known, valuation: null }]);
    expect(said!.flags).toEqual(['no_sales_assumption', 'no_valuation']);
  });
});

it.each([
  ['Preclinical', 0],
  ['Phase 1', 20],
  ['Phase 2', 40],
  ['Phase 3', 70],
  ['NDA', 90],
  ['Approved', 100],
])('gives a program in %s %d points for its stage', (phase, points) => {
  expect(programScores([{ ...PROGRAM, phase }])[0]?.components.stage?.score).toBe(points);
});
