import { day, descending, endpoint, noted, text, texts } from '../../src/catalogue/endpoint.ts';
import { contains, exactUpperCase } from '../../src/catalogue/params.ts';

export const fdaDesignations = endpoint({
  name: 'fda_designations',
  path: '/fda/designations',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'FDA designations',
  noun: 'designations',
  description:
    'Orphan, Breakthrough, Fast Track, RMAT and Priority Review designations of a drug or company, newest first.',
  parameters: {
    ticker: exactUpperCase('ticker', 'CRSP'),
    designation_type: contains(
      'designation_type',
      'Orphan, Fast Track, Breakthrough, RMAT or Priority Review',
    ),
    drug: contains('drug_name', 'sotatercept'),
  },
  record: {
    ticker: text,
    company_name: text,
    drug_name: text,
    designation_type: text,
    designation_date: noted(text, 'YYYY-MM-DD'),
    indication: text,
    nctId: text,
    status: text,
  },
  beside: {
    trade_name: text,
    exclusivity_ends: noted(texts, 'of the orphan exclusivity of each approval'),
    status_date: noted(day, 'of the withdrawal, or the newest approval'),
  },
  collection: 'designations',
  sort: [descending('designation_date')],
  origin: 'specification',
});
