import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { atLeast, oneOf, tickers } from '../../src/catalogue/params.ts';

export const maTargets = endpoint({
  name: 'ma_targets',
  path: '/ma/targets',
  group: 'M&A Tracker',
  plan: 'elite-plus',
  title: 'Takeover targets',
  noun: 'score as a target',
  description:
    'Companies ranked as takeover targets by a rule-based score (not a probability), with implied premium, value range and likely acquirers. For past deals use ma_deals; for buyers use ma_acquirers.',
  parameters: {
    ticker: tickers('ticker'),
    tier: oneOf('tier', ['top', 'high', 'mid', 'low']),
    minScore: atLeast('score', { minimum: 0, maximum: 100 }),
  },
  record: {
    ticker: field.text,
    company_name: field.text,
    score: noted(field.score, '0–100'),
    tier: field.text,
    percentile: noted(field.score, '0–100'),
    implied_premium_pct: field.percent,
    premium_basis: field.text,
    value_low_usd: field.money,
    value_high_usd: field.money,
    ...field.weighting,
    likely_acquirers: long(field.objectsOf({ cash_capacity_usd: field.money })),
    ...field.computation,
  },
  collection: 'maTargets',
  sort: [descending('score')],
});
