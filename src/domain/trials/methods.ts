import type { Method } from '../method.ts';

/** What labels, features and so forecasts of trials rest on. */
const OUTCOME_INPUTS: Method['inputs'] = [
  'companies',
  'trials',
  'trial_versions',
  'trial_labels',
  'posted_results',
  'trial_results',
  'programs',
  'catalysts',
  'designations',
  'decisions',
  'complete_response_letters',
  'approvals',
  'drug_labels',
];

export const TRIAL_RISK: Method = {
  id: 'trial-risk/2 rule score over registry versions',
  formula:
    'risk_score = 0.35 · delay_risk + 0.25 · enrollment_risk + 0.15 · endpoint_risk + 0.25 · ' +
    'safety_risk, re-weighted over the components that are known and null below half of the ' +
    'weight; each component is the sum of its factors’ points, at most 100. Delay: 15 a push of ' +
    'more than 31 days (up to 45), 40 · net slip in days / 365 (up to 40), 30 still recruiting ' +
    'past the plan, 100 stopped, 30 status unknown, 20 results overdue by FDAAA 801 (phases 2 ' +
    'to 4, a year after an actual primary completion from 18 January 2017 on); enrollment: 2 a ' +
    'percent cut from the highest target, from 10 % on (up to 70), 30 a small trial (below 20, ' +
    '50, 150 in phases 1, 2, 3). Endpoint: the gravest change of the primary outcome 20 before ' +
    'the start, 60 after it, 90 after completion, each further one 20; safety: 100 stopped for ' +
    'safety, 80 on clinical hold, 30 a lifted hold, and of the last 12 months’ reports 10 a ' +
    'death (up to 40) and 5 another serious one (up to 30). risk_level is critical from 75, ' +
    'high from 50 or with a component of 80, medium from 25.',
  inputs: ['companies', 'trials', 'trial_versions', 'programs', 'catalysts', 'adverse_events'],
  source:
    'Our choice of rules and points; their signs are those of Elkin & Zhu 2021 (termination), ' +
    'Scientific Reports 2025 (accrual) and FDAAA 801 (results overdue)',
  flags: {
    no_versions: 'The registry’s record bears no date, so nothing is scored.',
    single_version: 'Only one version is known, so that no change can show.',
    no_completion_date: 'No version states a primary completion date: delay_risk is null.',
    no_enrollment: 'No version states an enrolment: enrollment_risk is null.',
    no_primary_outcomes: 'No version states primary outcomes: endpoint_risk is null.',
    low_coverage: 'The known components hold less than half of the weight: no score.',
  },
};

export const TRIAL_LABELS: Method = {
  id: 'trial-labels/1 outcomes by rules over the record',
  formula:
    'An outcome is the earliest of: success or failure as announced first (a readout, or a ' +
    'result after completion); posted results (every primary outcome with a p-value has one ' +
    'within its stated level, else 0.05; or none has); success where a later-phase trial of the ' +
    'same sponsor, drug and indication starts after the primary completion, or the drug is ' +
    'approved in the indication after it (an indication is the same where one says all words of ' +
    'the other); failure where it is stopped for safety, lack of efficacy or lack of money, or ' +
    'where nothing follows for 360, 540, 900 days after the completion of phases 1, 2, 3 ' +
    'although the company (no hospital) goes on with other trials. Stops for strategy ' +
    '(“business decision”), slow accrual, logistics or no stated reason, mixed results, and ' +
    'p-values that disagree decide nothing: the trial has no label; nothing follows = no trial ' +
    'of the drug in the indication, of any sponsor, in a later phase by then or begun in the ' +
    'same phase since, no approval, and in phase 3 only where the store knows of approvals from ' +
    'before the completion. Of several on one day a failure counts; an imported label ' +
    '(trial_labels) comes before all rules from its own day on. Its day is that on which its ' +
    'evidence was known: no fact later than the day that is asked about makes a label.',
  inputs: OUTCOME_INPUTS,
  source:
    'Wong, Siah & Lo 2019, Biostatistics 20:273 (360, 540 and 900 days); the rest Our choice. ' +
    'Sets of labels published for research (TOP, CTO) hold parts that are for non-commercial ' +
    'use: none is used here',
  flags: {},
};

