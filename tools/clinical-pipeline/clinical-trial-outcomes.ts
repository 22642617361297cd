import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactAnyCase, tickers } from '../../src/catalogue/params.ts';

export const clinicalTrialOutcomes = endpoint({
  name: 'clinical_trial_outcomes',
  path: '/clinical-trials/outcomes',
  group: 'Clinical Pipeline',
  plan: 'elite-plus',
  title: 'Predicted trial outcomes',
  noun: 'scored trials',
  description:
    'Probability that a trial advances its program to the next phase, with drivers and, once known, the outcome. Uses a fitted model if it beats published rates. For approval odds use poa_scores.',
  parameters: {
    ticker: tickers('ticker'),
    nctId: exactAnyCase('nctId', 'NCT01234567'),
    phase: contains('phase', 'Phase 3, or ^Phase 1$ to exclude Phase 1/2'),
    condition: contains('condition', 'lung cancer'),
  },
  record: {
    nctId: field.text,
    ...field.company,
    drug_name: field.text,
    phase: field.text,
    condition: field.text,
    completion_date: noted(field.text, 'primary completion; if unknown, study completion'),
    success_probability: noted(field.fraction, '0–1'),
    interval_low: noted(field.percent, 'lower bound of success_probability'),
    interval_high: noted(field.percent, 'upper bound of success_probability'),
    base_rate: field.percent,
    drivers: noted(
      field.objects,
      'features of the trial, each with its effect on the probability in percentage points',
    ),
    predicted_outcome: noted(field.text, 'success or failure'),
    actual_outcome: field.text,
    outcome_basis: field.text,
    ...field.computation,
  },
  collection: 'clinicalTrialOutcomes',
  // Our choice: trials with the newest data come first. `as_of` is the date of this data.
  sort: [descending('as_of')],
});
