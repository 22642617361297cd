import { DAYS_PER_YEAR, TRADING_DAYS_PER_YEAR } from '../constants.ts';
import { daysBetween } from '../dates.ts';
import { percent } from '../risk-level.ts';
import { MAX_NAMES, MAX_WEIGHT, MIN_DAILY_RETURNS, MIN_HOLDERS, TRADE_COST } from './constants.ts';
import { fundWeights, type PortfolioId } from './portfolio-formation.ts';
import {
  annualizedVolatility,
  beta,
  calmarRatio,
  compoundAnnualGrowthRate,
  maximumDrawdown,
  periodReturns,
  sharpeRatio,
  sortinoRatio,
  winRate,
} from './portfolio-metrics.ts';
import {
  barOn,
  type DailyValue,
  dailyValues,
  type Formation,
  formations,
  type PortfolioInputs,
  type PriceHistory,
  percentChange,
  type QuarterReturn,
  quarterReturns,
} from './portfolio-simulation.ts';

type HoldingAction = 'new' | 'add' | 'trim' | 'hold' | 'exit';

/**
 * Our choice: a holding has the action `hold` if its target weight changes by less than this number
 * of percentage points.
 */
const HOLD_BAND_PCT = 0.25;

const DESCRIPTIONS: Readonly<
  Record<PortfolioId, { readonly name: string; readonly strategy: string }>
> = {
  conviction: {
    name: 'Specialist conviction',
    strategy:
      `The ${MAX_NAMES} stocks with the highest sum of specialist funds' 13F weights, weighted by ` +
      `that sum, at most ${100 * MAX_WEIGHT} % each. The portfolio is formed again every quarter. ` +
      `Each trade costs ${1e4 * TRADE_COST} bp.`,
  },
  consensus: {
    name: 'Specialist consensus',
    strategy:
      `The ${MAX_NAMES} stocks that the most specialist funds hold (at least ${MIN_HOLDERS}), with ` +
      `equal weights. The portfolio is formed again every quarter. Each trade costs ${1e4 * TRADE_COST} bp.`,
  },
};

/**
 * One model portfolio as of a date: its summary, the holdings and exits of its newest formation,
 * and its quarterly returns. Only trading days on or before `asOf` are used. For each formation,
 * only filings on or before the formation date are used. If there is no formation, the values are
 * null, and the flag `not_formed` is set.
 * @param annual_risk_free_rate the mean 3-month Treasury bill rate of the period, a fraction
 */
export function modelPortfolio(
  id: PortfolioId,
  inputs: PortfolioInputs,
  annual_risk_free_rate: number,
  asOf: string,
) {
  const benchmark = inputs.benchmark.filter(({ date }) => date <= asOf);
  const known: PortfolioInputs = { ...inputs, benchmark };
  const books = formations(id, known);
  const values = dailyValues(books, known);
  const returns = quarterReturns(books, values, benchmark);
  return {
    summary: summary(id, books, values, returns, benchmark, annual_risk_free_rate),
    holdings: currentHoldings(id, books, known),
    returns: returns.map((row) => ({ portfolio: id, ...row })),
  };
}

export type ModelPortfolio = ReturnType<typeof modelPortfolio>;

/**
 * The holdings of the newest formation and the exits since the previous formation, sorted by
 * descending weight, exits last. Prices are adjusted closes. For a holding, `entry_price_usd` is
 * the price at the newest formation, and `price_usd` is the price on the last trading day. For an
 * exit, `entry_price_usd` is the price at the previous formation, and `price_usd` is the price at
 * the newest formation.
 */
function currentHoldings(
  portfolio: PortfolioId,
  books: readonly Formation[],
  { filings, ciks, prices, benchmark }: PortfolioInputs,
) {
  const book = books.at(-1);
  if (book === undefined) return [];
  const previous = books.at(-2);
  const today = benchmark.at(-1)!.date;
  const before = new Map(previous?.holdings.map(({ ticker, weight }) => [ticker, 100 * weight]));
  const funds = fundWeights(filings, ciks, book.report_date);
  const tickers = new Set(book.holdings.map(({ ticker }) => ticker));
  const kept = book.holdings.map(({ ticker, weight, funds_holding }) => ({
    portfolio,
    quarter: book.quarter,
    ticker,
    ...weights(100 * weight, before.get(ticker) ?? 0),
    funds_holding,
    ...priceChange(prices, ticker, book.start_date, today),
  }));
  const exits = (previous?.holdings ?? [])
    .filter(({ ticker }) => !tickers.has(ticker))
    .map(({ ticker, weight }) => ({
      portfolio,
      quarter: book.quarter,
      ticker,
      ...weights(0, 100 * weight),
      funds_holding: funds.filter((fund) => fund.has(ticker)).length,
      ...priceChange(prices, ticker, previous!.start_date, book.start_date),
    }));
  return [...kept, ...exits];
}

