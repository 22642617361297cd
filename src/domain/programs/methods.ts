import type { Method } from '../method.ts';

export const COMPETITIVE_THREAT: Method = {
  id: 'competitive-threat/4',
  formula:
    'threat_score = Σ weight · points over the n drugs of other listed companies in the same indication, ' +
    're-weighted without same_mechanism where the mechanism is unknown: lead 0.35 (the furthest rival ' +
    'level 50, one stage ahead 75, more 100, else 0), crowding 0.3 (100 · n / (n + 5)), same_mechanism ' +
    '0.2 (100 · rivals of the same mechanism / n), approved_rival 0.15 (100). Indications are the same ' +
    'where their words are, in any order, synonyms and abbreviations as one and words of stage left out, ' +
    'or the registry’s heading (MeSH) of both is, or where one names what the other names among several ' +
    'or a type of it (obesity, obesity or overweight; spinal muscular atrophy, its type 1); a disease ' +
    'and its group are not (lung cancer, cancer). A drug counts once, as its furthest program. ' +
    'positioning compares the stage with the furthest rival’s: alone, leader, co-leader, fast ' +
    'follower (one stage behind) or follower.',
  inputs: [
    'companies',
    'trials',
    'programs',
    'catalysts',
    'decisions',
    'complete_response_letters',
    'approvals',
    'drug_labels',
  ],
  source: 'Our choice',
  flags: {
    no_stage: 'The phase cannot be read: neither threat nor position.',
    no_mechanism: 'The mechanism is unknown: same_mechanism does not count.',
  },
};

export const PIPELINE_HEALTH: Method = {
  id: 'pipeline-health/4',
  formula:
    'health_score = Σ weight · percentile rank among the listed companies, re-weighted over the ' +
    'components that are known and null below half of the weight: expected_approvals 0.3, ' +
    'any_approval_probability 0.2, stage_weighted_count 0.15, concentration 0.1 (low is better), ' +
    'setbacks 0.15 (low is better), catalysts_12m 0.1. expected_approvals = Σ p and ' +
    'any_approval_probability = 1 − Π (1 − p) over the programs in development, p of reaching the ' +
    'market; concentration = Σ s², s the shares of positive rNPV, else of p. Programs count 0.5 ' +
    'preclinical, 1, 2, 3 in phases 1, 2, 3 and 4 filed; setbacks are terminations, suspensions, ' +
    'holds and complete response letters of two years, one a drug and day; a program whose trials are ' +
    'past the limit of their phase (360, 540, 900 days) is not in development.',
  inputs: [
    'companies',
    'trials',
    'trial_versions',
    'programs',
    'catalysts',
    'catalyst_changes',
    'decisions',
    'designations',
    'adcomm_votes',
    'posted_results',
    'trial_labels',
    'trial_results',
    'complete_response_letters',
    'approvals',
    'drug_labels',
    'filing_events',
    'financial_facts',
    'sales_assumptions',
  ],
  source:
    'OECD/JRC 2008, Handbook on Constructing Composite Indicators (ranks, linear sum); ' +
    'Herfindahl–Hirschman index. Our choice of components and weights',
  flags: {
    low_coverage: 'The known components hold less than half of the weight: no score.',
    no_candidates: 'No program is in development.',
    no_probability: 'No program in development has a probability of reaching the market.',
    partial_probabilities: 'Some programs in development have no probability: sums are floors.',
    concentration_by_probability: 'No program has a positive rNPV: shares are those of p.',
    no_expected_approvals: 'The component is not known.',
    no_any_approval_probability: 'The component is not known.',
    no_concentration: 'The component is not known.',
  },
};
