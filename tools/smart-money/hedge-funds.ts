import {
  day,
  descending,
  endpoint,
  flag,
  integer,
  limitOf,
  money,
  noted,
  percent,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { page } from '../../src/catalogue/params.ts';

export const hedgeFunds = endpoint({
  name: 'hedge_funds',
  path: '/smart-money/funds',
  group: 'Smart Money',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Funds that file 13F',
  noun: 'funds',
  description:
    'Funds that file 13F, by the value of their newest filing, with biotech share, turnover and whether they are specialists. For positions use hedge_fund_positions.',
  parameters: {
    page: page(),
  },
  keys: ['cik'],
  record: {
    fund_name: text,
    cik: text,
    report_date: day,
    filing_date: text,
    total_value_usd: money,
    biotech_pct: percent,
    is_specialist: flag,
    holdings_count: integer,
    top_holding: noted(text, 'company'),
    turnover_pct: percent,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'hedgeFunds',
  sort: [descending('total_value_usd')],
  paging: 'pages',
  origin: 'extension',
});
