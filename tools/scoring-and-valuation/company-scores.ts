import { sort } from '../../src/catalogue/common-params.ts';
import {
  day,
  descending,
  endpoint,
  long,
  money,
  noted,
  object,
  percent,
  ratio,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { atLeast, oneOf, tickers } from '../../src/catalogue/params.ts';

export const companyScores = endpoint({
  name: 'company_scores',
  path: '/scoring/companies',
  group: 'Scoring & Valuation',
  plan: 'elite-plus',
  title: 'Company scores',
  noun: 'score',
  description:
    'Companies ranked by composite score, with risk-adjusted NPV compared to market value. For drugs use program_scores; for cash flows use rnpv.',
  parameters: {
    ticker: tickers('ticker'),
    grade: oneOf('grade', ['A', 'B', 'C', 'D', 'F']),
    valuation: oneOf('valuation', ['undervalued', 'fair', 'overvalued']),
    tier: oneOf('tier', ['top', 'high', 'mid', 'low']),
    minScore: atLeast('score', { minimum: 0, maximum: 100 }),
    sort: sort(['score', 'rNPV', 'percentile']),
  },
  record: {
    ticker: text,
    company_name: text,
    score: noted(score, '0–100'),
    grade: text,
    tier: text,
    percentile: noted(score, '0–100'),
    rNPV: money,
    market_cap_usd: money,
    rnpv_to_market_cap: noted(ratio, 'equity value by rNPV / market value'),
    valuation: text,
    coverage_pct: noted(percent, 'share of the weights with a known input'),
    components: long(object),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'companyScores',
  sort: [descending('score')],
  flagNotices: {
    low_coverage:
      'Flag low_coverage: less than half of the weight has a known input, so score, grade, tier and percentile are null.',
  },
});
