import { descending, endpoint, limitOf, noted, text } from '../../src/catalogue/endpoint.ts';
import { contains, exactUpperCase, page } from '../../src/catalogue/params.ts';

export const fdaDesignations = endpoint({
  name: 'fda_designations',
  path: '/fda/designations',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'FDA designations',
  noun: 'designations',
  description:
    'Orphan, Breakthrough, Fast Track, RMAT and Priority Review designations of a drug or company, newest first.',
  parameters: {
    page: page(),
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
  collection: 'designations',
  sort: [descending('designation_date')],
  paging: 'pages',
  origin: 'specification',
});
