import {
  companyName,
  day,
  descending,
  endpoint,
  fraction,
  noted,
  objects,
  percent,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { contains, exactAnyCase, tickers } from '../../src/catalogue/params.ts';

export const clinicalTrialOutcomes = endpoint({
  name: 'clinical_trial_outcomes',
  path: '/clinical-trials/outcomes',
  group: 'Clinical Pipeline',
  plan: 'elite-plus',
  title: 'Predicted trial outcomes',
  noun: 'scored trials',
  description:
    'Forecasts: the probability that a trial advances its program to the next phase, with drivers and, once known, the outcome. A fitted model is used where it beats published rates. For approval odds use poa_scores.',
  parameters: {
    ticker: tickers('ticker'),
    nctId: exactAnyCase('nctId', 'NCT01234567'),
    phase: contains('phase', 'Phase 3; ^Phase 1$ excludes Phase 1/2'),
    condition: contains('condition', 'lung cancer'),
  },
  record: {
    nctId: text,
    ticker: text,
    company_name: companyName,
    drug_name: text,
    phase: text,
    condition: text,
    completion_date: text,
    success_probability: noted(fraction, '0–1'),
    interval_low: noted(percent, 'lower bound of success_probability'),
    interval_high: noted(percent, 'upper bound of success_probability'),
    base_rate: percent,
    drivers: noted(objects, 'feature; effect in percentage points'),
    predicted_outcome: noted(text, 'success or failure'),
    actual_outcome: text,
    outcome_basis: text,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'clinicalTrialOutcomes',
  // Our choice: `as_of` is the date of the trial's newest fact.
  sort: [descending('as_of')],
});
