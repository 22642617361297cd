import { expect, it } from 'vitest';
import {
  type CompetingProgram,
  competitiveLandscape,
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
  };
}

it('places each program among its rivals', () => {
  const rows = competitiveLandscape([
    program('AAA', 'Phase 3', 'EGFR inhibitor'),
    { ...program('BBB', 'Phase 2', 'egfr inhibitor '), indication: ' nsclc' },
    program('CCC', 'Phase 1', 'KRAS inhibitor'),
    program('CCC', 'Phase 1', null),
    { ...program('DDD', 'Approved', 'EGFR inhibitor'), indication: 'Glioma' },
  ]);
  expect(rows.map((row) => [row.competitor_count, row.leader_phase, row.positioning])).toEqual([
    [3, 'phase3', 'leader'],
    [3, 'phase3', 'fast follower'],
    [2, 'phase3', 'follower'],
    [2, 'phase3', 'follower'],
    [0, 'approved', 'alone'],
  ]);
  // AAA, ahead of 3: crowding 100×3/8 = 37.5; one of three works alike: 33.333.
  // 0.3×37.5 + 0.2×33.333 = 17.9167.
  expect(rows[0]!.threat_score).toBeCloseTo(17.91667, 4);
  // BBB, one stage behind: 0.35×75 + 17.9167 = 44.1667.
  expect(rows[1]!.threat_score).toBeCloseTo(44.16667, 4);
  // CCC with no mechanism: (0.35×100 + 0.3×100×2/7) / 0.8 = 54.4643.
  expect(rows[3]!.threat_score).toBeCloseTo(54.46429, 4);
  expect(rows[3]!.flags).toEqual(['no_mechanism']);
  expect(rows[4]!.threat_score).toBe(0);
});

it('fears an approved rival most', () => {
  const [row, rival] = competitiveLandscape([
    program('AAA', 'Phase 2', 'A'),
    program('BBB', 'Approved', 'A'),
  ]);
  // 0.35×100 + 0.3×100/6 + 0.2×100 + 0.15×100 = 75.
  expect(row!.threat_score).toBeCloseTo(75, 9);
  expect(rival!.positioning).toBe('leader');
});

it('calls equals co-leaders, and does not place what it cannot read', () => {
  const rows = competitiveLandscape([
    program('AAA', 'Phase 2', 'A'),
    program('BBB', 'Phase 2', 'B'),
    program('CCC', 'unknown', 'C'),
  ]);
  expect(rows.map((row) => row.positioning)).toEqual(['co-leader', 'co-leader', null]);
  expect(rows[2]).toMatchObject({ threat_score: null, flags: ['no_stage'] });
});
