import { sort } from '../../src/catalogue/common-params.ts';
import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
    ticker: field.text,
    company_name: field.companyName,
    drug_name: field.text,
    indication: field.text,
    phase: field.text,
    score: noted(field.score, '0–100'),
    grade: field.text,
    tier: field.text,
    percentile: noted(field.score, '0–100'),
    rNPV: field.money,
    // Our choice: the column is shown because it is a filter. A program has the valuation of its
    // company.
    valuation: noted(field.text, 'valuation of the company'),
    poa: field.percent,
    peak_sales_usd: field.money,
    launch_year: field.integer,
    ...field.weighting,
    ...field.computation,
  },
  collection: 'programScores',
  sort: [descending('score')],
  elsewhere: drugRecords,
});
