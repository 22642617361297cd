import {
  descending,
  endpoint,
  integer,
  limitOf,
  noted,
  number,
  text,
  texts,
} from '../../src/endpoint.ts';
import { atLeast, exactUpperCase, oneOf, order, page } from '../../src/params.ts';

export const programScores = endpoint({
  name: 'program_scores',
  path: '/scoring/pipeline',
  group: 'Scoring & Valuation',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Program scores',
  description:
    'Drug programs ranked by a composite score, with probability of approval, peak sales and risk-adjusted NPV. For companies use company_scores, for cash flows rnpv.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    grade: oneOf('grade', ['A', 'B', 'C', 'D', 'F']),
    valuation: oneOf('valuation', ['undervalued', 'fair', 'overvalued']),
    tier: oneOf('tier', ['top', 'high', 'mid', 'low']),
    minScore: atLeast('score', { minimum: 0, maximum: 100 }),
    sort: order(['score', 'rNPV', 'percentile']),
    page: page(),
  },
  record: {
    ticker: text,
    drug_name: text,
    indication: text,
    phase: text,
    score: noted(number, '0–100'),
    grade: text,
    tier: text,
    percentile: noted(number, '0–100'),
    rNPV: noted(number, 'US dollars'),
    // Our choice: shown because it is a filter; a program bears its company's label.
    valuation: noted(text, "its company's"),
    poa: noted(number, 'percent'),
    peak_sales_usd: number,
    launch_year: integer,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'programScores',
  sort: {
    score: [descending('score')],
    rNPV: [descending('rNPV')],
    percentile: [descending('percentile')],
  },
  paging: 'pages',
  stated: 'ours',
});
