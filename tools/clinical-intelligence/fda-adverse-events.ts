import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, equalTo, exact, exactUpperCase, oneOf } from '../../src/catalogue/params.ts';

export const fdaAdverseEvents = endpoint({
  name: 'fda_adverse_events',
  path: '/fda/adverse-events',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'Adverse-event reports',
  noun: 'adverse-event reports',
  description: 'Adverse-event reports, newest first. A report does not prove causation.',
  parameters: {
    ticker: exactUpperCase('ticker', 'CRSP'),
    drug: contains('drug_name', 'sotatercept'),
    severity: contains('severity', '^(other )?serious|death|hospital|life-threat'),
  },
  added: {
    report_id: exact('report_id', '24681357'),
    age: equalTo('patient_age_years', { minimum: 0 }),
    sex: oneOf('patient_sex', ['male', 'female']),
  },
  record: {
    ticker: field.text,
    company_name: field.text,
    drug_name: field.text,
    event_date: noted(field.text, 'first receipt by the FDA'),
    adverse_event: field.text,
    severity: field.text,
    outcome: field.text,
    report_type: field.text,
  },
  beside: {
    indication: noted(field.text, 'why the patient took the drug'),
    dose: long(noted(field.text, 'dose, form, route and dates as reported')),
    updated_date: noted(field.day, 'receipt of the newest version'),
    patient_age_years: field.average,
    patient_sex: field.text,
    report_id: noted(field.text, 'number of the report in FAERS (safetyreportid)'),
    reporter_country: long(noted(field.text, 'country of the reporter: code or name')),
    reporter_qualification: long(noted(field.text, 'physician, pharmacist, consumer, …')),
  },
  collection: 'adverseEvents',
  sort: [descending('event_date')],
  notice: 'A record is one reaction. Records with the same report_id belong to one report.',
  origin: 'specification',
});
