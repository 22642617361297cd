import { descending, endpoint, joined, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactAnyCase, tickers } from '../../src/catalogue/params.ts';

export const trialRisk = endpoint({
  name: 'trial_risk',
  path: '/clinical-trials/risk',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'Trial risk scores',
  noun: 'scored trials',
  description:
    'Status, participants, stop reason, primary endpoint and risk scores of trials (delay, enrollment, endpoint, safety) from registry history, riskiest first. For single events use trial_risk_signals.',
  parameters: {
    ticker: tickers('ticker'),
    nctId: exactAnyCase('nctId', 'NCT01234567'),
    drug: contains('drug_name', 'sotatercept'),
  },
  oneOfRequired: ['ticker', 'nctId', 'drug'],
  otherwise: 'For all companies use trial_risk_signals.',
  record: {
    nctId: field.text,
    title: joined(noted(field.text, 'acronym and title')),
    ticker: field.text,
    company_name: field.companyName,
    drug_name: field.text,
    phase: field.text,
    status: field.text,
    why_stopped: noted(field.text, 'reason that the sponsor states'),
    enrollment: noted(field.count, 'participants'),
    enrollment_type: joined(noted(field.text, 'ACTUAL or ESTIMATED')),
    primary_completion_date: joined(field.text),
    primary_completion_type: joined(noted(field.text, 'ACTUAL or ESTIMATED')),
    completion_date: joined(noted(field.text, 'completion of the study')),
    primary_endpoint: joined(noted(field.prose, 'endpoint and its time frame')),
    risk_score: noted(field.score, '0–100; a higher score means more risk'),
    risk_level: noted(field.text, 'low, medium, high or critical'),
    enrollment_risk: field.score,
    delay_risk: field.score,
    endpoint_risk: field.score,
    safety_risk: field.score,
    date_changes: noted(field.objects, 'changes of the planned completion date'),
    factors: noted(field.objects, 'name, component, points, note'),
    weights: long(field.object),
    ...field.computation,
  },
  collection: 'trialRisk',
  sort: [descending('risk_score')],
});