function weights(weight_pct: number, previous_weight_pct: number) {
  const action = holdingAction(weight_pct, previous_weight_pct);
  return { weight_pct, previous_weight_pct, action };
}

function holdingAction(weight_pct: number, previous_weight_pct: number): HoldingAction {
  if (previous_weight_pct === 0) return 'new';
  if (weight_pct === 0) return 'exit';
  const change = weight_pct - previous_weight_pct;
  if (Math.abs(change) < HOLD_BAND_PCT) return 'hold';
  return change > 0 ? 'add' : 'trim';
}

function priceChange(prices: PriceHistory, ticker: string, from: string, to: string) {
  const entry_price_usd = barOn(prices, ticker, from)!.close_usd;
  const price_usd = barOn(prices, ticker, to, true)!.close_usd;
  return { entry_price_usd, price_usd, return_pct: percentChange(entry_price_usd, price_usd) };
}

/**
 * Computes the summary from daily values. The annual growth rate (CAGR) is null if the history is
 * shorter than a year, because the GIPS standards do not annualize shorter periods.
 */
function summary(
  id: PortfolioId,
  books: readonly Formation[],
  values: readonly DailyValue[],
  quarters: readonly QuarterReturn[],
  benchmark: readonly DailyValue[],
  annual_risk_free_rate: number,
) {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return { id, ...DESCRIPTIONS[id], ...NOT_FORMED };
  const index = benchmark.filter(({ date }) => date >= first.date).map(({ value }) => value);
  const ended = quarters.slice(1).map(({ return_pct }) => return_pct);
  const risk = riskMetrics(values, index, annual_risk_free_rate);
  return {
    id,
    ...DESCRIPTIONS[id],
    inception_date: first.date,
    as_of_quarter: books.at(-1)!.quarter,
    holdings_count: books.at(-1)!.holdings.length,
    total_return_pct: percentChange(first.value, last.value),
    benchmark_return_pct: percentChange(index[0]!, index.at(-1)!),
    ...risk,
    win_rate_pct: percent(winRate(ended)),
    as_of: last.date,
    flags: [...risk.flags, ...(ended.length === 0 ? ['no_ended_quarter'] : [])],
  };
}

function riskMetrics(
  days: readonly DailyValue[],
  index: readonly number[],
  annual_risk_free_rate: number,
) {
  const values = days.map(({ value }) => value);
  const returns = periodReturns(values);
  const risk_free = (1 + annual_risk_free_rate) ** (1 / TRADING_DAYS_PER_YEAR) - 1;
  const length_days = daysBetween(days[0]!.date, days.at(-1)!.date);
  const growth = values.at(-1)! / values[0]!;
  const isYear = length_days >= 365;
  const cagr = isYear ? compoundAnnualGrowthRate(growth, length_days / DAYS_PER_YEAR) : null;
  const depth = maximumDrawdown(values);
  const enough = returns.length >= MIN_DAILY_RETURNS;
  const measured = {
    volatility_pct: enough ? percent(annualizedVolatility(returns, TRADING_DAYS_PER_YEAR)) : null,
    sharpe: enough ? sharpeRatio(returns, risk_free, TRADING_DAYS_PER_YEAR) : null,
    sortino: enough ? sortinoRatio(returns, risk_free, TRADING_DAYS_PER_YEAR) : null,
    beta: enough ? beta(returns, periodReturns(index)) : null,
  };
  const flags = [
    ...(isYear ? [] : ['under_one_year']),
    ...(enough ? [] : ['short_history']),
    ...(enough && measured.sharpe === null ? ['no_variation'] : []),
    ...(enough && measured.sortino === null ? ['no_shortfall'] : []),
    ...(enough && measured.beta === null ? ['flat_benchmark'] : []),
    ...(depth === 0 ? ['no_drawdown'] : []),
  ];
  return {
    cagr_pct: percent(cagr),
    calmar: calmarRatio(cagr, depth),
    max_drawdown_pct: percent(depth),
    ...measured,
    flags,
  };
}

const NOT_FORMED = {
  inception_date: null,
  as_of_quarter: null,
  holdings_count: 0,
  total_return_pct: null,
  benchmark_return_pct: null,
  cagr_pct: null,
  volatility_pct: null,
  sharpe: null,
  sortino: null,
  calmar: null,
  max_drawdown_pct: null,
  beta: null,
  win_rate_pct: null,
  as_of: null,
  flags: ['not_formed'],
};
