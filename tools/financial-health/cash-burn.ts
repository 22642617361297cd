import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { from, required, tickers, to } from '../../src/catalogue/params.ts';

export const cashBurn = endpoint({
  name: 'cash_burn',
  path: '/financial-health/burn',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Cash burn by quarter',
  noun: 'quarters of burn',
  description:
    'Burn, income, R&D, revenue and cash by quarter, newest first; *_12m_usd: year to period_end. For the runway use cash_runway.',
  parameters: {
    ticker: required(tickers('ticker')),
    since: from('period_end'),
    until: to('period_end'),
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
    net_income_usd: noted(field.money, 'negative: net loss'),
    rd_expense_usd: field.money,
    sga_expense_usd: field.money,
    revenue_usd: field.money,
    operating_cash_flow_12m_usd: field.money,
    net_income_12m_usd: noted(field.money, 'net income of the twelve months to period_end'),
    rd_expense_12m_usd: field.money,
    revenue_12m_usd: field.money,
    cash_usd: noted(field.money, 'cash on period_end'),
    shares_outstanding: noted(field.quantity, 'on the cover of the report'),
    liquid_usd: noted(field.money, 'liquid assets on period_end minus debt due within 12 months'),
    yoy_change_pct: noted(field.percent, 'change of the burn compared to a year earlier'),
    one_off_inflow: field.flag,
    ...field.computation,
  },
  collection: 'cashBurn',
  sort: [descending('period_end')],
});
