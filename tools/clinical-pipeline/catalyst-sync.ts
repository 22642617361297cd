import { ascendingDate, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exact, exactAnyCase } from '../../src/catalogue/params.ts';

export const catalystSync = endpoint({
  name: 'catalyst_sync',
  path: '/catalystsync',
  group: 'Clinical Pipeline',
  plan: 'basic',
  title: 'Clinical-trial catalysts',
  noun: 'registered trials',
  description:
    'The trial registry (ClinicalTrials.gov): trials of a company, condition or drug by completion date, earliest first. ' +
    'For participants, endpoints and stop reasons, use trial_risk; for results, clinical_trial_results.',
  parameters: {
    ticker: exact('ticker', 'CRSP'),
    phase: exact('Phase', 'Phase 1, Phase 2 or Phase 3'),
    condition: contains('Condition', 'lung cancer'),
    interventionName: contains('InterventionName', 'sotatercept'),
    completionDate: exact('CompletionDate', '2027-03-14 or 2027-03'),
  },
  added: { status: exactAnyCase('status', 'RECRUITING or ACTIVE_NOT_RECRUITING') },
  keys: ['nctId'],
  wording: 'wording',
  record: {
    LeadSponsorName: field.text,
    CompletionDate: noted(field.text, 'primary completion; if unknown, study completion'),
    Condition: field.text,
    InterventionName: field.text,
    BriefTitle: field.text,
    nctId: field.text,
    Phase: field.text,
    ticker: field.text,
    primaryOutcomes: field.prose,
    secondaryOutcomes: field.prose,
    updatedAt: field.text,
  },
  beside: {
    study_completion_date: noted(field.text, 'completion of the whole study'),
    acronym: field.text,
    official_title: long(field.text),
    brief_summary: long(noted(field.text, 'beginning of the summary that the sponsor wrote')),
    study_type: long(noted(field.text, 'INTERVENTIONAL, OBSERVATIONAL or EXPANDED_ACCESS')),
    allocation: long(noted(field.text, 'RANDOMIZED, NON_RANDOMIZED or NA')),
    masking: long(noted(field.text, 'NONE, SINGLE, DOUBLE, TRIPLE or QUADRUPLE')),
    intervention_model: long(noted(field.text, 'PARALLEL, CROSSOVER, SINGLE_GROUP, …')),
    primary_purpose: long(field.text),
    countries: long(noted(field.texts, 'countries of the sites')),
    first_posted_date: long(noted(field.text, 'day the registry first posted the trial')),
    interventions: long(
      noted(field.text, 'each intervention: name, type and beginning of its description'),
    ),
    arms: long(noted(field.text, 'each arm: label, role and beginning of its description')),
  },
  collection: 'trials',
  sort: [ascendingDate('CompletionDate')],
  origin: 'specification',
});
