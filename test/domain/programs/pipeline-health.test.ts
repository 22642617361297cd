import { describe, expect, it } from 'vitest';
import {
  type Pipeline,
  type PipelineProgram,
  pipelineHealth,
} from '../../../src/domain/programs/pipeline-health.ts';

const TODAY = '2026-06-30';

function program(phase: string, cumulative_pos: number | null, rNPV: number | null = null) {
  return { phase, cumulative_pos, rNPV } satisfies PipelineProgram;
}

function pipeline(programs: readonly PipelineProgram[], rest: Partial<Pipeline> = {}): Pipeline {
  return {
    ticker: 'AAAA',
    company_name: 'Alpha',
    programs,
    setback_dates: [],
    catalyst_dates: [],
    as_of: TODAY,
    ...rest,
  };
}

describe('pipelineHealth', () => {
  it('has expected approvals, counts and concentration', () => {
    const [health] = pipelineHealth(
      [
        pipeline(
          [
            program('Phase 3', 0.5, 300),
            program('Phase 2', 0.2, 100),
            program('Phase 1', 0.1, -20),
            program('Approved', 1, 900),
          ],
          {
            setback_dates: ['2024-06-29', '2024-06-30', '2026-06-30', '2026-07-01'],
            catalyst_dates: ['2026-06-29', '2026-06-30', '2027-06-30', '2027-07-01'],
          },
        ),
      ],
      TODAY,
    );
    expect(health).toMatchObject({
      programs_total: 4,
      programs_by_phase: { phase1: 1, phase2: 1, phase3: 1, approved: 1 },
      late_stage_count: 1,
      // The stage-weighted count is 3 + 2 + 1. Approved programs do not count.
      stage_weighted_count: 6,
      setbacks: 2,
      catalysts_12m: 2,
      flags: [],
    });
    // Expected approvals are 0.5 + 0.2 + 0.1. The chance of any is 1 − 0.5 × 0.8 × 0.9 = 0.64. The
    // shares 3/4 and 1/4 have a concentration of 0.625.
    expect(health!.expected_approvals).toBeCloseTo(0.8, 12);
    expect(health!.any_approval_probability).toBeCloseTo(0.64, 12);
    expect(health!.concentration).toBeCloseTo(0.625, 12);
  });

  it('measures concentration by probability without values', () => {
    const [health] = pipelineHealth(
      [pipeline([program('Phase 3', 0.6), program('Phase 1', 0.2), program('Phase 1', null)])],
      TODAY,
    );
    // The shares are 3/4 and 1/4.
    expect(health!.concentration).toBeCloseTo(0.625, 12);
    expect(health!.flags).toEqual(['partial_probabilities', 'concentration_by_probability']);
  });

  it('is null with a flag without candidates or probabilities', () => {
    const healths = pipelineHealth(
      [pipeline([program('Approved', 1)]), pipeline([program('Phase 1', null)])],
      TODAY,
    );
    expect(healths[0]).toMatchObject({ expected_approvals: null, concentration: null });
    expect(healths[0]!.flags).toEqual(['low_coverage', 'no_candidates']);
    expect(healths[1]).toMatchObject({ any_approval_probability: null });
    expect(healths[1]!.flags).toContain('no_probability');
  });

  it('is lower after a setback', () => {
    const same = [program('Phase 3', 0.5, 100)];
    const [without, withSetback] = pipelineHealth(
      [pipeline(same), pipeline(same, { setback_dates: ['2026-01-05'] })],
      TODAY,
    );
    // Only the setbacks differ: ranks 75 and 25 at a weight of 0.15.
    expect(without!.health_score! - withSetback!.health_score!).toBeCloseTo(7.5, 9);
  });
});
