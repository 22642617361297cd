import { expect, it } from 'vitest';
import { stageOf, stageRank } from '../../../src/domain/programs/development-stage.ts';

it.each([
  ['Preclinical', 'preclinical'],
  ['Pre-Clinical', 'preclinical'],
  ['Phase 1', 'phase1'],
  ['IND-enabling', 'preclinical'],
  ['IND Filing', 'preclinical'],
  ['Phase 1 (IND cleared)', 'phase1'],
  ['Phase 1b', 'phase1'],
  ['PHASE1', 'phase1'],
  ['EARLY_PHASE1', 'phase1'],
  ['Phase 1/2', 'phase1'],
  ['PHASE1, PHASE2', 'phase1'],
  ['Phase I/II', 'phase1'],
  ['Phase II', 'phase2'],
  ['Phase 2a', 'phase2'],
  ['Phase 2/3', 'phase2'],
  ['PHASE2|PHASE3', 'phase2'],
  ['Phase III', 'phase3'],
  ['Phase 3 Readout', 'phase3'],
  ['NDA Filing', 'filing'],
  ['sBLA', 'filing'],
  ['PDUFA Date', 'filing'],
  ['Approved', 'approved'],
  ['Phase 4', 'approved'],
  ['Phase IV', 'approved'],
  ['Not applicable', null],
] as const)('parses %s as %s', (phase, stage) => {
  expect(stageOf(phase)).toBe(stage);
});

it('orders the stages', () => {
  expect(stageRank('preclinical')).toBeLessThan(stageRank('phase1'));
  expect(stageRank('filing')).toBeLessThan(stageRank('approved'));
});
