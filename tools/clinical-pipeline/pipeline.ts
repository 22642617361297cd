import { ascending, endpoint, long } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
    phase: contains('phase', 'Phase 3, or ^Phase 1$ to exclude Phase 1/2'),
    // Our choice: `condition` filters by the indication of the program.
    condition: contains('indication', 'lung cancer'),
  },
  record: {
    ticker: field.text,
    company_name: field.text,
    drug_name: field.text,
    indication: field.text,
    phase: field.text,
    status: field.text,
    mechanism: field.text,
    drugType: long(field.text),
    therapeuticArea: long(field.text),
    lead_program: field.flag,
    nctIds: long(field.texts),
    next_catalyst: field.text,
    next_catalyst_date: field.day,
  },
  collection: 'pipeline',
  // Our choice: phases are sorted by stage of development and not by name.
  sort: [ascending('ticker'), { field: 'phase', direction: 'descending', by: 'stage' }],
  elsewhere: drugRecords,
});
