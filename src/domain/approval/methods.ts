import { NORMAL_QUANTILE } from '../constants.ts';
import evidence from '../data/approval-evidence.json' with { type: 'json' };
import { MOVE_DAYS } from '../market/constants.ts';
import type { Method } from '../method.ts';
import { APPROVAL_INPUTS, OUTCOME_INPUTS, pct, text } from '../method-parts.ts';
import * as constants from './constants.ts';

const { approved, not_approved_first_cycle: reviewed } = evidence.second_cycle;

export const APPROVAL: Method = {
  id: 'poa/6 base rate from published rates (BIO/QLS/Informa 2011–2020), adjusted by likelihood ratios',
  formula: text`
    base_rate = 100 · Π p over the remaining stages. For each stage, p = (n · p_area +
    ${constants.PRIOR_PROGRAMS} · p_all) / (n + ${constants.PRIOR_PROGRAMS}). p_area is the
    published success rate of the stage in the therapeutic area, and n is the number of programs in
    the sample of p_area. p_all is the published success rate of the stage over all indications.
    After a complete response letter, the second-cycle rate ${approved}/${reviewed} replaces the
    base rate. odds(poa) = odds(base) · Π LR^w, where odds = P / (1 − P) and LR is the likelihood
    ratio of a piece of evidence. poa is at least ${pct(constants.PROBABILITY_BOUNDS.low)}% and at
    most ${pct(constants.PROBABILITY_BOUNDS.high)}%. Modality, biomarker selection and rare disease
    change the rate of each stage. Advisory votes and the reasons in a refusal letter change the
    probability of approval. Before the filing, a breakthrough designation also changes the
    probability of approval. If an open trial of Phase 2 or 3 has a model forecast
    (trial-outcome/4), the odds of the trial’s stage are multiplied by (odds of the forecast) /
    (odds of the published rate). If m pieces of evidence belong to one group, the exponent w = 1 /
    (1 + ${constants.OVERLAP} · (m − 1)) reduces their effect. The field “factors” contains each
    LR^w. The interval is the Wilson 95% interval of the base rate P. The sample size N of the
    interval solves the equation Σ (1 − p) / (p · n) = (1 − P) / (P · N). The odds of both bounds
    are multiplied by the same factors as the odds of the base rate. Evidence is used only if its
    date is before the event and no later than the day of the estimate. If the verdict of
    track-record/5 on at least 100 decisions is “worse”, no evidence is used.
  `,
  inputs: APPROVAL_INPUTS,
  source: text`
    BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, 8b,
    10b, 11, 14); Sacks 2014, JAMA 311:378 (second cycle); Daval 2023, JAMA Health Forum (votes);
    Wilson 1927. Our choice: the prior of ${constants.PRIOR_PROGRAMS} programs and the exponent
    ${constants.OVERLAP}
  `,
  flags: {
    unknown_stage:
      'The development stage of the catalyst is not known, so the score cannot be computed.',
    no_base_rate: text`
      No success rate is published for preclinical and approved programs, so the score cannot be
      computed.
    `,
    approved: 'The program is already approved, so the score cannot be computed.',
    no_area: 'The therapeutic area is unknown, so the rates of all indications are used.',
    only_stage_known: text`
      The estimate uses only the stage, so every drug at this stage has the same estimate. The
      confidence is low.
    `,
    undated_evidence: 'Evidence without a date exists but is not used.',
    letter_of_unknown_indication: text`
      No record states which indication the complete response letter is about. The letter may be
      about another application for this drug.
    `,
    adjustment_off:
      'The base rate is not adjusted, because adjusted forecasts were worse than the base rate (see track_record).',
    no_dated_facts:
      'The field as_of is null because all facts from which the record was computed are undated.',
  },
};

export const BASE_RATE: Method = {
  id: 'base-rate/5 published rates (BIO/QLS/Informa 2011–2020), and observed rates with a Wilson 95 % interval',
  formula: text`
    published_rate is the product, in percent, of the published success rates of this stage and all
    later stages before approval. The rates are not shrunk. Each of these rates comes from a sample
    of programs, and sample_size is the size of the smallest sample. published_phase_rate is the
    published rate of this stage alone. labelled_rate = 100 · successes / labelled_trials, for the
    phase and area. Only stored trials with an outcome label (trial-labels/1) count. observed_rate =
    100 · approvals / decisions, by stage and kind of event. observed_rate is computed for each area
    and for all indications together. The decisions are the stored outcomes of catalysts and the
    stored FDA decisions. The FDA decisions include published complete response letters. The FDA
    decisions also include original approvals of NDAs and BLAs since the day of the first stored
    refusal. A withdrawal counts as a decision without approval. The interval of the observed rate
    is (p + z²/2n ± z · √(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with z = ${NORMAL_QUANTILE}. A move is
    100 · (first close after the announcement / last close before it − 1). Both closes must be
    within ${MOVE_DAYS} days of the announcement. If all headlines about an announcement appeared
    after the market close, the announcement counts as made after the close. Otherwise, it counts as
    made before the close. Quartiles are interpolated linearly. Fields whose names begin with good_
    cover approvals and positive outcomes. Fields whose names begin with bad_ cover refusals,
    withdrawals and negative outcomes.
  `,
  inputs: [...OUTCOME_INPUTS, 'prices', 'splits', 'news'],
  source: text`
    BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, 10b);
    Wilson 1927, J Am Stat Assoc 22:209
  `,
  flags: {
    published_only:
      'The store has no observed events for this group, so the record contains only the published rate.',
    no_published_rate: 'BIO/QLS/Informa 2021 publishes no rate for this area and stage.',
    no_decisions:
      'None of the events in this group ended with an approval or a refusal, so the observed rate cannot be computed.',
    no_moves:
      'The moves cannot be computed because the store has no closing prices near the events of this group.',
  },
};
