import { compareText } from '../../domain/compare-text.ts';
import { daysBetween, shiftYears } from '../../domain/dates.ts';
import { splitFactor } from '../../domain/finance/share-count.ts';
import { groupBy } from '../../domain/group-by.ts';
import {
  type ChainSnapshot,
  optionChain,
  type PricedChain,
} from '../../domain/options/option-chain.ts';
import { termStructure } from '../../domain/options/option-volatility.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { closeOn } from '../market/price-history.ts';
import { splitsOf } from '../market/splits.ts';
import { riskFreeRateOn } from '../market/treasury.ts';

/** A ticker's option chain of one day, with its priced contracts. */
interface StoredChain extends PricedChain {
  readonly fact: Sourced<'option_chains'>;
}

/**
 * Our choice: a chain older than this many days is used only if it is the newest chain of its
 * ticker.
 */
const historyDays = 90;

/**
 * Each ticker's priced option chains of the last 90 days, oldest first. If a ticker has no chain in
 * this period, its newest chain is used. Our choices:
 * - If no vendor states the dividends of a stock, they are taken to be 0, because most of these
 *   companies have no earnings.
 * - The risk-free rate of every expiry is the three-month treasury bill rate, or 0 if it is
 *   unknown.
 * - If a chain states no price of the stock, the close of its day is used. If there is no close,
 *   the chain is omitted.
 */
export function pricedChains(refresh: Refresh): ReadonlyMap<string, readonly StoredChain[]> {
  const all = refresh.facts.all('option_chains');
  const newest = new Map<string, string>();
  for (const { ticker, date } of all) {
    if (date > (newest.get(ticker) ?? '')) newest.set(ticker, date);
  }
  const chains = all
    .filter(
      ({ ticker, date }) =>
        date === newest.get(ticker) || daysBetween(date, refresh.today) <= historyDays,
    )
    .flatMap((fact) => priced(refresh, fact))
    .sort((a, b) => compareText(a.fact.date, b.fact.date));
  return groupBy(chains, ({ fact }) => fact.ticker);
}

/**
 * Our choice: a ticker whose newest chain is more than this many days old has no current options.
 */
const currentDays = 10;

/** The newest option chain of each ticker that has current options. */
export function newestChains(refresh: Refresh): ReadonlyMap<string, StoredChain> {
  return new Map(
    [...refresh.memo(pricedChains)].flatMap(([ticker, chains]) => {
      const newest = chains.at(-1)!;
      const days = daysBetween(newest.fact.date, refresh.today);
      return days > currentDays ? [] : [[ticker, newest] as const];
    }),
  );
}

/**
 * At-the-money volatility by expiry in the newest chain of each ticker that has current options.
 */
export function termStructures({ memo }: Refresh) {
  return new Map(
    Array.from(memo(newestChains), ([ticker, { fact, contracts }]) => [
      ticker,
      termStructure(contracts, fact.date),
    ]),
  );
}

/** Dividends per share in the twelve months before a day, adjusted for later splits. */
function dividendsBefore(refresh: Refresh, ticker: string, date: string): number {
  const start = shiftYears(date, -1);
  return (refresh.memo(dividendsByTicker).get(ticker) ?? [])
    .filter(({ ex_date }) => ex_date > start && ex_date <= date)
    .reduce((total, { ex_date, amount_usd }) => {
      const factor = splitFactor(splitsOf(refresh, ticker), ex_date, date);
      return total + amount_usd / factor;
    }, 0);
}

function dividendsByTicker({ facts }: Refresh) {
  return groupBy(facts.all('dividends'), ({ ticker }) => ticker);
}

function priced(refresh: Refresh, fact: Sourced<'option_chains'>): StoredChain[] {
  const price = fact.underlying_price_usd ?? closeOn(refresh, fact.ticker, fact.date);
  if (price === null || price <= 0) return [];
  const snapshot: ChainSnapshot = {
    ticker: fact.ticker,
    snapshot_at: fact.snapshot_at ?? fact.date,
    underlying_price_usd: price,
    risk_free_rate: riskFreeRateOn(refresh, fact.date) ?? 0,
    dividend_yield: dividendsBefore(refresh, fact.ticker, fact.date) / price,
    quotes: fact.contracts,
  };
  return [{ fact, snapshot, contracts: optionChain(snapshot) }];
}
