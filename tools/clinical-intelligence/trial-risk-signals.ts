import { day, descending, endpoint, limitOf, prose, text } from '../../src/endpoint.ts';
import { atLeastLevel, lastDays, page, tickers } from '../../src/params.ts';

export const trialRiskSignals = endpoint({
  name: 'trial_risk_signals',
  path: '/clinical-trials/risk-signals',
  group: 'Clinical Intelligence',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Trial risk signals',
  noun: 'signals',
  description:
    'Holds, delays, terminations, enrollment cuts, endpoint changes, safety events and refusals of late, latest first. For a score of one trial use trial_risk.',
  parameters: {
    ticker: tickers('ticker'),
    severity: atLeastLevel('severity', ['low', 'medium', 'high', 'critical']),
    days: lastDays('signal_date', { minimum: 1, maximum: 365, default: 30 }),
    page: page(),
  },
  record: {
    ticker: text,
    nctId: text,
    drug_name: text,
    signal_type: text,
    severity: text,
    signal_date: day,
    description: prose,
    previous_value: text,
    new_value: text,
    source_url: text,
  },
  collection: 'trialRiskSignals',
  sort: [descending('signal_date')],
  paging: 'pages',
  origin: 'extension',
});
