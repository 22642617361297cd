import { ascending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';

export const modelPortfolios = endpoint({
  name: 'model_portfolios',
  path: '/model-portfolios',
  group: 'Model Portfolio',
  plan: 'elite-plus',
  title: 'Model portfolios',
  noun: 'portfolios',
  description:
    'Two model portfolios (conviction, consensus) of specialist-fund holdings: price return, CAGR, Sharpe ratio, drawdown. For quarters use model_portfolio_returns.',
  parameters: {},
  record: {
    id: noted(field.text, 'conviction or consensus'),
    name: field.text,
    strategy: field.prose,
    inception_date: field.day,
    as_of_quarter: field.text,
    holdings_count: field.integer,
    benchmark: field.text,
    total_return_pct: field.percent,
    benchmark_return_pct: field.percent,
    cagr_pct: field.percent,
    volatility_pct: noted(field.percent, 'annualized'),
    sharpe: noted(field.ratio, 'annualized'),
    sortino: noted(field.ratio, 'annualized'),
    calmar: field.ratio,
    max_drawdown_pct: field.percent,
    beta: noted(field.ratio, 'relative to the benchmark'),
    win_rate_pct: noted(field.percent, 'share of quarters with a gain'),
    ...field.computation,
  },
  collection: 'modelPortfolios',
  sort: [ascending('id')],
});
