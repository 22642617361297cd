import { DAYS_PER_YEAR, TRADING_DAYS_PER_YEAR } from '../constants.ts';
import type { Method } from '../method.ts';
import { pct, text } from '../method-parts.ts';
import * as constants from './constants.ts';

export const MODEL_PORTFOLIO: Method = {
  id: 'model-portfolio/2',
  formula: text`
    Each quarter, the portfolio is formed on the first session after the deadline of Form 13F. The
    portfolio is computed from the filings that specialist funds had submitted by the deadline. The
    conviction portfolio holds the ${constants.MAX_NAMES} stocks with the highest sum of the funds’
    weights. The weights in the conviction portfolio are proportional to the sums of the funds’
    weights. Each weight is at most ${pct(constants.MAX_WEIGHT)}%. The consensus portfolio holds the
    ${constants.MAX_NAMES} stocks held by the largest number of funds. Each stock in the consensus
    portfolio is held by at least ${constants.MIN_HOLDERS} funds. All weights in the consensus
    portfolio are equal. Each time a portfolio is formed, ${pct(constants.TRADE_COST)}% of the
    amounts bought and sold is deducted as a cost. Returns use closing prices adjusted for splits,
    without dividends. The benchmark is the mean daily return of all tickers that have prices. x is
    the series of daily returns, f is the risk-free rate per day, and D = ${TRADING_DAYS_PER_YEAR}
    is the number of trading days a year. volatility = sd(x) · √D. sharpe = (mean(x) − f) · D /
    volatility. sortino = (mean(x) − f) · √D / √(Σ min(x − f, 0)² / n). beta = cov(x, benchmark) /
    var(benchmark). cagr = growth^(${DAYS_PER_YEAR} / days) − 1. max_drawdown is the lowest value of
    (value / highest earlier value − 1). calmar = cagr / |max_drawdown|. The win rate is the share
    of completed quarters with a gain.
  `,
  inputs: ['companies', 'prices', 'splits', 'fund_filings', 'treasury_rates'],
  source: text`
    Sharpe 1994; Sortino & Price 1994; Young 1991 (Calmar); GIPS (returns of less than a year are
    not annualized); SEC Rule 0-3 (deadline). Our choice of the rules and costs of the portfolios
  `,
  flags: {
    not_formed: text`
      The portfolio cannot be computed because no quarter has ${constants.MIN_NAMES} stocks that
      qualify.
    `,
    under_one_year: 'The history is shorter than a year, so cagr and calmar cannot be computed.',
    short_history: text`
      There are fewer than ${constants.MIN_DAILY_RETURNS} daily returns, so volatility, sharpe,
      sortino and beta cannot be computed.
    `,
    no_variation: 'All returns are equal, so sharpe cannot be computed.',
    no_shortfall: 'No return is below the risk-free rate, so sortino cannot be computed.',
    flat_benchmark: 'All returns of the benchmark are equal, so beta cannot be computed.',
    no_drawdown: 'The value of the portfolio never fell, so calmar cannot be computed.',
    no_ended_quarter: 'The win rate cannot be computed because no quarter is complete.',
    no_risk_free_rate:
      'The store has no Treasury bill rate, so sharpe and sortino cannot be computed.',
  },
};
