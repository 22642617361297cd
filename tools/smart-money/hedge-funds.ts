import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';

export const hedgeFunds = endpoint({
  name: 'hedge_funds',
  path: '/smart-money/funds',
  group: 'Smart Money',
  plan: 'elite-plus',
  title: 'Funds that file 13F',
  noun: 'funds',
  description:
    'Funds that file 13F, largest first, with biotech share and turnover. For positions use hedge_fund_positions.',
  parameters: {},
  keys: ['cik'],
  record: {
    fund_name: field.text,
    cik: field.text,
    report_date: field.day,
    filing_date: field.text,
    total_value_usd: field.money,
    biotech_pct: field.percent,
    is_specialist: field.flag,
    holdings_count: field.integer,
    top_holding: noted(field.text, 'company'),
    turnover_pct: field.percent,
    ...field.computation,
  },
  collection: 'hedgeFunds',
  sort: [descending('total_value_usd')],
});
