import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { required, tickers } from '../../src/catalogue/params.ts';

export const cashBurn = endpoint({
  name: 'cash_burn',
  path: '/financial-health/burn',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Cash burn by quarter',
  noun: 'quarters of burn',
  description:
    'Cash burn, R&D expense, overhead and revenue of a company by quarter, newest first. For months of cash left use cash_runway.',
  parameters: {
    ticker: required(tickers('ticker')),
  },
  otherwise: 'For all companies use cash_runway.',
  record: {
    ticker: field.text,
    company_name: field.companyName,
    period_end: field.day,
    months: noted(field.integer, 'length of the period in months'),
    operating_cash_flow_usd: field.money,
    capex_usd: field.money,
    quarterly_burn_usd: field.money,
    monthly_burn_usd: field.money,
    rd_expense_usd: field.money,
    sga_expense_usd: field.money,
    revenue_usd: field.money,
    yoy_change_pct: noted(field.percent, 'change of the burn compared to a year earlier'),
    one_off_inflow: field.flag,
    ...field.computation,
  },
  collection: 'cashBurn',
  sort: [descending('period_end')],
});
