import type { Method } from '../method.ts';

export const MODEL_PORTFOLIO: Method = {
  id: 'model-portfolio/1',
  formula:
    'Each quarter, on the first session after the deadline of Form 13F, a book is formed from what the ' +
    'specialist funds had filed by then: conviction takes the 20 names with the highest Σ of the funds’ ' +
    'weights, in that proportion, at most 10 % each; consensus the 20 that most funds hold (three at ' +
    'least), equally weighted; each formation costs 0.25 % of what it buys and sells. Returns are of ' +
    'closes adjusted for splits, without dividends; the benchmark is the mean daily return of all priced ' +
    'tickers. With daily returns x, f the risk-free rate of a day and 252 days a year: volatility = ' +
    'sd(x) · √252, sharpe = (mean(x) − f) · 252 / volatility, sortino = (mean(x) − f) · √252 / √(Σ min(x ' +
    '− f, 0)² / n), beta = cov(x, benchmark) / var(benchmark). cagr = growth^(365.25 / days) − 1, ' +
    'max_drawdown = least value / highest before it − 1, calmar = cagr / |max_drawdown|, win rate = ' +
    'share of ended quarters with a gain.',
  inputs: ['companies', 'prices', 'splits', 'fund_filings', 'treasury_rates'],
  source:
    'Sharpe 1994; Sortino & Price 1994; Young 1991 (Calmar); GIPS (no annualising below a year); SEC ' +
    'Rule 0-3 (deadline). Our choice of the books’ rules and costs',
  flags: {
    not_formed: 'Too few names qualified in any quarter: no book.',
    under_one_year: 'Less than a year: nothing is annualised, cagr and calmar are null.',
    short_history: 'Fewer than 60 daily returns: no volatility, sharpe, sortino or beta.',
    no_variation: 'The returns do not vary: no sharpe.',
    no_shortfall: 'No return fell short of the risk-free rate: no sortino.',
    flat_benchmark: 'The benchmark does not vary: no beta.',
    no_drawdown: 'The value never fell: no calmar.',
    no_ended_quarter: 'No quarter has ended: no win rate.',
    no_risk_free_rate: 'No rate of treasury bills is known: no sharpe and no sortino.',
  },
};
