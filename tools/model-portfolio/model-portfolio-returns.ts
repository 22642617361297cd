import {
  ascending,
  day,
  descending,
  endpoint,
  noted,
  percent,
  periodReturn,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
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
  parameters: {
    portfolio: oneOf('portfolio', ['conviction', 'consensus']),
  },
  record: {
    portfolio: text,
    quarter: noted(text, '13F quarter of the holdings, held from start_date to end_date'),
    start_date: day,
    end_date: day,
    return_pct: periodReturn,
    benchmark_return_pct: periodReturn,
    excess_pct: periodReturn,
    cumulative_return_pct: noted(percent, 'since inception'),
    benchmark_cumulative_pct: noted(percent, 'since inception'),
    drawdown_pct: percent,
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'modelPortfolioReturns',
  sort: [ascending('portfolio'), descending('quarter')],
});
