import {
  ascending,
  day,
  descending,
  endpoint,
  integer,
  noted,
  percent,
  price,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
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
  parameters: {
    portfolio: oneOf('portfolio', ['conviction', 'consensus']),
  },
  record: {
    portfolio: text,
    quarter: text,
    ticker: text,
    company_name: text,
    weight_pct: percent,
    previous_weight_pct: percent,
    action: noted(text, 'new, add, trim, hold or exit'),
    funds_holding: integer,
    entry_price_usd: noted(price, 'close at the last rebalancing; for exits, at the previous one'),
    price_usd: noted(price, 'newest close; for exits, at the last rebalancing'),
    return_pct: noted(percent, 'entry_price_usd to price_usd'),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'modelPortfolioHoldings',
  sort: [ascending('portfolio'), descending('weight_pct')],
});
