import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { drugRecords } from '../drug-records.ts';
import { scoreFields, scoreFilters } from '../shared-lists.ts';

export const programScores = endpoint({
  name: 'program_scores',
  path: '/scoring/pipeline',
  group: 'Scoring & Valuation',
  plan: 'elite-plus',
  title: 'Program scores',
  noun: 'scored programs',
  description:
    'Drug programs ranked by composite score, with probability of approval, peak sales and risk-adjusted NPV. For companies use company_scores; for cash flows use rnpv.',
  parameters: scoreFilters,
  record: {
    ...field.company,
    drug_name: field.text,
    indication: field.text,
    phase: field.text,
    ...scoreFields,
    // Our choice: the record has the column `valuation`, because the parameter `valuation` filters
    // by this column.
    valuation: noted(field.text, 'valuation label of the company'),
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
