import {
  companyName,
  count,
  day,
  descending,
  endpoint,
  noted,
  number,
  percent,
  price,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { dayOption, optionOf, required, tickers } from '../../src/catalogue/params.ts';
import { barIntervals, priceBars } from '../../src/catalogue/price-bars.ts';
import { modelPortfolioReturns } from '../model-portfolio/model-portfolio-returns.ts';

export const priceHistory = endpoint({
  name: 'price_history',
  path: '/market/prices/history',
  group: 'Market Signals',
  // The plan is the same as for price_snapshot and movers, which also serve prices. The benchmark
  // needs Elite Plus.
  plan: 'basic',
  title: 'Price history',
  noun: 'prices',
  description:
    "A ticker's past prices, newest first, with splits and the return since from, compared to the equal-weighted universe (no dividends). For the newest price use price_snapshot.",
  parameters: {
    ticker: required(tickers('ticker')),
    from: dayOption('start', 'first day, from which returns start; default a year ago'),
    to: dayOption('end', 'last day'),
    interval: optionOf(barIntervals, 'default daily'),
    adjusted: optionOf(['true', 'false'], 'for splits; false: as traded'),
  },
  otherwise: 'Across companies use movers.',
  record: {
    ticker: text,
    company_name: companyName,
    interval: text,
    date: noted(day, 'last trading day of the period'),
    open_usd: price,
    high_usd: price,
    low_usd: price,
    close_usd: price,
    volume: count,
    split_ratio: noted(number, 'new shares per old share; 0.1 after 1-for-10'),
    return_pct: noted(percent, 'since from, adjusted for splits'),
    benchmark_return_pct: percent,
    excess_pct: noted(percent, 'return_pct − benchmark_return_pct'),
    method: text,
    as_of: day,
    flags: texts,
  },
  servedBy: { benchmark_return_pct: modelPortfolioReturns, excess_pct: modelPortfolioReturns },
  collection: 'priceHistory',
  expanded: priceBars,
  sort: [descending('date')],
});
