import type { Criteria } from '../composite.ts';
import type { Stage } from '../programs/development-stage.ts';

/**
 * Our choice: constants of the formulas. The descriptions of the formulas in `methods.ts` quote
 * them.
 */

export const TARGET_CRITERIA = {
  lead_stage: { weight: 0.2, basis: 'points' },
  rnpv_to_enterprise_value: { weight: 0.2, basis: 'rank' },
  area_deals: { weight: 0.15, basis: 'rank' },
  size: { weight: 0.15, basis: 'points' },
  runway_months: { weight: 0.1, basis: 'rank_low' },
  specialist_ownership_pct: { weight: 0.1, basis: 'rank' },
  recent_readout: { weight: 0.1, basis: 'points' },
} as const satisfies Criteria;

/**
 * Points by stage of the lead program. Acquirers pay most for late-stage data that the market has
 * not yet priced in.
 */
export const LEAD_STAGE_POINTS: Readonly<Record<Stage, number>> = {
  preclinical: 20,
  phase1: 40,
  phase2: 70,
  phase3: 100,
  filing: 90,
  approved: 80,
};

export const READOUT_POINTS = { positive: 100, mixed: 50, negative: 0 } as const;
/** Maximum age of a recent readout, years. */
export const READOUT_YEARS = 2;

/** Points by enterprise value in US dollars. Most takeovers are in the first range. */
export const SIZE_RANGES = [
  { from_usd: 0.3e9, to_usd: 5e9, points: 100 },
  { from_usd: 0.1e9, to_usd: 15e9, points: 60 },
] as const;
export const OTHER_SIZE_POINTS = 20;

/**
 * Minimum enterprise value in the ratio of rNPV to enterprise value, US dollars. A smaller value is
 * replaced by it.
 */
export const MIN_ENTERPRISE_VALUE_USD = 1e6;

/** Number of past months in which deals in a therapeutic area are counted. */
export const AREA_DEAL_MONTHS = 24;

export const PREMIUM_MONTHS = 60;
export const MIN_COMPARABLE_DEALS = 5;

export const APPETITE_CRITERIA = {
  recent_deals: { weight: 0.4, basis: 'rank' },
  recent_value: { weight: 0.3, basis: 'rank' },
  cash_capacity: { weight: 0.3, basis: 'rank' },
} as const satisfies Criteria;

export const APPETITE_MONTHS = 36;
