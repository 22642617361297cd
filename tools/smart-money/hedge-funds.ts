import {
  descending,
  endpoint,
  flag,
  integer,
  limitOf,
  noted,
  number,
  text,
  texts,
} from '../../src/endpoint.ts';
import { page } from '../../src/params.ts';

export const hedgeFunds = endpoint({
  name: 'hedge_funds',
  path: '/smart-money/funds',
  group: 'Smart Money',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Funds that file 13F',
  description:
    'Funds by the value of their newest 13F, with biotech share, turnover and whether they are specialists. For what funds hold of a ticker use hedge_fund_positions.',
  parameters: {
    page: page(),
  },
  record: {
    fund_name: text,
    cik: text,
    report_date: text,
    filing_date: text,
    total_value_usd: number,
    biotech_pct: number,
    is_specialist: flag,
    holdings_count: integer,
    top_holding: noted(text, 'company'),
    turnover_pct: number,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'hedgeFunds',
  sort: [descending('total_value_usd')],
  paging: 'pages',
  origin: 'extension',
});
