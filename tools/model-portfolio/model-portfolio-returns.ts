import { ascending, descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { oneOf } from '../../src/catalogue/params.ts';

export const modelPortfolioReturns = endpoint({
  name: 'model_portfolio_returns',
  path: '/model-portfolios/returns',
  group: 'Model Portfolio',
  plan: 'elite-plus',
  title: 'Model-portfolio returns by quarter',
  noun: 'quarters',
  description:
    'Quarterly price returns (no dividends) of the model portfolios and their benchmark, newest first, with drawdown. For risk metrics use model_portfolios.',
  parameters: { portfolio: oneOf('portfolio', ['conviction', 'consensus']) },
  record: {
    portfolio: field.text,
    quarter: noted(
      field.text,
      'quarter of the 13F filings that determine the holdings from start_date to end_date',
    ),
    start_date: field.day,
    end_date: field.day,
    return_pct: field.periodReturn,
    benchmark_return_pct: field.periodReturn,
    excess_pct: field.periodReturn,
    cumulative_return_pct: noted(field.percent, 'return since inception'),
    benchmark_cumulative_pct: noted(field.percent, 'return since inception'),
    drawdown_pct: field.percent,
    ...field.computation,
  },
  collection: 'modelPortfolioReturns',
  sort: [ascending('portfolio'), descending('quarter')],
});
