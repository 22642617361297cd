import { OVERLAP, PRIOR_PROGRAMS } from '../approval/constants.ts';
import { FOLLOW_ON_DAYS } from '../constants.ts';
import type { Method } from '../method.ts';
import { LOW_COVERAGE, listed, OUTCOME_INPUTS, pct, REWEIGHTED, text } from '../method-parts.ts';
import * as constants from './constants.ts';

const DELAY = constants.DELAY_POINTS;
const ENDPOINT = constants.ENDPOINT_POINTS;
const ENROLLMENT = constants.ENROLLMENT_POINTS;
const RISK = constants.RISK_WEIGHTS;
const SAFETY = constants.SAFETY_POINTS;

export const TRIAL_RISK: Method = {
  id: 'trial-risk/3 score by rules from the versions of the registry record',
  formula: text`
    risk_score = ${RISK.delay_risk} · delay_risk + ${RISK.enrollment_risk} · enrollment_risk +
    ${RISK.endpoint_risk} · endpoint_risk + ${RISK.safety_risk} · safety_risk. ${REWEIGHTED} Each
    component is the sum of the points of its factors, at most 100. delay_risk has six factors. Each
    delay of the completion date by more than ${constants.PUSH_DAYS} days adds ${DELAY.push} points
    (at most ${DELAY.max_pushes} in total). The net delay adds ${DELAY.slip_per_year} · days / 365
    points (at most ${DELAY.slip_per_year}). A trial that still recruits after its planned
    completion gets ${DELAY.recruiting_past_plan} points. A stopped trial gets ${DELAY.stopped}
    points. A trial with an unknown status gets ${DELAY.status_unknown} points. A trial whose
    results are overdue under FDAAA 801 gets ${DELAY.results_overdue} points. Results of a trial of
    phases 2 to 4 are overdue a year after the actual primary completion. FDAAA 801 applies to
    completions on or after ${constants.FINAL_RULE}. enrollment_risk has two factors. An enrollment
    cut of at least ${constants.CUT_PCT}% from the highest target adds ${ENROLLMENT.percent_cut}
    points per percent (at most ${ENROLLMENT.max_cut} points). A small trial gets
    ${ENROLLMENT.small} points. A trial is small if its enrollment is below the number for its phase
    (${listed(constants.SMALL_ENROLLMENT)}). Each change of the primary outcome is a factor of
    endpoint_risk. A change is worth ${ENDPOINT.before_start} points before the start of the trial,
    ${ENDPOINT.after_start} after the start, and ${ENDPOINT.after_completion} after completion. The
    change with the most points adds all its points, and each other change adds
    ${constants.NEXT_ENDPOINT_POINTS}. The factors of safety_risk have these points:
    ${SAFETY.stopped} if the trial is stopped for safety, ${SAFETY.on_hold} for a clinical hold in
    effect, and ${SAFETY.lifted_hold} for a lifted hold. Adverse event reports of the last 12 months
    add ${SAFETY.death} points per death (up to ${SAFETY.max_deaths}) and ${SAFETY.serious} per
    other serious event (up to ${SAFETY.max_serious}). The lowest score of each risk_level is:
    ${listed(constants.RISK_FLOORS)}. If a component is ${constants.HIGH_COMPONENT} or more,
    risk_level is at least high.
  `,
  inputs: ['companies', 'trials', 'trial_versions', 'programs', 'catalysts', 'adverse_events'],
  source: text`
    The rules and points are our choice. The risk factors are from Elkin & Zhu 2021 (termination),
    Scientific Reports 2025 (accrual) and FDAAA 801 (overdue results)
  `,
  flags: {
    no_versions: 'The registry record has no date, so the score cannot be computed.',
    single_version:
      'Only one version of the registry record is known, so changes cannot be detected.',
    no_completion_date:
      'The field delay_risk cannot be computed because no version states a primary completion date.',
    no_enrollment:
      'The field enrollment_risk cannot be computed because no version states an enrollment.',
    no_primary_outcomes:
      'The field endpoint_risk cannot be computed because no version states primary outcomes.',
    low_coverage: LOW_COVERAGE,
  },
};

