import { DAYS_PER_YEAR, TRADING_DAYS_PER_YEAR } from '../constants.ts';
import type { Method } from '../method.ts';
import { pct, text } from '../method-parts.ts';
import * as constants from './constants.ts';

export const MODEL_PORTFOLIO: Method = {
  id: 'model-portfolio/2',
  formula: text`
    Each quarter, on the first session after the deadline of Form 13F, the portfolio is formed from
    the filings of the specialist funds by then: conviction takes the ${constants.MAX_NAMES} names
    with the highest Σ of the funds’ weights, in that proportion, at most
    ${pct(constants.MAX_WEIGHT)} % each; consensus takes the ${constants.MAX_NAMES} names that most
    funds hold (at least ${constants.MIN_HOLDERS}), equally weighted; each formation costs
    ${pct(constants.TRADE_COST)} % of the amounts bought and sold. Returns use closes adjusted for
    splits, without dividends; the benchmark is the mean daily return of all priced tickers. With
    daily returns x, the risk-free rate of a day f and D = ${TRADING_DAYS_PER_YEAR} days a year:
    volatility = sd(x) · √D, sharpe = (mean(x) − f) · D / volatility, sortino = (mean(x) − f) · √D /
    √(Σ min(x − f, 0)² / n), beta = cov(x, benchmark) / var(benchmark). cagr =
    growth^(${DAYS_PER_YEAR} / days) − 1, max_drawdown = least (value / highest value before it −
    1), calmar = cagr / |max_drawdown|, win rate = share of ended quarters with a gain.
  `,
  inputs: ['companies', 'prices', 'splits', 'fund_filings', 'treasury_rates'],
  source: text`
    Sharpe 1994; Sortino & Price 1994; Young 1991 (Calmar); GIPS (no annualizing below a year); SEC
    Rule 0-3 (deadline). Our choice of the portfolios’ rules and costs
  `,
  flags: {
    not_formed: `Fewer than ${constants.MIN_NAMES} names qualified in every quarter: no portfolio.`,
    under_one_year: 'The history is under a year: no cagr and no calmar.',
    short_history: text`
      There are fewer than ${constants.MIN_DAILY_RETURNS} daily returns: no volatility, sharpe,
      sortino or beta.
    `,
    no_variation: 'The returns do not vary: no sharpe.',
    no_shortfall: 'No return is below the risk-free rate: no sortino.',
    flat_benchmark: 'The benchmark does not vary: no beta.',
    no_drawdown: 'The value never fell: no calmar.',
    no_ended_quarter: 'No quarter has ended: no win rate.',
    no_risk_free_rate: 'No treasury bill rate is known: no sharpe and no sortino.',
  },
};
