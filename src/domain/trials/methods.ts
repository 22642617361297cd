import type { Method } from '../method.ts';

export const TRIAL_RISK: Method = {
  id: 'trial-risk/2 rule score over registry versions',
  formula:
    'risk_score = 0.35 · delay_risk + 0.25 · enrollment_risk + 0.15 · endpoint_risk + 0.25 · ' +
    'safety_risk, re-weighted over the components that are known and null below half of the ' +
    'weight; each component is the sum of its factors’ points, at most 100. Delay: 15 a push of ' +
    'more than 31 days (up to 45), 40 · net slip in days / 365 (up to 40), 30 still recruiting ' +
    'past the plan, 100 stopped, 30 status unknown, 20 results overdue by FDAAA 801 (phases 2 to 4, ' +
    'a year after an actual primary completion from 18 January 2017 on); enrollment: ' +
    '2 a percent cut from the highest target, from 10 % on (up to 70), 30 a small trial (below ' +
    '20, 50, 150 in phases 1, 2, 3). Endpoint: the gravest change of the primary outcome 20 ' +
    'before the start, 60 after it, 90 after completion, each further one 20; safety: 100 stopped ' +
    'for safety, 80 on clinical hold, 30 a lifted hold, and of the last 12 months’ reports 10 a ' +
    'death (up to 40) and 5 another serious one (up to 30). risk_level is critical from 75, high ' +
    'from 50 or with a component of 80, medium from 25.',
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

export const TRIAL_OUTCOME: Method = {
  id: 'trial-outcome/3 BIO/QLS/Informa 2011–2020 phase transition by area, shrunk, with odds ratios',
  formula:
    'base_rate = 100 · p, the published rate at which programs leave the phase upwards in the ' +
    'therapeutic area, shrunk to all indications: p = (n · p_area + 30 · p_all) / (n + 30). ' +
    'success_probability moves it in odds: odds = odds(p) · Π LR^w for modality, biomarker ' +
    'selection and rare disease, with w = 1 / (1 + 0.5 · (m − 1)) for the m of them that are ' +
    'present; drivers are their effects in percentage points, which sum from the base rate. It is ' +
    'the estimate of today, or of the day before the outcome once that is known; 0.5 and above ' +
    'predicts success. actual_outcome is the first readout, else a termination or withdrawal, ' +
    'else the first result announced after completion.',
  inputs: [
    'companies',
    'trials',
    'trial_versions',
    'programs',
    'catalysts',
    'trial_results',
    'decisions',
    'complete_response_letters',
    'approvals',
    'drug_labels',
  ],
  source:
    'BIO/QLS Advisors/Informa 2021, Clinical Development Success Rates 2011–2020 (Figures 1, 2, ' +
    '8b, 10b, 11). Our choice: the prior of 30 programs, the exponent and the cut at 0.5',
  flags: {
    unknown_phase: 'The trial states no phase that can be read, so nothing is predicted.',
    no_base_rate: 'No published rate leads on from this phase (phase 4), so nothing is predicted.',
    no_area: 'The therapeutic area is unknown; the rate is that of all indications.',
    registry_signals_not_weighed:
      'The registry showed holds, slips or cuts, whose effect is published nowhere: they move nothing.',
    no_completion_date: 'The registration states no completion date that can be read.',
  },
};
