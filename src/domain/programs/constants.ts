import type { Criteria } from '../composite.ts';
import type { Stage } from './development-stage.ts';

/**
 * Our choice: constants of the formulas. The descriptions of the formulas in `methods.ts` quote
 * them.
 */

export const THREAT_WEIGHTS = {
  lead: 0.35,
  crowding: 0.3,
  same_mechanism: 0.2,
  approved_rival: 0.15,
} as const;

/**
 * Points for the lead of the most advanced rival. If the rival is at the program's stage, the
 * program gets `level` points. Each stage by which the rival is ahead adds `per_stage` points.
 */
export const LEAD_POINTS = { level: 50, per_stage: 25 } as const;

/** Number of competitors at which the component `crowding` has 50 points. */
export const HALF_CROWD = 5;

export const HEALTH_CRITERIA = {
  expected_approvals: { weight: 0.3, basis: 'rank' },
  any_approval_probability: { weight: 0.2, basis: 'rank' },
  stage_weighted_count: { weight: 0.15, basis: 'rank' },
  concentration: { weight: 0.1, basis: 'rank_low' },
  setbacks: { weight: 0.15, basis: 'rank_low' },
  catalysts_12m: { weight: 0.1, basis: 'rank' },
} as const satisfies Criteria;

/** Weight of a program at each stage. Approved programs are no longer in the pipeline. */
export const STAGE_WEIGHTS: Readonly<Record<Stage, number>> = {
  preclinical: 0.5,
  phase1: 1,
  phase2: 2,
  phase3: 3,
  filing: 4,
  approved: 0,
};

export const SETBACK_MONTHS = 24;
