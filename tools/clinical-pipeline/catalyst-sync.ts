import { ascendingDate, endpoint, noted, prose, text } from '../../src/catalogue/endpoint.ts';
import { contains, exact, exactAnyCase } from '../../src/catalogue/params.ts';

export const catalystSync = endpoint({
  name: 'catalyst_sync',
  path: '/catalystsync',
  group: 'Clinical Pipeline',
  plan: 'basic',
  title: 'Clinical-trial catalysts',
  noun: 'registered trials',
  description:
    'The trial registry (ClinicalTrials.gov): trials of a company, condition or drug by completion date, earliest first, including past ones. ' +
    'For upcoming events use fda_calendar; for results use clinical_trial_results.',
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
    LeadSponsorName: text,
    CompletionDate: noted(text, 'as registered'),
    Condition: text,
    InterventionName: text,
    BriefTitle: text,
    nctId: text,
    Phase: text,
    ticker: text,
    primaryOutcomes: prose,
    secondaryOutcomes: prose,
    updatedAt: text,
  },
  collection: 'trials',
  sort: [ascendingDate('CompletionDate')],
  origin: 'specification',
});
