import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { scoreFields, scoreFilters } from '../shared-lists.ts';

export const companyScores = endpoint({
  name: 'company_scores',
  path: '/scoring/companies',
  group: 'Scoring & Valuation',
  plan: 'elite-plus',
  title: 'Company scores',
  noun: 'score',
  description:
    'Companies ranked by composite score, with risk-adjusted NPV compared to market value. For drugs use program_scores; for cash flows use rnpv.',
  parameters: scoreFilters,
  record: {
    ticker: field.text,
    company_name: field.text,
    ...scoreFields,
    market_cap_usd: field.money,
    rnpv_to_market_cap: noted(field.ratio, 'equity value from rNPV, divided by market value'),
    valuation: field.text,
    ...field.weighting,
    ...field.computation,
  },
  collection: 'companyScores',
  sort: [descending('score')],
  flagNotices: {
    low_coverage:
      'Flag low_coverage: components with known inputs have less than half of the weight, so score, grade, tier and percentile are null.',
  },
});
