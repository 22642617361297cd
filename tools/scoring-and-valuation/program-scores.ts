import { sort } from '../../src/catalogue/common-params.ts';
import {
  companyName,
  day,
  descending,
  endpoint,
  integer,
  long,
  money,
  noted,
  object,
  percent,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { atLeast, oneOf, tickers } from '../../src/catalogue/params.ts';
import { drugRecords } from '../drug-records.ts';

export const programScores = endpoint({
  name: 'program_scores',
  path: '/scoring/pipeline',
  group: 'Scoring & Valuation',
  plan: 'elite-plus',
  title: 'Program scores',
  noun: 'scored programs',
  description:
    'Drug programs ranked by composite score, with probability of approval, peak sales and risk-adjusted NPV. For companies use company_scores; for cash flows use rnpv.',
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
    company_name: companyName,
    drug_name: text,
    indication: text,
    phase: text,
    score: noted(score, '0–100'),
    grade: text,
    tier: text,
    percentile: noted(score, '0–100'),
    rNPV: money,
    // Our choice: the column is in the record because it is a filter. A program has the valuation
    // label of its company.
    valuation: noted(text, 'valuation of the company'),
    poa: percent,
    peak_sales_usd: money,
    launch_year: integer,
    coverage_pct: noted(percent, 'share of the weights with a known input'),
    components: long(object),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'programScores',
  sort: [descending('score')],
  elsewhere: drugRecords,
});
