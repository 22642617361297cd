import { sum } from 'simple-statistics';
import { quarterLabel } from '../finance/quarters.ts';
import { daysUpTo, lastBarOn, type PriceBar, type PriceSeries } from '../market/price-bars.ts';
import type { FundFiling } from '../ownership/fund-filings.ts';
import { TRADE_COST } from './constants.ts';
import { formationDate, formPortfolio, type PortfolioId } from './portfolio-formation.ts';
import { drawdowns } from './portfolio-metrics.ts';

/** Closing prices by ticker. */
export type PriceHistory = ReadonlyMap<string, PriceSeries>;

/** Value of an index or a portfolio at the close of a day. */
export interface DailyValue {
  readonly date: string;
  readonly value: number;
}

export interface PortfolioInputs {
  readonly filings: readonly FundFiling[];
  /** The specialist funds, chosen before the first formation. */
  readonly ciks: readonly string[];
  readonly prices: PriceHistory;
  /**
   * An index such as `equalWeightedIndex`, sorted by date. Its dates are used as the trading days.
   */
  readonly benchmark: readonly DailyValue[];
}

const START_VALUE = 100;

/**
 * The formations of a portfolio, oldest first, one per report date. Our choice: the portfolio is
 * bought at the close of the first trading day after the formation date, because on the day of the
 * deadline the SEC accepts filings until after the market closes. A report date has no formation if
 * too few stocks qualify, or if no trading day after the formation date is known.
 */
export function formations(portfolio: PortfolioId, inputs: PortfolioInputs) {
  const { filings, ciks, prices, benchmark } = inputs;
  const reportDates = [...new Set(filings.map((filing) => filing.report_date))].sort();
  return reportDates.flatMap((report_date) => {
    const cutoff = formationDate(report_date);
    const start_date = benchmark.find(({ date }) => date > cutoff)?.date;
    if (start_date === undefined) return [];
    const isTradable = (ticker: string) => (barOn(prices, ticker, start_date)?.close_usd ?? 0) > 0;
    const holdings = formPortfolio(portfolio, filings, ciks, report_date, isTradable);
    if (holdings === null) return [];
    return [{ report_date, quarter: quarterLabel(report_date), start_date, holdings }];
  });
}

/** A portfolio bought at the close of `start_date` and held until the next formation. */
export type Formation = ReturnType<typeof formations>[number];

/**
 * Value of the portfolio at each close since the first formation, starting at 100. Share counts
 * stay constant between formations. A stock that stops trading is valued at its last price, without
 * interest. The cost of a formation is `TRADE_COST` × (amount bought + amount sold). It is deducted
 * after the close of the day. The result is empty if there are no formations.
 */
export function dailyValues(
  books: readonly Formation[],
  inputs: PortfolioInputs,
): readonly DailyValue[] {
  const values: DailyValue[] = [];
  let drifted: ReadonlyMap<string, number> = new Map();
  books.forEach((book, index) => {
    const end_date = books[index + 1]?.start_date ?? inputs.benchmark.at(-1)!.date;
    const days = inputs.benchmark
      .map(({ date }) => date)
      .filter((date) => date >= book.start_date && date <= end_date);
    if (index === 0) values.push({ date: book.start_date, value: START_VALUE });
    const traded = turnover(book, drifted, inputs.prices);
    const invested = values.at(-1)!.value * (1 - TRADE_COST * traded);
    const parts = book.holdings.map((holding) => ({
      ticker: holding.ticker,
      worth: growth(inputs.prices, holding.ticker, days).map((times) => times * holding.weight),
    }));
    const totals = days.map((_, day) => sum(parts.map(({ worth }) => worth[day]!)));
    days.slice(1).forEach((date, day) => {
      values.push({ date, value: invested * totals[day + 1]! });
    });
    drifted = new Map(parts.map(({ ticker, worth }) => [ticker, worth.at(-1)! / totals.at(-1)!]));
  });
  return values;
}

/**
 * Returns of the portfolio in percent, latest first. Each return covers the time from a formation
 * to the next formation. The latest return covers the time from the last formation to the last
 * value. `cumulative_return_pct` compounds the returns. `drawdown_pct` is the drawdown on the end
 * date. `quarter` is the quarter of the 13F reports.
 */
