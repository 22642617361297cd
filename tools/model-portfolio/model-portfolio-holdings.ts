import { ascending, descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { oneOf } from '../../src/catalogue/params.ts';

export const modelPortfolioHoldings = endpoint({
  name: 'model_portfolio_holdings',
  path: '/model-portfolios/holdings',
  group: 'Model Portfolio',
  plan: 'elite-plus',
  title: 'Model-portfolio holdings',
  noun: 'holdings',
  description:
    'Model portfolio holdings by weight, with the change at the last rebalancing and the return since. For performance use model_portfolios.',
  parameters: { portfolio: oneOf('portfolio', ['conviction', 'consensus']) },
  record: {
    portfolio: field.text,
    quarter: field.text,
    ticker: field.text,
    company_name: field.text,
    weight_pct: field.percent,
    previous_weight_pct: field.percent,
    action: noted(field.text, 'new, add, trim, hold or exit'),
    funds_holding: field.integer,
    entry_price_usd: noted(
      field.price,
      'closing price at the last rebalancing; for exits, at the rebalancing before that',
    ),
    price_usd: noted(
      field.price,
      'newest closing price; for exits, the closing price at the last rebalancing',
    ),
    return_pct: noted(field.percent, 'change from entry_price_usd to price_usd'),
    ...field.computation,
  },
  collection: 'modelPortfolioHoldings',
  sort: [ascending('portfolio'), descending('weight_pct')],
});
