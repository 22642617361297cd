import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactAnyCase, exactUpperCase, page } from '../../src/catalogue/params.ts';

export const clinicalTrialResults = endpoint({
  name: 'clinical_trial_results',
  path: '/clinical-trials/results',
  group: 'Clinical Pipeline',
  plan: 'elite-plus',
  title: 'Clinical trial results',
  noun: 'announced trial results',
  description:
    'Trial results (announced or in the registry), newest first, with adverse events by arm (fields=safety_results). For trials without results use catalyst_sync.',
  parameters: {
    ticker: exactUpperCase('ticker', 'CRSP'),
    phase: contains('phase', 'Phase 3, or ^Phase 1$ to exclude Phase 1/2'),
    // Our choice: `condition` filters by indication, because the records that the spec defines have
    // no condition.
    condition: contains('indications', 'lung cancer'),
    page: page(),
  },
  added: { nctId: exactAnyCase('nctId', 'NCT01234567') },
  keys: ['drug_name', 'nctId'],
  record: {
    ticker: field.text,
    drug_name: field.text,
    trial_title: field.text,
    phase: field.text,
    indications: field.texts,
    results_summary: { ...field.texts, passage: 'query' },
    published_date: noted(field.text, 'YYYY-MM-DD'),
    nctId: noted(field.text, 'registry number of the trial; null if unknown'),
  },
  beside: {
    context: field.context,
    secondary_results: long(noted(field.text, 'posted secondary outcomes')),
    safety_results: long(noted(field.text, 'posted outcomes about adverse events')),
  },
  collection: 'trialResults',
  // Our choice: the newest result is first, because the spec states no order.
  sort: [descending('published_date')],
  origin: 'specification',
});
