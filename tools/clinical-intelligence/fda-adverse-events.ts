import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactUpperCase } from '../../src/catalogue/params.ts';

export const fdaAdverseEvents = endpoint({
  name: 'fda_adverse_events',
  path: '/fda/adverse-events',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'Adverse-event reports',
  noun: 'adverse-event reports',
  description:
    'Adverse-event reports, newest first, with severity, outcome, age and sex. A report does not prove causation.',
  parameters: {
    ticker: exactUpperCase('ticker', 'CRSP'),
    drug: contains('drug_name', 'sotatercept'),
    severity: contains(
      'severity',
      '^(other )?serious|death|hospital|life-threat; serious alone also matches Non-Serious',
    ),
  },
  record: {
    ticker: field.text,
    company_name: field.text,
    drug_name: field.text,
    event_date: noted(field.text, 'YYYY-MM-DD'),
    adverse_event: field.text,
    severity: field.text,
    outcome: field.text,
    report_type: field.text,
  },
  beside: { patient_age_years: field.average, patient_sex: field.text },
  collection: 'adverseEvents',
  sort: [descending('event_date')],
  // Our choice: the record has no report number, because the specification has no field for this
  // number. Instead, the notice says that several records may belong to one report.
  notice:
    'Each record is one reaction. Several records with the same drug and event_date may come from one report.',
  origin: 'specification',
});
