import { ascendingDate, endpoint, limitOf, noted, prose, text } from '../../src/endpoint.ts';
import { contains, exact, page } from '../../src/params.ts';

export const catalystSync = endpoint({
  name: 'catalyst_sync',
  path: '/catalystsync',
  group: 'Clinical Pipeline',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Clinical-trial catalysts',
  description:
    'Registered clinical trials by completion date, earliest first (past ones included). Use it for the trials of a ticker, condition or drug. For announced results use clinical_trial_results.',
  parameters: {
    page: page(),
    ticker: exact('ticker'),
    phase: exact('Phase'),
    condition: contains('Condition'),
    interventionName: contains('InterventionName'),
    completionDate: exact('CompletionDate'),
  },
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
  paging: 'pages',
  origin: 'specification',
});
