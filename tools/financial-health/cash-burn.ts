import {
  companyName,
  day,
  descending,
  endpoint,
  flag,
  integer,
  money,
  noted,
  percent,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { required, tickers } from '../../src/catalogue/params.ts';

export const cashBurn = endpoint({
  name: 'cash_burn',
  path: '/financial-health/burn',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Cash burn by quarter',
  noun: 'quarters of burn',
  description:
    'Cash burn, R&D expense and overhead of a company by quarter, newest first. For months of cash left use cash_runway.',
  parameters: {
    ticker: required(tickers('ticker')),
  },
  otherwise: 'For all companies use cash_runway.',
  record: {
    ticker: text,
    company_name: companyName,
    period_end: day,
    months: noted(integer, 'length of the period in months'),
    operating_cash_flow_usd: money,
    capex_usd: money,
    quarterly_burn_usd: money,
    monthly_burn_usd: money,
    rd_expense_usd: money,
    sga_expense_usd: money,
    yoy_change_pct: noted(percent, 'burn compared to a year earlier'),
    one_off_inflow: flag,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'cashBurn',
  sort: [descending('period_end')],
});
