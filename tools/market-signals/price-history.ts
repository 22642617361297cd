import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { dayOption, optionOf, required, tickers } from '../../src/catalogue/params.ts';
import { barIntervals, priceBars } from '../../src/catalogue/price-bars.ts';
import { modelPortfolioReturns } from '../model-portfolio/model-portfolio-returns.ts';

export const priceHistory = endpoint({
  name: 'price_history',
  path: '/market/prices/history',
  group: 'Market Signals',
  // Prices need only the Basic plan, as in price_snapshot and movers. The benchmark needs the plan
  // Elite Plus.
  plan: 'basic',
  title: 'Price history',
  noun: 'prices',
  description:
    "A ticker's past prices, newest first, with splits, fails to deliver, and returns since `from` against an equal-weighted index (no dividends). " +
    'US1M, US3M, US6M, US1Y: Treasury bill yields. ' +
    'For the newest price use price_snapshot.',
  parameters: {
    ticker: required(tickers('ticker')),
    from: dayOption('start', 'first day, start of returns; default: a year ago'),
    to: dayOption('end', 'last day'),
    interval: optionOf(barIntervals, 'default daily'),
    adjusted: optionOf(['true', 'false'], 'adjust for splits; false: as traded'),
  },
  otherwise: 'For all companies use movers.',
  record: {
    ...field.company,
    interval: field.text,
    price_basis: noted(field.text, 'adjusted for splits, or as traded'),
    date: noted(field.day, 'last trading day of the period'),
    open_usd: field.price,
    high_usd: field.price,
    low_usd: field.price,
    close_usd: field.price,
    volume: field.count,
    split_ratio: noted(field.number, 'new shares per old share: 0.1 for a 1-for-10 reverse split'),
    return_pct: noted(
      field.percent,
      'return since the day in the parameter `from`, adjusted for splits',
    ),
    benchmark_return_pct: field.percent,
    excess_pct: noted(field.percent, 'return_pct − benchmark_return_pct'),
    fails_shares: noted(
      field.count,
      'only for daily prices: shares that sellers had not delivered as of this settlement day',
    ),
    fails_price_usd: noted(
      field.price,
      'price that the SEC lists with fails_shares: the close of the previous trading day, as traded',
    ),
    yield_pct: noted(field.percent, 'Treasury bills only: yield per year'),
    discount_pct: noted(field.percent, 'Treasury bills only: bank discount rate'),
    ...field.computation,
    // `as_of` is the day of the ticker's newest price. It is omitted from concise answers, because
    // each row states its own date.
    as_of: long(field.day),
  },
  servedBy: { benchmark_return_pct: modelPortfolioReturns, excess_pct: modelPortfolioReturns },
  collection: 'priceHistory',
  expanded: priceBars,
  sort: [descending('date')],
});
