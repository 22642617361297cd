import { day, descending, endpoint, long, noted, text } from '../../src/catalogue/endpoint.ts';
import { contains, exactUpperCase, prefix } from '../../src/catalogue/params.ts';

export const fdaApprovals = endpoint({
  name: 'fda_approvals',
  path: '/fda/approvals',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'FDA approvals',
  noun: 'approvals',
  description:
    'Approvals only, with type of application, review and exclusivity end, newest first. For refusals and applicants use fda_decisions.',
  parameters: {
    ticker: exactUpperCase('ticker', 'CRSP'),
    drug: contains('drug_name', 'sotatercept'),
    year: prefix('approval_date', '2025'),
  },
  record: {
    ticker: text,
    company_name: text,
    drug_name: text,
    approval_date: noted(text, 'YYYY-MM-DD'),
    indication: text,
    application_type: noted(text, 'NDA, BLA and so on'),
    submission_type: text,
    review_designation: text,
  },
  beside: {
    exclusive_until: noted(day, 'end of the last patent or exclusivity that blocks a copy'),
    exclusivities: noted(text, 'of the FDA, with their codes and ends'),
    application_number: long(text),
  },
  collection: 'approvals',
  sort: [descending('approval_date')],
  origin: 'specification',
});
