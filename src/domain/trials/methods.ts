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
  id: 'trial-risk/2 rule score over registry versions',
  formula: text`
    risk_score = ${RISK.delay_risk} · delay_risk + ${RISK.enrollment_risk} · enrollment_risk +
    ${RISK.endpoint_risk} · endpoint_risk + ${RISK.safety_risk} · safety_risk, ${REWEIGHTED}; each
    component is the sum of its factors’ points, at most 100. Delay: ${DELAY.push} for each push of
    more than ${constants.PUSH_DAYS} days (up to ${DELAY.max_pushes}), ${DELAY.slip_per_year} · net
    slip in days / 365 (up to ${DELAY.slip_per_year}), ${DELAY.recruiting_past_plan} still
    recruiting after the planned completion, ${DELAY.stopped} stopped, ${DELAY.status_unknown}
    status unknown, ${DELAY.results_overdue} results overdue by FDAAA 801 (phases 2 to 4, a year
    after an actual primary completion on or after ${constants.FINAL_RULE}); enrollment:
    ${ENROLLMENT.percent_cut} per percent cut from the highest target, from ${constants.CUT_PCT} %
    on (up to ${ENROLLMENT.max_cut}), ${ENROLLMENT.small} for a small trial (enrollment below:
    ${listed(constants.SMALL_ENROLLMENT)}). Endpoint: ${ENDPOINT.before_start} for a change of the
    primary outcome before the start, ${ENDPOINT.after_start} after it, ${ENDPOINT.after_completion}
    after completion, of which the highest counts in full and each other one
    ${constants.NEXT_ENDPOINT_POINTS}; safety: ${SAFETY.stopped} stopped for safety,
    ${SAFETY.on_hold} on clinical hold, ${SAFETY.lifted_hold} for a lifted hold, and in the reports
    of the last 12 months ${SAFETY.death} per death (up to ${SAFETY.max_deaths}) and
    ${SAFETY.serious} per other serious event (up to ${SAFETY.max_serious}). The lowest scores of
    risk_level are ${listed(constants.RISK_FLOORS)}; a component of ${constants.HIGH_COMPONENT}
    makes it at least high.
  `,
  inputs: ['companies', 'trials', 'trial_versions', 'programs', 'catalysts', 'adverse_events'],
  source: text`
    Our choice of rules and points; their signs follow Elkin & Zhu 2021 (termination), Scientific
    Reports 2025 (accrual) and FDAAA 801 (results overdue)
  `,
  flags: {
    no_versions: 'The registry’s record has no date: no score.',
    single_version: 'Only one version is known: changes cannot be detected.',
    no_completion_date: 'No version states a primary completion date: no delay_risk.',
    no_enrollment: 'No version states an enrollment: no enrollment_risk.',
    no_primary_outcomes: 'No version states primary outcomes: no endpoint_risk.',
    low_coverage: LOW_COVERAGE,
  },
};

export const TRIAL_LABELS: Method = {
  id: 'trial-labels/1 outcomes by rules over the record',
  formula: text`
    An outcome is the earliest of: the first announced success or failure (a readout, or a result
    after completion); posted results (every primary outcome with a p-value has one within its
    stated level, else ${constants.USUAL_LEVEL}; or none has); success if a later-phase trial of the
    same sponsor, drug and indication starts after the primary completion, or if the drug is
    approved in the indication after it (two indications are the same if one has all words of the
    other); failure if the trial is stopped for safety, lack of efficacy or lack of money, or if
    nothing follows its completion for a number of days (${listed(FOLLOW_ON_DAYS)}) although the
    company (not a hospital) continues other trials. Stops for strategy (“business decision”), slow
    accrual, logistics or no stated reason, mixed results, and p-values that disagree give no label;
    nothing follows = no trial of the drug in the indication, of any sponsor, in a later phase by
    then or started in the same phase since, no approval, and in Phase 3 only if approvals from
    before the completion are stored. Of several outcomes on one day a failure counts; an imported
    label (trial_labels) takes precedence from its day on. The day of an outcome is the day on which
    its evidence was known, so facts after the day of an estimate give no label.
  `,
  inputs: OUTCOME_INPUTS,
  source: text`
    Wong, Siah & Lo 2019, Biostatistics 20:273 (days without a follow-on); the rest Our choice.
    Label sets published for research (TOP, CTO) are partly limited to non-commercial use and are
    not used
  `,
  flags: {},
};

