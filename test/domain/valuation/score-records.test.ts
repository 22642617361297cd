import { describe, expect, it } from 'vitest';
import {
  type CompanyInputs,
  companyScores,
  equityByRnpv,
  type ProgramInputs,
  programScores,
} from '../../../src/domain/valuation/scores.ts';

const COMPANY: CompanyInputs = {
  ticker: 'AAAQZ',
  company_name: 'Alpha',
  market_cap_usd: 200,
  net_cash_usd: 100,
  overhead_usd: 0,
  program_rNPVs: [60, null],
  unvalued_reasons: ['no_sales_assumption'],
  expected_approvals: 0.5,
  runway_months: 24,
  catalysts_12m: 2,
  sentiment_score: -10,
  insider_score: 60,
  as_of: '2026-06-30',
};
const PROGRAM: ProgramInputs = {
  ticker: 'AAAQZ',
  drug_name: 'alfamab',
  indication: 'Asthma',
  phase: 'Phase 3',
  rNPV: 100,
  unvalued_reasons: [],
  cumulative_pos: 0.25,
  peak_sales_usd: 5e8,
  launch_year: 2029,
  days_to_catalyst: 40,
  valuation: 'fair',
  as_of: '2026-06-30',
};
/** A component of a single peer, which has the middle rank. */
const ranked = (value: number, weight: number) => ({
  value,
  score: 50,
  weight: expect.closeTo(weight, 12),
});

it('scores a company', () => {
  const [company] = companyScores([COMPANY]);
  expect(company).toEqual({
    ticker: 'AAAQZ',
    company_name: 'Alpha',
    rNPV: 60,
    market_cap_usd: 200,
    rnpv_to_market_cap: 0.8,
    valuation: 'fair',
    score: expect.closeTo(50, 9),
    percentile: 50,
    grade: 'C',
    tier: 'mid',
    coverage_pct: expect.closeTo(100, 9),
    components: {
      rnpv_to_market_cap: ranked(0.8, 0.25),
      expected_approvals: ranked(0.5, 0.2),
      runway_months: ranked(24, 0.2),
      sentiment_score: ranked(-10, 0.15),
      insider_score: ranked(60, 0.1),
      catalysts_12m: ranked(2, 0.1),
    },
    method: expect.stringMatching(/^company-score/),
    as_of: '2026-06-30',
    flags: ['partial_sales_assumptions'],
  });
});

it('scores a program', () => {
  const [program] = programScores([PROGRAM]);
  expect(program).toEqual({
    ticker: 'AAAQZ',
    drug_name: 'alfamab',
    indication: 'Asthma',
    phase: 'Phase 3',
    rNPV: 100,
    poa: 25,
    peak_sales_usd: 5e8,
    launch_year: 2029,
    valuation: 'fair',
    // 0.85 × 50 and 0.15 × 70.
    score: expect.closeTo(53, 9),
    percentile: 50,
    grade: 'C',
    tier: 'mid',
    coverage_pct: expect.closeTo(100, 9),
    components: {
      rNPV: ranked(100, 0.35),
      cumulative_pos: ranked(0.25, 0.35),
      stage: { value: 70, score: 70, weight: expect.closeTo(0.15, 12) },
      days_to_catalyst: ranked(40, 0.15),
    },
    method: expect.stringMatching(/^program-score/),
    as_of: '2026-06-30',
    flags: [],
  });
  const [unknown] = programScores([{ ...PROGRAM, cumulative_pos: null, phase: 'unknown text' }]);
  expect(unknown).toMatchObject({ poa: null, components: { stage: { value: null, weight: 0 } } });
});

describe('the equity of a company', () => {
  it('deducts five years of overhead at 12 %', () => {
    // An annuity of 1 for five years is 1 ÷ 1.12 + … + 1 ÷ 1.12⁵ = 3.6047762.
    expect(equityByRnpv({ ...COMPANY, overhead_usd: 10 })).toBeCloseTo(160 - 36.047762, 6);
    expect(equityByRnpv({ ...COMPANY, overhead_usd: null })).toBe(160);
  });

  it.each<[Partial<CompanyInputs>, readonly string[]]>([
    [{ program_rNPVs: [60] }, []],
    [{ program_rNPVs: [null] }, ['no_sales_assumption']],
    [{ program_rNPVs: [] }, ['no_programs', 'no_sales_assumption']],
    [{ program_rNPVs: [60], net_cash_usd: null }, ['no_filing']],
    [{ program_rNPVs: [60], overhead_usd: null }, ['no_overhead']],
    [{ program_rNPVs: [60], market_cap_usd: null }, ['no_market_cap']],
    [{ program_rNPVs: [60], market_cap_usd: 0 }, ['no_market_cap']],
  ])('with %j has the flags %j', (more, flags) => {
    const [scored] = companyScores([{ ...COMPANY, ...more }]);
    expect(scored!.flags).toEqual(flags);
    const isLabeled = flags.length === 0 || flags[0] === 'no_overhead';
    expect(scored!.valuation === null).toBe(!isLabeled);
    expect(scored!.rnpv_to_market_cap === null).toBe(!isLabeled);
  });
});