export const TRIAL_LABELS: Method = {
  id: 'trial-labels/1 outcomes of trials, determined by rules',
  formula: text`
    outcome = success or failure. The earliest of the following events decides the outcome. An
    announced readout is a success or a failure as stated. Another result is also a success or a
    failure as stated, if it is announced on or after the day of completion and before any stop.
    Posted results meet a primary outcome if one of its p-values is at or below the stated
    significance level (${constants.USUAL_LEVEL} if no level is stated). Posted results are a
    success if they meet all primary outcomes that have p-values, and a failure if they meet none of
    these outcomes. The trial is a success if one of two events follows its primary completion: the
    sponsor starts a later-phase trial of the drug in the indication, or the drug is approved in the
    indication. Two indications are the same if one name has all words of the other name. The trial
    is a failure if it is stopped for safety, lack of efficacy or lack of money. The trial is also a
    failure if its company continues other trials, but the drug has no next step within a fixed
    number of days after the completion (${listed(FOLLOW_ON_DAYS)}). A next step is an approval in
    the indication, a later-phase trial of any sponsor in the indication, or a new trial of the same
    phase. The rule about the next step applies only to completed trials of companies. In Phase 3,
    the rule also requires that the oldest drug approval in the store is from the day of completion
    or earlier. If all stored approvals are later, the store may lack an approval of the drug. A
    stop for strategy (“business decision”), slow accrual or logistics gives no label, and neither
    does a stop without a stated reason. Mixed results give no label. Posted results that meet only
    some of the primary outcomes give no label. If a success and a failure have the same day, the
    failure is used. From its date on, an imported label (trial_labels) takes precedence over the
    rules. The day of an outcome is the day on which its evidence became public. An estimate for a
    past day uses only labels with evidence that was public by that day.
  `,
  inputs: OUTCOME_INPUTS,
  source: text`
    Wong, Siah & Lo 2019, Biostatistics 20:273 (days without a later trial). All other rules are our
    choice. Label sets published for research (TOP, CTO) are not used because parts of them allow
    only non-commercial use
  `,
  flags: {},
};

export const TRIAL_LEARNING: Method = {
  id: 'trial-learning/2 logistic regression with an L2 penalty, fitted to labeled trials',
  formula: text`
    log odds = b0 + Σ b · x, with an L2 penalty. Each phase has its own fit to labeled trials that
    ended long enough ago for a later trial to start (days: ${listed(FOLLOW_ON_DAYS)}). Labels that
    follow from a later trial, an approval or the absence of both are used only for completed trials
    of companies. Features are computed as of the primary completion or the day before the outcome,
    whichever is earlier. Features from the registration are phase, area, modality, rare disease,
    selection by biomarker, arms, masking, randomization, comparator, primary endpoint, purpose and
    kind of sponsor. Features from the registry versions up to that day are log enrollment (minus
    its mean for the phase and area at that time), log number of countries, delay, enrollment cuts,
    changed endpoints and suspensions. Other features are log(1 + other trials of the sponsor), the
    sponsor’s success rate, log(1 + open trials of the condition), the outcome of the previous
    phase, approval of the drug and FDA designations. The sponsor’s rate is averaged with the rate
    of all trials, which has the weight of ${constants.PRIOR_LABELS} trials. An unknown value is a
    separate category. A fit is tested on the last ${pct(constants.LATER_SHARE)}% of the trials of
    the phase (at least ${constants.MIN_LATER_TRIALS}). Trials are ordered by the date of their
    features, because failures become known later than successes. The tested fit uses only outcomes
    that became public before the split day, which is the date of the first tested trial’s features
    plus the days above. The learned model replaces the published rate only if it passes two tests.
    First, on the tested trials, its Brier score (mean (p − y)²) and its log loss must be lower than
    those of two baselines: the published rate, and the success rate of earlier trials. Second, its
    forecasts (p) must be significantly better than chance. Sponsors form
    ${constants.SPONSOR_GROUPS} groups. Each group’s trials are forecast by a fit to the other
    groups. r is the published rate. y is 1 for a success, else 0. ȳ and p̄ are means over blocks of
    ${constants.NEIGHBORS} consecutive trials. The sums of (y − r)(p − r) and of (y − ȳ)(p − p̄)
    must both exceed 0 by more than ${constants.BEYOND_CHANCE} standard errors, clustered by
    sponsor. In simulations (npm run judge), no model passed these tests in 228 registries with
    2,000 to 60,000 trials and random outcomes. With 20,000 trials and a true AUC of 0.60, the
    models of all three phases passed in all 12 registries. The model is refitted every
    ${constants.FIT_DAYS} days, or earlier if the number of outcomes has grown by
    ${pct(constants.FIT_GROWTH - 1)}%. No trial is forecast by a fit that used its outcome.
  `,
  inputs: OUTCOME_INPUTS,
  source: text`
    Lo, Siah & Wong 2019, Harvard Data Science Review 1.1 (features); Hoerl & Kennard 1970; Platt
    1999; Clark & West 2007, J Econometrics 138:291, and Liang & Zeger 1986 (tests against chance).
    Our choice: the list of features and the days from which they are known
  `,
  flags: {},
};

