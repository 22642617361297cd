import { limit } from '../../src/catalogue/common-params.ts';
import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
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
    'Burn, income, R&D, revenue and cash by quarter, newest first; *_12m_usd: the year through period_end. For the runway use cash_runway.',
  parameters: {
    ticker: required(tickers('ticker')),
    since: from('period_end'),
    until: to('period_end'),
    // Our choice: an answer has eight quarters by default, because an answer with all quarters is
    // long.
    limit: limit(8),
  },
  otherwise: 'For all companies use cash_runway.',
  record: {
    ...field.company,
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
    gross_profit_usd: field.money,
    operating_income_usd: noted(field.money, 'negative: operating loss'),
    pretax_income_usd: long(noted(field.money, 'income before income taxes')),
    income_tax_usd: long(noted(field.money, 'income tax expense; negative: benefit')),
    operating_cash_flow_12m_usd: field.money,
    net_income_12m_usd: noted(field.money, 'net income of the 12 months through period_end'),
    rd_expense_12m_usd: field.money,
    revenue_12m_usd: field.money,
    ytd_months: long(
      noted(field.integer, 'months from the start of the fiscal year to period_end'),
    ),
    net_income_ytd_usd: long(noted(field.money, 'fiscal-year-to-date net income, as reported')),
    operating_cash_flow_ytd_usd: long(
      noted(field.money, 'fiscal-year-to-date operating cash flow'),
    ),
    eps_diluted_usd: noted(field.number, 'diluted earnings per share as reported; negative: loss'),
    eps_diluted_12m_usd: noted(field.number, 'diluted earnings per share, year through period_end'),
    cash_usd: noted(field.money, 'cash on period_end'),
    short_term_investments_usd: long(field.money),
    assets_usd: noted(field.money, 'total assets on period_end'),
    liabilities_usd: noted(field.money, 'total liabilities on period_end'),
    debt_noncurrent_usd: noted(field.money, 'debt due after 12 months'),
    equity_usd: noted(field.money, "stockholders' equity on period_end"),
    shares_outstanding: noted(field.quantity, 'shares outstanding on the cover page of the report'),
    liquid_usd: noted(field.money, 'liquid assets on period_end minus debt due within 12 months'),
    yoy_change_pct: noted(field.percent, 'change in burn from a year earlier'),
    one_off_inflow: field.flag,
    ...field.computation,
    known: noted(
      { ...field.known, prose: false },
      'flows that come from a later filing, each with source, url and filing day (known_from)',
    ),
  },
  collection: 'cashBurn',
  sort: [descending('period_end')],
});
