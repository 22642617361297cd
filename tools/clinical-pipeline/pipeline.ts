import { ascending, day, endpoint, flag, long, text, texts } from '../../src/catalogue/endpoint.ts';
import { contains, tickers } from '../../src/catalogue/params.ts';
import { drugRecords } from '../drug-records.ts';

export const pipeline = endpoint({
  name: 'pipeline',
  path: '/pipeline',
  group: 'Clinical Pipeline',
  plan: 'basic',
  title: 'Development pipelines',
  noun: 'programs',
  description:
    'Programs (a drug in one indication) with phase, mechanism and next catalyst. For rivals use competitive_landscape.',
  parameters: {
    ticker: tickers('ticker'),
    drug: contains('drug_name', 'sotatercept'),
    phase: contains('phase', 'Phase 3; ^Phase 1$ excludes Phase 1/2'),
    // Our choice: a program's condition is its indication.
    condition: contains('indication', 'lung cancer'),
  },
  record: {
    ticker: text,
    company_name: text,
    drug_name: text,
    indication: text,
    phase: text,
    status: text,
    mechanism: text,
    drugType: long(text),
    therapeuticArea: long(text),
    lead_program: flag,
    nctIds: long(texts),
    next_catalyst: text,
    next_catalyst_date: day,
  },
  collection: 'pipeline',
  // Our choice: sorted by stage, because Approved would be last by name.
  sort: [ascending('ticker'), { field: 'phase', direction: 'descending', by: 'stage' }],
  elsewhere: drugRecords,
});