export function quarterReturns(
  books: readonly Formation[],
  values: readonly DailyValue[],
  benchmark: readonly DailyValue[],
) {
  const valueOn = new Map(values.map(({ date, value }) => [date, value]));
  const benchmarkOn = new Map(benchmark.map(({ date, value }) => [date, value]));
  const depths = drawdowns(values.map(({ value }) => value));
  const depthOn = new Map(values.map(({ date }, index) => [date, depths[index]!]));
  return books
    .map(({ quarter, start_date }, index) => {
      const end_date = books[index + 1]?.start_date ?? values.at(-1)!.date;
      const return_pct = percentChange(valueOn.get(start_date)!, valueOn.get(end_date)!);
      const benchmark_return_pct = percentChange(
        benchmarkOn.get(start_date)!,
        benchmarkOn.get(end_date)!,
      );
      return {
        quarter,
        start_date,
        end_date,
        return_pct,
        benchmark_return_pct,
        excess_pct: return_pct - benchmark_return_pct,
        cumulative_return_pct: percentChange(values[0]!.value, valueOn.get(end_date)!),
        drawdown_pct: 100 * depthOn.get(end_date)!,
      };
    })
    .reverse();
}

/** A record of `model_portfolio_returns`, without the name of its portfolio. */
export type QuarterReturn = ReturnType<typeof quarterReturns>[number];

/**
 * Equal-weighted index of all tickers, rebalanced daily. It is 100 on the first of `days`, which
 * are trading days in ascending order. The return of a day is the mean over all tickers that have a
 * bar on that day and on the day before.
 */
export function equalWeightedIndex(
  prices: PriceHistory,
  days: readonly string[],
): readonly DailyValue[] {
  const { total, count } = returnSums(prices.values(), days);
  let value = START_VALUE;
  return days.map((date, at) => {
    if (count[at]! > 0) value *= 1 + total[at]! / count[at]!;
    return { date, value };
  });
}

/**
 * For each of `days`, the sum and the number of the one-day returns of all tickers. `days` are
 * trading days in ascending order.
 */
export function returnSums(all: Iterable<PriceSeries>, days: readonly string[]) {
  const place = new Map(days.map((date, index) => [date, index]));
  const total = new Float64Array(days.length);
  const count = new Uint32Array(days.length);
  for (const { days: priced, closes } of all) {
    const places = priced.map((date) => place.get(date));
    places.forEach((at, index) => {
      const before = closes[index - 1];
      if (at === undefined || before === undefined || before <= 0) return;
      if (places[index - 1] !== at - 1) return;
      total[at]! += closes[index]! / before - 1;
      count[at]! += 1;
    });
  }
  return { total, count };
}

/**
 * Returns the price bar of a ticker on a day. If `orBefore` is true and the day has no bar, returns
 * the last bar before the day.
 */
export function barOn(
  prices: PriceHistory,
  ticker: string,
  date: string,
  orBefore = false,
): PriceBar | undefined {
  const series = prices.get(ticker);
  const bar = series && lastBarOn(series, date);
  return orBefore || bar?.date === date ? bar : undefined;
}

/** Change from one value to another, percent. */
export function percentChange(from: number, to: number): number {
  return 100 * (to / from - 1);
}

/**
 * Amounts bought plus amounts sold, as a fraction of the value of the portfolio. The removal of a
 * stock that no longer trades is not counted.
 */
function turnover(
  book: Formation,
  drifted: ReadonlyMap<string, number>,
  prices: PriceHistory,
): number {
  const targets = new Map(book.holdings.map(({ ticker, weight }) => [ticker, weight]));
  const tickers = [...new Set([...targets.keys(), ...drifted.keys()])];
  return sum(
    tickers
      .filter((ticker) => barOn(prices, ticker, book.start_date) !== undefined)
      .map((ticker) => Math.abs((targets.get(ticker) ?? 0) - (drifted.get(ticker) ?? 0))),
  );
}

/**
 * Price on each of `days` ÷ price on the first of these days. A day without a price uses the last
 * known price.
 */
function growth(prices: PriceHistory, ticker: string, days: readonly string[]): readonly number[] {
  const series = prices.get(ticker)!;
  let known = daysUpTo(series, days[0]!);
  const entry = series.closes[known - 1]!;
  return days.map((date) => {
    while (known < series.days.length && series.days[known]! <= date) known += 1;
    return series.closes[known - 1]! / entry;
  });
}
