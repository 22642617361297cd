import { FOLLOW_ON_DAYS } from '../constants.ts';
import type { Method } from '../method.ts';
import {
  LOW_COVERAGE,
  listed,
  PROGRAM_INPUTS,
  REWEIGHTED,
  RNPV_INPUTS,
  text,
} from '../method-parts.ts';
import * as constants from './constants.ts';

const HEALTH = constants.HEALTH_CRITERIA;
const THREAT = constants.THREAT_WEIGHTS;

export const COMPETITIVE_THREAT: Method = {
  id: 'competitive-threat/5',
  formula: text`
    threat_score = Σ weight · points over the n drugs of other listed companies in the same
    indication, re-weighted without same_mechanism if the mechanism is unknown: lead ${THREAT.lead}
    (most advanced rival at the same stage ${constants.LEAD_POINTS.level}, each stage ahead
    ${constants.LEAD_POINTS.per_stage} more up to 100, behind 0), crowding ${THREAT.crowding} (100 ·
    n / (n + ${constants.HALF_CROWD})), same_mechanism ${THREAT.same_mechanism} (100 · rivals with
    the same mechanism / n), approved_rival ${THREAT.approved_rival} (100). Two indications are the
    same if they have the same words in any order, with synonyms and abbreviations replaced and
    words of stage removed, or the same registry heading (MeSH), or if one lists the other among
    several (obesity, obesity or overweight) or is a type of it (spinal muscular atrophy, its type
    1); a disease and its group differ (lung cancer, cancer). Trials in any of
    many tumors that are not filed are compared with each other only, and the same drug at a partner
    is no rival. A drug counts once, as its most
    advanced program. positioning compares the stage with that of the most advanced rival: alone,
    leader, co-leader, fast follower (one stage behind) or follower.
  `,
  inputs: PROGRAM_INPUTS,
  source: 'Our choice',
  flags: {
    no_stage: 'The phase cannot be read: no threat and no positioning.',
    no_mechanism: 'The mechanism is unknown: same_mechanism does not count.',
  },
};

export const PIPELINE_HEALTH: Method = {
  id: 'pipeline-health/4',
  formula: text`
    health_score = Σ weight · percentile rank among the listed companies, ${REWEIGHTED}:
    expected_approvals ${HEALTH.expected_approvals.weight}, any_approval_probability
    ${HEALTH.any_approval_probability.weight}, stage_weighted_count
    ${HEALTH.stage_weighted_count.weight}, concentration ${HEALTH.concentration.weight} (low is
    better), setbacks ${HEALTH.setbacks.weight} (low is better), catalysts_12m
    ${HEALTH.catalysts_12m.weight}. expected_approvals = Σ p and any_approval_probability = 1 − Π (1
    − p) over the programs in development, with p the probability of reaching the market;
    concentration = Σ s², with s the shares of positive rNPV, else of p. The weights of stages in
    stage_weighted_count are ${listed(constants.STAGE_WEIGHTS)}; setbacks are terminations,
    suspensions, holds and complete response letters of ${constants.SETBACK_MONTHS} months, counted
    once per drug and day; a program is not in development if its trials ended more days ago than
    the limit of their phase (${listed(FOLLOW_ON_DAYS)}).
  `,
  inputs: [...RNPV_INPUTS, 'filing_events'],
  source: text`
    OECD/JRC 2008, Handbook on Constructing Composite Indicators (ranks, linear sum);
    Herfindahl–Hirschman index. Our choice of components and weights
  `,
  flags: {
    low_coverage: LOW_COVERAGE,
    no_candidates: 'No program is in development.',
    no_probability: 'No program in development has a probability of reaching the market.',
    partial_probabilities:
      'Some programs in development have no probability: sums are lower bounds.',
    concentration_by_probability:
      'No program has a positive rNPV: concentration uses the shares of p.',
    no_expected_approvals: 'The component is not known.',
    no_any_approval_probability: 'The component is not known.',
    no_concentration: 'The component is not known.',
  },
};
