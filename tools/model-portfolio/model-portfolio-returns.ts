import {
  ascending,
  descending,
  endpoint,
  limitOf,
  noted,
  number,
  text,
  texts,
} from '../../src/endpoint.ts';
import { oneOf, page } from '../../src/params.ts';

export const modelPortfolioReturns = endpoint({
  name: 'model_portfolio_returns',
  path: '/model-portfolios/returns',
  group: 'Model Portfolio',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Model-portfolio returns by quarter',
  description:
    'Quarterly returns of the model portfolios against their benchmark, latest first, with drawdown. For risk metrics over the whole time use model_portfolios.',
  parameters: {
    portfolio: oneOf('portfolio', ['conviction', 'consensus']),
    page: page(),
  },
  record: {
    portfolio: text,
    quarter: noted(text, '13F quarter behind the book, held start_date–end_date'),
    start_date: text,
    end_date: text,
    return_pct: number,
    benchmark_return_pct: number,
    excess_pct: number,
    cumulative_return_pct: noted(number, 'since inception'),
    drawdown_pct: number,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'modelPortfolioReturns',
  sort: [ascending('portfolio'), descending('quarter')],
  paging: 'pages',
  origin: 'extension',
});