export const TRIAL_OUTCOME: Method = {
  id: 'trial-outcome/4 success rate of the phase in the area (BIO/QLS/Informa 2011–2020), adjusted by odds ratios',
  formula: text`
    If the learned model of the phase passes its tests (trial-learning/2), success_probability is
    the probability that this model forecasts. With a learned model, the field “method” also states
    the day of the fit, the number of trials, and the AUC and Brier score over later trials.
    base_rate is the share of successes among the fitted trials. The field “drivers” lists the
    largest ${constants.MAX_DRIVERS} contributions and the sum of all others. The probability is the
    sum of base_rate and these contributions. The 95% interval follows from the covariance of the
    coefficients. Without a learned model, base_rate = 100 · p, where p = (n · p_area +
    ${PRIOR_PROGRAMS} · p_all) / (n + ${PRIOR_PROGRAMS}). p_area is the published rate at which
    programs in the area advance from the phase, and n is the number of these programs. p_all is
    this rate over all indications. The odds of success are then odds(p) · Π LR^w. Modality,
    biomarker selection and rare disease each have a likelihood ratio LR. w = 1 / (1 + ${OVERLAP} ·
    (m − 1)), where m is the number of likelihood ratios that apply. The interval is the Wilson
    interval of the base rate, with the odds of both bounds multiplied by the same likelihood
    ratios. If the outcome is known, the estimate uses only facts that were public on the day before
    the outcome. If the outcome is unknown, the estimate uses all stored facts. The prediction is
    success if the probability is at least ${constants.SUCCESS_FROM}. actual_outcome is the outcome
    label (trial-labels/1), whose evidence is in outcome_basis. If the trial has its label because
    it was stopped, actual_outcome is terminated. Without a label, actual_outcome is mixed after a
    readout with mixed results. Without such a readout, actual_outcome is terminated if the trial
    was stopped. Otherwise, actual_outcome is mixed if another announced result is mixed, and null
    if none is.
  `,
  inputs: OUTCOME_INPUTS,
  source: text`
    BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, 8b,
    10b, 11). Our choice: the prior of ${PRIOR_PROGRAMS} programs, the exponent w and the threshold
    of ${constants.SUCCESS_FROM}
  `,
  flags: {
    unknown_phase:
      'The trial states no phase in a known form, so the prediction cannot be computed.',
    no_base_rate:
      'The probability cannot be computed because no success rate is published for the phase of the trial, such as Phase 4.',
    no_area: 'The therapeutic area is unknown, so the rate of all indications is used.',
    too_few_later_trials: text`
      The published rate is used because the learned model cannot be tested. Fewer than
      ${constants.MIN_LATER_TRIALS} later trials of the phase have a known outcome.
    `,
    too_few_earlier_trials: text`
      The published rate is used because the phase has too few earlier trials with an outcome to fit
      the learned model.
    `,
    one_outcome_only:
      'The published rate is used because all known outcomes of the phase are the same.',
    model_not_better: text`
      The published rate is used because the learned model did not pass its tests on later trials.
      The model must forecast better than the published rate, the success rate of earlier trials,
      and chance.
    `,
    outcome_known_before_fit: text`
      The published rate is used because the learned model was fitted to the outcome of this trial.
    `,
    registry_signals_not_weighed: text`
      The registry shows holds, delays or enrollment cuts. The estimate ignores these events because
      no study states how they affect success rates.
    `,
    no_completion_date: 'The registration of the trial states no completion date in a known form.',
  },
};
