import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactUpperCase } from '../../src/catalogue/params.ts';

export const fdaDesignations = endpoint({
  name: 'fda_designations',
  path: '/fda/designations',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'FDA designations',
  noun: 'designations',
  description: 'FDA designations of a drug or company, newest first, with orphan exclusivity.',
  parameters: {
    ticker: exactUpperCase('ticker', 'CRSP'),
    designation_type: contains(
      'designation_type',
      'Orphan, Fast Track, Breakthrough, RMAT or Priority Review',
    ),
    drug: contains('drug_name', 'sotatercept'),
  },
  record: {
    ticker: field.text,
    company_name: field.text,
    drug_name: field.text,
    designation_type: field.text,
    designation_date: noted(field.text, 'YYYY-MM-DD'),
    indication: field.text,
    nctId: field.text,
    status: field.text,
  },
  beside: {
    trade_name: field.text,
    exclusivity_ends: noted(field.texts, 'end date of the orphan exclusivity, for each approval'),
    approved_indications: noted(
      field.texts,
      'each approved indication: day of its approval, end of its exclusivity',
    ),
    sponsor_name: noted(field.text, 'sponsor as the FDA list names it'),
    status_date: noted(
      field.day,
      'day of the withdrawal; if not withdrawn, day of the newest approval of the drug',
    ),
  },
  collection: 'designations',
  sort: [descending('designation_date')],
  origin: 'specification',
});
