import {
  descending,
  endpoint,
  limitOf,
  noted,
  number,
  object,
  objects,
  text,
  texts,
} from '../../src/endpoint.ts';
import { atLeast, exactUpperCase, oneOf, page } from '../../src/params.ts';

export const maTargets = endpoint({
  name: 'ma_targets',
  path: '/ma/targets',
  group: 'M&A Tracker',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Takeover targets',
  description:
    'Companies scored as takeover targets, with implied premium, value range and likely acquirers. A rule score, not a probability. For past deals use ma_deals, for buyers ma_acquirers.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    tier: oneOf('tier', ['top', 'high', 'mid', 'low']),
    minScore: atLeast('score', { minimum: 0, maximum: 100 }),
    page: page(),
  },
  record: {
    ticker: text,
    company_name: text,
    score: noted(number, '0–100'),
    tier: text,
    percentile: noted(number, '0–100'),
    implied_premium_pct: number,
    value_low_usd: number,
    value_high_usd: number,
    components: object,
    likely_acquirers: objects,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'maTargets',
  sort: [descending('score')],
  paging: 'pages',
  stated: 'ours',
});
