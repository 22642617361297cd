import {
  companyName,
  day,
  descending,
  endpoint,
  limitOf,
  noted,
  objects,
  ratio,
  text,
  texts,
} from '../../src/endpoint.ts';
import { contains, exactAnyCase, page, tickers } from '../../src/params.ts';

export const clinicalTrialOutcomes = endpoint({
  name: 'clinical_trial_outcomes',
  path: '/clinical-trials/outcomes',
  group: 'Clinical Pipeline',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Predicted trial outcomes',
  noun: 'scored trials',
  description:
    'Probability that a trial advances its program to the next phase, from published rates without registry signals, with its drivers, and the actual outcome once known. For odds of approval use poa_scores.',
  parameters: {
    ticker: tickers('ticker'),
    nctId: exactAnyCase('nctId', 'NCT01234567'),
    phase: contains('phase', 'Phase 3; ^Phase 1$ leaves Phase 1/2 out'),
    condition: contains('condition', 'lung cancer'),
    page: page(),
  },
  record: {
    nctId: text,
    ticker: text,
    company_name: companyName,
    drug_name: text,
    phase: text,
    condition: text,
    completion_date: text,
    success_probability: noted(ratio, '0–1'),
    base_rate: noted(ratio, 'percent'),
    drivers: noted(objects, 'feature; effect in percentage points'),
    predicted_outcome: noted(text, 'success or failure'),
    actual_outcome: text,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'clinicalTrialOutcomes',
  // Our choice: a trial is scored as of its newest fact.
  sort: [descending('as_of')],
  paging: 'pages',
  origin: 'extension',
});
