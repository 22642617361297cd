import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { atLeastLevel, contains, lastDays, oneOf, tickers } from '../../src/catalogue/params.ts';

export const trialRiskSignals = endpoint({
  name: 'trial_risk_signals',
  path: '/clinical-trials/risk-signals',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  title: 'Trial risk signals',
  noun: 'signals',
  description:
    'Trial risk events, newest first: holds set and lifted, delays, terminations, enrollment cuts, endpoint changes, safety events, FDA refusals. For the score of a trial use trial_risk.',
  parameters: {
    ticker: tickers('ticker'),
    type: oneOf('signal_type', [
      'hold',
      'hold_lifted',
      'delay',
      'termination',
      'suspension',
      'enrollment_cut',
      'endpoint_change',
      'safety',
      'crl',
    ]),
    drug: contains('drug_name', 'sotatercept'),
    phase: contains('phase', 'Phase 3, or ^Phase 1$ to exclude Phase 1/2'),
    reason: oneOf('reason', ['safety', 'efficacy', 'money', 'accrual', 'strategy', 'logistics']),
    severity: atLeastLevel('severity', ['low', 'medium', 'high', 'critical']),
    days: lastDays('signal_date', { minimum: 1, maximum: 3_650, default: 30 }),
  },
  keys: ['nctId'],
  record: {
    ...field.company,
    nctId: field.text,
    drug_name: field.text,
    phase: noted(field.text, 'phase of the trial'),
    signal_type: field.text,
    reason: noted(
      field.text,
      'reason for a termination or suspension: safety, efficacy, money, accrual, strategy or logistics',
    ),
    severity: field.text,
    signal_date: field.day,
    lifted_date: noted(field.day, 'day on which the hold was lifted; null while the hold lasts'),
    description: field.prose,
    previous_value: field.text,
    new_value: field.text,
    source_url: field.text,
  },
  collection: 'trialRiskSignals',
  sort: [descending('signal_date')],
});
