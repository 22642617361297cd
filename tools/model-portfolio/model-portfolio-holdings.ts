import {
  ascending,
  day,
  descending,
  endpoint,
  integer,
  limitOf,
  noted,
  percent,
  price,
  text,
  texts,
} from '../../src/endpoint.ts';
import { oneOf, page } from '../../src/params.ts';

export const modelPortfolioHoldings = endpoint({
  name: 'model_portfolio_holdings',
  path: '/model-portfolios/holdings',
  group: 'Model Portfolio',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Model-portfolio holdings',
  description:
    "What the model portfolios hold, by weight, with the change at the last formation and each name's return since. For performance use model_portfolios.",
  parameters: {
    portfolio: oneOf('portfolio', ['conviction', 'consensus']),
    page: page(),
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
    entry_price_usd: noted(price, 'close at the newest formation; exits: at the one before'),
    price_usd: noted(price, 'newest close; exits: at the newest formation'),
    return_pct: noted(percent, 'entry_price_usd to price_usd'),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'modelPortfolioHoldings',
  sort: [ascending('portfolio'), descending('weight_pct')],
  paging: 'pages',
  origin: 'extension',
});
