import { sum } from 'simple-statistics';
import { rounded } from '../../catalogue/units.ts';
import { MODEL_PORTFOLIO } from '../../domain/portfolio/methods.ts';
import { type ModelPortfolio, modelPortfolio } from '../../domain/portfolio/portfolio.ts';
import { formationDate, type PortfolioId } from '../../domain/portfolio/portfolio-formation.ts';
import {
  equalWeightedIndex,
  type PortfolioInputs,
  percentChange,
} from '../../domain/portfolio/portfolio-simulation.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { closesOf, lastBars } from '../market/price-history.ts';
import { meanRiskFreeRate } from '../market/treasury.ts';
import { fundFilings, specialistFunds } from '../ownership/fund-books.ts';

export const portfolioCollections = {
  modelPortfolios: { from: ['fund_filings'], rows: modelPortfolios, method: MODEL_PORTFOLIO },
  modelPortfolioHoldings: {
    from: ['fund_filings'],
    rows: modelPortfolioHoldings,
    method: MODEL_PORTFOLIO,
  },
  // The rows stay in memory, because other collections use them.
  modelPortfolioReturns: {
    from: ['fund_filings'],
    rows: ({ memo }) => memo(modelPortfolioReturns),
    method: MODEL_PORTFOLIO,
  },
} satisfies Collections;

const portfolioIds: readonly PortfolioId[] = ['conviction', 'consensus'];
const benchmark = 'Equal-weighted index of the priced universe, rebalanced daily';

/** The two model portfolios with their performance since the first formation date. */
export function modelPortfolios(refresh: Refresh) {
  const cumulative = refresh.memo(modelPortfolioReturns);
  return refresh.memo(simulated).map(({ summary: { flags, ...summary } }) => ({
    ...summary,
    benchmark,
    // The total return is compounded from the rounded quarterly returns in the records.
    total_return_pct:
      cumulative.find(({ portfolio }) => portfolio === summary.id)?.cumulative_return_pct ?? null,
    method: MODEL_PORTFOLIO.id,
    flags,
  }));
}

/** The newest holdings of each portfolio. The rounded weights sum to 100. */
export function modelPortfolioHoldings(refresh: Refresh) {
  return refresh.memo(simulated).flatMap(({ summary, holdings }) => {
    const weights = roundedWeights(holdings.map(({ weight_pct }) => weight_pct));
    const previous = roundedWeights(holdings.map((holding) => holding.previous_weight_pct));
    return holdings.map((holding, index) => ({
      ...holding,
      company_name: refresh.universe.company(holding.ticker)?.name ?? null,
      weight_pct: weights[index],
      previous_weight_pct: previous[index],
      method: MODEL_PORTFOLIO.id,
      as_of: summary.as_of,
      flags: [],
    }));
  });
}

/**
 * The quarterly returns of each portfolio, latest first. Our choice: quarterly returns have four
 * decimals, and cumulative returns are the products of these rounded values.
 */
export function modelPortfolioReturns(refresh: Refresh) {
  return refresh.memo(simulated).flatMap(({ summary, returns }) => {
    let growth = 1;
    let benchmarkGrowth = 1;
    return returns
      .toReversed()
      .map((row) => {
        const return_pct = rounded('ratio', row.return_pct);
        const benchmark_return_pct = rounded('ratio', row.benchmark_return_pct);
        growth *= 1 + return_pct / 100;
        benchmarkGrowth *= 1 + benchmark_return_pct / 100;
        return {
          ...row,
          return_pct,
          benchmark_return_pct,
          excess_pct: return_pct - benchmark_return_pct,
          cumulative_return_pct: percentChange(1, growth),
          benchmark_cumulative_pct: percentChange(1, benchmarkGrowth),
          method: MODEL_PORTFOLIO.id,
          as_of: summary.as_of,
          flags: [],
        };
      })
      .reverse();
  });
}

/**
 * Simulates both portfolios up to today. The risk-free rate is the mean treasury bill rate since
 * the first formation date. Without a rate, the ratios that need it are null.
 */
function simulated(refresh: Refresh): readonly ModelPortfolio[] {
  const inputs = portfolioInputs(refresh);
  const first = inputs.filings.map(({ report_date }) => report_date).sort()[0];
  const rate = first ? meanRiskFreeRate(refresh, formationDate(first), refresh.today) : null;
  return portfolioIds.map((id) => {
    const portfolio = modelPortfolio(id, inputs, rate ?? 0, refresh.today);
    if (rate !== null) return portfolio;
    const flags = [...portfolio.summary.flags, 'no_risk_free_rate'];
    return { ...portfolio, summary: { ...portfolio.summary, sharpe: null, sortino: null, flags } };
  });
}

/**
 * Inputs of the simulation: the filings of the specialist funds, the prices of the universe, and
 * the index of the universe.
 */
function portfolioInputs(refresh: Refresh): PortfolioInputs {
  const ciks = refresh.memo(specialistFunds);
  const specialists = new Set(ciks);
  return {
    ciks,
    ...refresh.memo(universePrices),
    filings: refresh.memo(fundFilings).filter(({ cik }) => specialists.has(cik)),
  };
}

/**
 * The closing prices of the tickers in the universe, and an equal-weighted index of these tickers.
 */
export function universePrices(refresh: Refresh): Pick<PortfolioInputs, 'prices' | 'benchmark'> {
  const own = [...refresh.memo(lastBars).keys()].filter((ticker) => refresh.universe.has(ticker));
  const prices = new Map(own.map((ticker) => [ticker, closesOf(refresh, ticker)]));
  const days = new Set([...prices.values()].flatMap((of) => of.days));
  return { prices, benchmark: equalWeightedIndex(prices, [...days].sort()) };
}

/**
 * Rounds weights to two decimals. The largest remainders are rounded up, so that the rounded
 * weights sum to 100.
 */
function roundedWeights(weights_pct: readonly number[]): readonly number[] {
  const hundredths = weights_pct.map((weight) => 100 * weight);
  const short = Math.round(sum(hundredths)) - sum(hundredths.map(Math.floor));
  const up = new Set(
    [...hundredths.keys()]
      .sort((a, b) => (hundredths[b]! % 1) - (hundredths[a]! % 1) || a - b)
      .slice(0, short),
  );
  return hundredths.map((each, index) => (Math.floor(each) + Number(up.has(index))) / 100);
}