export const TRIAL_LEARNING: Method = {
  id: 'trial-learning/2 regularised logistic regression over the record',
  formula:
    'log odds = b0 + Σ b · x, with an L2 penalty, fitted phase by phase to labelled trials ' +
    'whose 360, 540 or 900 days are over (a next step or an approval counts where its absence ' +
    'could have been told: of completed trials of companies), on the features of the day before the outcome was ' +
    'known and at latest of the primary completion: phase as registered, area, modality, rare ' +
    'disease, selection by biomarker, arms, masking, randomisation, comparator, primary ' +
    'endpoint, purpose, kind of sponsor (from the first posting on); log enrollment less the ' +
    'mean of its phase and area then, log countries, delay, cuts, changed endpoints, ' +
    'suspensions (versions of that day or before); log(1 + other trials of the sponsor), its ' +
    'share of successes so far shrunk by 5 to that of all, log(1 + open trials of the ' +
    'condition), the outcome of the phase before, approval of the drug, designations; a value ' +
    'that was not known is a value of its own. A phase is judged by a fit as it would have been ' +
    'made on the day when the time of the last quarter of its trials (at least 300) began to be ' +
    'over: on those, later by the day of their features and not of their outcome, since ' +
    'failures are known later than successes. It is served only where its Brier score = ' +
    'mean (p − y)² and its log loss over them are lower than those of the published rate, and ' +
    'of the share of successes among the earlier trials; and where forecasts p by fits without ' +
    'the trial’s sponsor (five groups of sponsors) tell more than chance: with r the published ' +
    'rate, and with the means ȳ and p̄ of ten trials of neighbouring days, both (y − r)(p − r) ' +
    'and (y − ȳ)(p − p̄) sum to more than 3 standard errors, clustered by sponsor, above 0 (of 228 ' +
    'simulated registries of pure noise, of 2,000 to 60,000 trials, none had a phase served; of 12 ' +
    'of 20,000 trials with an AUC of 0.60 all had all three: npm run judge). It is fitted anew ' +
    'after 7 days or when a tenth more outcomes are known, and no trial is forecast by a fit that ' +
    'saw its outcome.',
  inputs: OUTCOME_INPUTS,
  source:
    'Lo, Siah & Wong 2019, Harvard Data Science Review 1.1 (features); Hoerl & Kennard 1970; ' +
    'Platt 1999; Clark & West 2007, J Econometrics 138:291, and Liang & Zeger 1986 (what is more ' +
    'than chance). Our choice: the list of features and what was known when',
  flags: {},
};

export const TRIAL_OUTCOME: Method = {
  id: 'trial-outcome/4 BIO/QLS/Informa 2011–2020 phase transition by area, shrunk, with odds ratios',
  formula:
    'Where a phase is served by the record (trial-learning/2), success_probability is learned: ' +
    'method names the day of the fit, its trials, AUC and Brier score over later ones, ' +
    'base_rate is the share of successes among them, drivers (the largest eight, the ' +
    'rest in one) sum from it, and the interval is 95 % from the covariance of the coefficients. Elsewhere base_rate = 100 · p, the published ' +
    'rate at which programs leave the phase upwards in the area, shrunk to all indications: p = ' +
    '(n · p_area + 30 · p_all) / (n + 30), moved in odds = odds(p) · Π LR^w for modality, ' +
    'biomarker selection and rare disease, with w = 1 / (1 + 0.5 · (m − 1)) for the m of them ' +
    'that are present; the interval is the Wilson interval of the base rate, moved by the same ' +
    'ratio. It is the estimate of today, or of the day before the outcome once that is known; ' +
    '0.5 and above predicts success. actual_outcome is the label (trial-labels/1, its evidence ' +
    'in outcome_basis), with a stop as terminated; where there is none, mixed results or a stop ' +
    'that decides nothing.',
  inputs: OUTCOME_INPUTS,
  source:
    'BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, ' +
    '8b, 10b, 11). Our choice: the prior of 30 programs, the exponent and the cut at 0.5',
  flags: {
    unknown_phase: 'The trial states no phase that can be read, so nothing is predicted.',
    no_base_rate: 'No published rate leads on from this phase (phase 4), so nothing is predicted.',
    no_area: 'The therapeutic area is unknown; the rate is that of all indications.',
    too_few_later_trials:
      'The published rate: fewer than 300 later trials of the phase have a known outcome.',
    too_few_earlier_trials:
      'The published rate: too few trials of the phase were known before the later ones.',
    one_outcome_only: 'The published rate: all known outcomes of the phase are the same.',
    model_not_better:
      'The published rate: a model of the record does not forecast later trials better than it, or ' +
      'than the share of successes before them, by more than chance.',
    outcome_known_before_fit:
      'The published rate: the model was fitted to this trial’s outcome, so it is not shown for it.',
    registry_signals_not_weighed:
      'The registry showed holds, slips or cuts, whose effect is published nowhere: they move nothing.',
    no_completion_date: 'The registration states no completion date that can be read.',
  },
};
