import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { application, contains, exactUpperCase, prefix } from '../../src/catalogue/params.ts';
import { fdaDecisions } from '../fda-intelligence/fda-decisions.ts';
import { fdaDesignations } from './fda-designations.ts';

export const fdaApprovals = endpoint({
  name: 'fda_approvals',
  path: '/fda/approvals',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'FDA approvals',
  noun: 'approvals',
  description:
    'Approvals, newest first, with strengths, exclusivities and label (fields=dosage,boxed_warning). For refusals use fda_decisions.',
  parameters: {
    ticker: exactUpperCase('ticker', 'CRSP'),
    drug: contains('drug_name', 'sotatercept'),
    year: prefix('approval_date', '2025'),
  },
  added: { application: application('application_number') },
  record: {
    ticker: field.text,
    company_name: field.text,
    drug_name: field.text,
    approval_date: noted(field.text, 'YYYY-MM-DD'),
    indication: field.text,
    application_type: noted(
      field.text,
      'NDA, BLA or ANDA; OTC monograph if sold without an application',
    ),
    submission_type: field.text,
    review_designation: field.text,
  },
  beside: {
    applicant: noted(field.text, 'approval holder in the FDA list, if different from company_name'),
    exclusive_until: noted(
      field.day,
      'end of the last patent or exclusivity that blocks generics or biosimilars; patents on uses and 3-year exclusivities do not count',
    ),
    exclusivities: noted(
      field.text,
      'FDA code and end date of each exclusivity; an exclusivity for a use or change blocks only generics with that use or change',
    ),
    patents: long(
      noted(field.text, 'each patent: end date, substance or product claims, use codes'),
    ),
    application_number: field.text,
    active_ingredients: long(field.texts),
    marketing_status: long(noted(field.text, 'Prescription, Discontinued, …')),
    efficacy_supplements: long(
      noted(field.text, 'approved efficacy supplements, newest first: number, date, review type'),
    ),
    other_supplements: long(noted(field.text, 'other approved supplements, with their class')),
    products: noted(field.text, 'dosage forms, routes and strengths'),
    reference_product: noted(
      field.text,
      'reference product of a biosimilar; interchangeable if stated',
    ),
    label_date: long(field.day),
    label_indication: field.prose,
    boxed_warning: field.prose,
    dosage: field.prose,
    warnings: section('warnings'),
    contraindications: section('contraindications'),
    adverse_reactions: section('common adverse reactions'),
    pharmacokinetics: section('half-life and effect of food'),
    pregnancy: section('use in pregnancy'),
    pediatric_use: section('use in children'),
    mechanism_of_action: section('mechanism of action'),
    clinical_studies: section('clinical studies'),
    label_text: {
      ...long(
        noted(field.text, 'label sections; to find passages, call fetch with drug:NAME and query'),
      ),
      passage: 'query',
    },
    label_url: long(field.text),
    known: noted(
      { ...field.known, prose: false },
      'fields from another list, each with its source, url and edition (known_from)',
    ),
  },
  wordNotices: {
    '(orphan drug)':
      'The indications of orphan exclusivities are in fda_designations, column approved_indications.',
  },
  collection: 'approvals',
  elsewhere: {
    endpoints: [fdaDesignations, fdaDecisions],
    because: 'The store has no approval with this name.',
  },
  sort: [descending('approval_date')],
  origin: 'specification',
});

/** A part of the drug label. It is shown only if the call sets `fields` or `detail=full`. */
function section(what: string): field.Field {
  return long(noted(field.text, `${what} on the label, at most 900 characters`));
}