export const TRIAL_LEARNING: Method = {
  id: 'trial-learning/2 regularised logistic regression over the record',
  formula: text`
    log odds = b0 + Σ b · x, with an L2 penalty, fitted per phase to labeled trials whose time for a
    follow-on (days: ${listed(FOLLOW_ON_DAYS)}) is over (a follow-on or an approval counts only if
    its absence could have been detected: for completed trials of companies), on the features of the
    day before the outcome was known, at the latest of the primary completion: registered phase,
    area, modality, rare disease, selection by biomarker, arms, masking, randomization, comparator,
    primary endpoint, purpose, kind of sponsor (from the first posting on); log enrollment less the
    mean of its phase and area then, log countries, delay, cuts, changed endpoints, suspensions
    (versions of that day or before); log(1 + other trials of the sponsor), the sponsor’s share of
    successes so far shrunk by ${constants.PRIOR_LABELS} to the share of all, log(1 + open trials of
    the condition), the outcome of the phase before, approval of the drug, designations; an unknown
    value is a separate value. A phase is judged by a fit of the trials known on the day when the
    time of the last ${pct(constants.LATER_SHARE)} % of its trials (at least
    ${constants.MIN_LATER_TRIALS}) began to be over, on those trials; trials are ordered by the day
    of their features, since failures are known later than successes. It is served only if its Brier
    score = mean (p − y)² and its log loss over them are lower than those of the published rate and
    of the share of successes among the earlier trials, and if forecasts p by fits without the
    trial’s sponsor (${constants.SPONSOR_GROUPS} groups of sponsors) are better than chance: with r
    the published rate and with the means ȳ and p̄ of ${constants.NEIGHBORS} trials of neighboring
    days, both (y − r)(p − r) and (y − ȳ)(p − p̄) sum to more than ${constants.BEYOND_CHANCE}
    standard errors, clustered by sponsor, above 0 (of 228 simulated registries of pure noise, with
    2,000 to 60,000 trials, none had a served phase; of 12 with 20,000 trials and an AUC of 0.60,
    all had all three: npm run judge). It is fitted again after ${constants.FIT_DAYS} days or when
    ${pct(constants.FIT_GROWTH - 1)} % more outcomes are known, and no trial is forecast by a fit
    that used its outcome.
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
  id: 'trial-outcome/4 BIO/QLS/Informa 2011–2020 phase transition by area, shrunk, with odds ratios',
  formula: text`
    If the model of a phase is served (trial-learning/2), success_probability is learned: method
    states the day of the fit, its trials, and AUC and Brier score over later ones, base_rate is the
    share of successes among its trials, drivers (the largest ${constants.MAX_DRIVERS}, and the rest
    as one) add up from it, and the interval is 95 % from the covariance of the coefficients.
    Otherwise base_rate = 100 · p, with p the published rate at which programs advance from the
    phase in the area, shrunk to all indications: p = (n · p_area + ${PRIOR_PROGRAMS} · p_all) / (n
    + ${PRIOR_PROGRAMS}), and odds = odds(p) · Π LR^w for modality, biomarker selection and rare
    disease, with w = 1 / (1 + ${OVERLAP} · (m − 1)) for the m of them that are present; the
    interval is the Wilson interval of the base rate, changed by the same ratio. It is the current
    estimate, or that of the day before the outcome if the outcome is known; from
    ${constants.SUCCESS_FROM} on it predicts success. actual_outcome is the label (trial-labels/1,
    with its evidence in outcome_basis), with a stop as terminated, or else mixed results or a stop
    without a label.
  `,
  inputs: OUTCOME_INPUTS,
  source: text`
    BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, 8b,
    10b, 11). Our choice: the prior of ${PRIOR_PROGRAMS} programs, the exponent and the cut at
    ${constants.SUCCESS_FROM}
  `,
  flags: {
    unknown_phase: 'The trial states no readable phase: no prediction.',
    no_base_rate: 'There is no published rate from this phase (Phase 4): no prediction.',
    no_area: 'The therapeutic area is unknown; the rate is that of all indications.',
    too_few_later_trials: text`
      The published rate is used: fewer than ${constants.MIN_LATER_TRIALS} later trials of the phase
      have a known outcome.
    `,
    too_few_earlier_trials:
      'The published rate is used: too few trials of the phase were known before the later ones.',
    one_outcome_only: 'The published rate is used: all known outcomes of the phase are the same.',
    model_not_better: text`
      The published rate is used: the learned model does not forecast later trials significantly
      better than it, or than the share of successes before them.
    `,
    outcome_known_before_fit:
      'The published rate is used: the learned model was fitted to the outcome of this trial.',
    registry_signals_not_weighed: text`
      The registry shows holds, slips or cuts; their effect is not published, so they do not count.
    `,
    no_completion_date: 'The registration states no readable completion date.',
  },
};
