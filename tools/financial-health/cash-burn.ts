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
} from '../../src/endpoint.ts';
import { exactUpperCase, page, required } from '../../src/params.ts';

export const cashBurn = endpoint({
  name: 'cash_burn',
  path: '/financial-health/burn',
  group: 'Financial Health',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Cash burn by quarter',
  description:
    "A company's burn and its R&D and overhead expense, quarter by quarter, latest first. Use it for a trend; for months left use cash_runway.",
  parameters: {
    ticker: required(exactUpperCase('ticker')),
    page: page(),
  },
  record: {
    ticker: text,
    period_end: day,
    months: noted(integer, 'length of the period'),
    operating_cash_flow_usd: money,
    capex_usd: money,
    quarterly_burn_usd: money,
    monthly_burn_usd: money,
    rd_expense_usd: money,
    sga_expense_usd: money,
    yoy_change_pct: noted(percent, 'burn against a year before'),
    one_off_inflow: flag,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'cashBurn',
  sort: [descending('period_end')],
  paging: 'pages',
  origin: 'extension',
});
