import { expect, it } from 'vitest';
import {
  type CompetingProgram,
  competitiveLandscape,
  isBasket,
} from '../../../src/domain/programs/competition.ts';

function program(ticker: string, phase: string, mechanism: string | null): CompetingProgram {
  return {
    ticker,
    company_name: ticker,
    drug_name: `${ticker}-1`,
    mechanism,
    phase,
    drugType: 'Small molecule',
    therapeuticArea: 'Oncology',
    indication: 'NSCLC',
    updated_date: null,
  };
}

it('ranks a program by stage and competitors', () => {
  const rows = competitiveLandscape([
    program('AAA', 'Phase 3', 'EGFR inhibitor'),
    { ...program('BBB', 'Phase 2', 'egfr inhibitor '), indication: ' nsclc' },
    program('CCC', 'Phase 1', 'KRAS inhibitor'),
    { ...program('CCC', 'Phase 1', null), drug_name: 'CCC-2' },
    { ...program('DDD', 'Approved', 'EGFR inhibitor'), indication: 'Glioma' },
  ]);
  expect(rows.map((row) => [row.competitor_count, row.leader_phase, row.positioning])).toEqual([
    [3, 'phase3', 'leader'],
    [3, 'phase3', 'fast follower'],
    [2, 'phase3', 'follower'],
    [2, 'phase3', 'follower'],
    [0, 'approved', 'alone'],
  ]);
  // AAA is ahead of 3: crowding 100×3/8 = 37.5; one of three has the same mechanism: 33.333.
  // 0.3×37.5 + 0.2×33.333 = 17.9167.
  expect(rows[0]!.threat_score).toBeCloseTo(17.91667, 4);
  // BBB is one stage behind: 0.35×75 + 17.9167 = 44.1667.
  expect(rows[1]!.threat_score).toBeCloseTo(44.16667, 4);
  // CCC has no mechanism: (0.35×100 + 0.3×100×2/7) / 0.8 = 54.4643.
  expect(rows[3]!.threat_score).toBeCloseTo(54.46429, 4);
  expect(rows[3]!.flags).toEqual(['no_mechanism']);
  expect(rows[4]!.threat_score).toBe(0);
});

it('has the highest threat score with an approved competitor', () => {
  const [row, rival] = competitiveLandscape([
    program('AAA', 'Phase 2', 'A'),
    program('BBB', 'Approved', 'A'),
  ]);
  // 0.35×100 + 0.3×100/6 + 0.2×100 + 0.15×100 = 75.
  expect(row!.threat_score).toBeCloseTo(75, 9);
  expect(rival!.positioning).toBe('leader');
});

it('has co-leaders, and no position for an unknown stage', () => {
  const rows = competitiveLandscape([
    program('AAA', 'Phase 2', 'A'),
    program('BBB', 'Phase 2', 'B'),
    program('CCC', 'unknown', 'C'),
  ]);
  expect(rows.map((row) => row.positioning)).toEqual(['co-leader', 'co-leader', null]);
  expect(rows[2]).toMatchObject({ threat_score: null, flags: ['no_stage'] });
});

it('matches different names of a disease in any area', () => {
  const of = (ticker: string, indication: string, therapeuticArea = 'Metabolic') => ({
    ...program(ticker, 'Phase 3', null),
    indication,
    therapeuticArea,
  });
  const rows = competitiveLandscape([
    of('AAA', 'Obesity'),
    of('BBB', 'Obesity or Overweight'),
    of('CCC', 'Muscular Atrophy, Spinal', 'Neurology'),
    of('DDD', 'Spinal Muscular Atrophy (SMA)', ''),
    of('EEE', 'Diabetes Mellitus, Type II'),
    of('FFF', 'T1D'),
    of('GGG', 'Lung Cancer', 'Oncology'),
    of('HHH', 'Cancer', 'Oncology'),
  ]);
  expect(rows.map((row) => [row.ticker, row.competitor_count, row.positioning])).toEqual([
    ['AAA', 1, 'co-leader'],
    ['BBB', 1, 'co-leader'],
    ['CCC', 1, 'co-leader'],
    ['DDD', 1, 'co-leader'],
    ['EEE', 0, 'alone'],
    ['FFF', 0, 'alone'],
    ['GGG', 0, 'alone'],
    ['HHH', 0, 'alone'],
  ]);
});

it('counts a competing drug once, by its latest stage and newest update', () => {
  const sma = (ticker: string, phase: string, indication: string, updated_date: string | null) => ({
    ...program(ticker, phase, null),
    indication,
    updated_date,
  });
  const [own, , , other] = competitiveLandscape([
    sma('AAA', 'Phase 1', 'Spinal Muscular Atrophy', '2026-01-01'),
    sma('BBB', 'Phase 1', 'SMA', '2026-02-01'),
    sma('BBB', 'Phase 3', 'Spinal Muscular Atrophy Type I', '2026-04-01'),
    sma('BBB', 'Phase 2', 'Type 2 Spinal Muscular Atrophy', null),
  ]);
  // One competing drug is two stages ahead: (0.35×100 + 0.3×100/6) / 0.8 = 50.
  expect(own).toMatchObject({ competitor_count: 1, leader_phase: 'phase3', as_of: '2026-04-01' });
  expect(own!.threat_score).toBeCloseTo(50, 9);
  // A program in one type of the disease competes with others in the disease.
  expect(other).toMatchObject({ competitor_count: 1, leader_phase: 'phase2', as_of: '2026-02-01' });
});

it('compares trials in any of many tumors with each other only', () => {
  const basket = (ticker: string, phase: string, indication: string) => ({
    ...program(ticker, phase, null),
    indication,
  });
  const rows = competitiveLandscape([
    basket('AAAQZ', 'Phase 1', 'Advanced Solid Tumors'),
    basket('BBBQZ', 'Phase 2', 'Advanced Solid Tumors'),
    basket('CCCQZ', 'Approved', 'Advanced Solid Tumors'),
  ]);
  expect(rows.map((row) => [row.competitor_count, row.leader_phase, row.positioning])).toEqual([
    [1, 'phase2', 'fast follower'],
    [1, 'phase2', 'leader'],
    [0, 'approved', 'alone'],
  ]);
});

it.each([
  ['Solid Tumor', true],
  ['Metastatic or Unresectable Solid Tumors', true],
  ['Hematologic Malignancies', true],
  ['Cancer', true],
  ['Lung Cancer', false],
  ['Neuroendocrine Tumors', false],
])('%s is in any of many tumors: %s', (indication, expected) => {
  expect(isBasket({ indication, phase: 'Phase 1' })).toBe(expected);
});

it('has no rival in its own drug, at a partner or under another ticker', () => {
  const own = program('AAAQZ', 'Phase 3', null);
  const partner = { ...own, ticker: 'BBBQZ', company_name: 'Partner Bio' };
  const other = { ...own, ticker: 'AAAQZ.B', drug_name: 'AAA-2' };
  expect(competitiveLandscape([own, partner, other]).map((row) => row.competitor_count)).toEqual([
    0, 1, 1,
  ]);
});
