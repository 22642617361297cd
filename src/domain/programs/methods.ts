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
    threat_score = Σ weight · points over the components. The n rivals are the drugs of other listed
    companies in the same indication. If the mechanism of the program is unknown, same_mechanism is
    left out, and the other weights are rescaled. The weights of the components are
    ${listed(THREAT)}. If the most advanced rival is at the same stage as the program, lead has
    ${constants.LEAD_POINTS.level} points. Each stage by which this rival is ahead adds
    ${constants.LEAD_POINTS.per_stage} points, up to 100 points in total. If the most advanced rival
    is behind the program, lead has 0 points. The points of crowding are 100 · n / (n +
    ${constants.HALF_CROWD}). The points of same_mechanism are 100 · number of rivals with the same
    mechanism / n. approved_rival has 100 points if a rival is approved, else 0. In the names of
    indications, synonyms and abbreviations are replaced, and words for the stage of a disease are
    removed. Two indications are the same in any of four cases. First, the resulting names have the
    same words in any order. Second, both have the same registry heading (MeSH). Third, one name is
    a list that includes the other name (“obesity or overweight” includes “obesity”). Fourth, one
    disease is a type of the other (“spinal muscular atrophy type 1” is a type of “spinal muscular
    atrophy”). A disease and its group, such as lung cancer and cancer, are different indications.
    Basket trials, which enroll patients with many kinds of tumors, are compared only with each
    other. A partner’s program with the same drug is not a rival. A drug with several programs
    counts once, by its most advanced program. positioning compares the stage of the program with
    that of the most advanced rival: alone, leader, co-leader, fast follower (one stage behind) or
    follower.
  `,
  inputs: PROGRAM_INPUTS,
  source: 'Our choice',
  flags: {
    no_stage:
      'The phase of the program is missing or in an unknown form, so threat and positioning are not known.',
    no_mechanism:
      'The mechanism of the drug is unknown, so the threat does not include the same_mechanism component.',
  },
};

export const PIPELINE_HEALTH: Method = {
  id: 'pipeline-health/4',
  formula: text`
    health_score = Σ weight · percentile rank among the listed companies. ${REWEIGHTED} The
    components are expected_approvals ${HEALTH.expected_approvals.weight}, any_approval_probability
    ${HEALTH.any_approval_probability.weight}, stage_weighted_count
    ${HEALTH.stage_weighted_count.weight}, concentration ${HEALTH.concentration.weight} (low is
    better), setbacks ${HEALTH.setbacks.weight} (low is better), and catalysts_12m
    ${HEALTH.catalysts_12m.weight}. expected_approvals = Σ p and any_approval_probability = 1 − Π (1
    − p) over the programs in development, where p is the probability that a program reaches the
    market. concentration = Σ s², where s is the share of a program in the sum of positive rNPV. If
    no rNPV is positive, s is the share of a program in the sum of p. The weights of stages in
    stage_weighted_count are ${listed(constants.STAGE_WEIGHTS)}. setbacks is the number of
    terminations, suspensions, clinical holds and complete response letters of the last
    ${constants.SETBACK_MONTHS} months. Several setbacks of one drug on one day count once. A
    program is no longer in development if the number of days since its trials ended exceeds the
    limit of the phase (in days: ${listed(FOLLOW_ON_DAYS)}).
  `,
  inputs: [...RNPV_INPUTS, 'filing_events'],
  source: text`
    OECD/JRC 2008, Handbook on Constructing Composite Indicators (ranks, linear sum);
    Herfindahl–Hirschman index. Our choice of components and weights
  `,
  flags: {
    low_coverage: LOW_COVERAGE,
    no_candidates: 'The company has no program in development.',
    no_probability:
      'The probability of reaching the market is unknown for every program in development.',
    partial_probabilities:
      'Some programs in development have no probability, so the sums are lower bounds.',
    concentration_by_probability: text`
      No program has a positive rNPV, so concentration uses each program’s share of the sum of
      probabilities.
    `,
    no_expected_approvals: 'The expected_approvals component of the score is not known.',
    no_any_approval_probability:
      'The any_approval_probability component of the score is not known.',
    no_concentration: 'The concentration component of the score is not known.',
  },
};
