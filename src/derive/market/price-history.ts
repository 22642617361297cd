import { currentShares, splitFactor } from '../../domain/finance/share-count.ts';
import { closeOnOrBefore, type PriceSeries } from '../../domain/market/price-bars.ts';
import { remembered } from '../../domain/remembered.ts';
import type { Refresh } from '../computation.ts';
import { companyFigures } from '../finance/financials.ts';
import { OnDemand } from '../on-demand.ts';
import { type Bar, barsOf, type PackedPrices, packPrices, sharedLists } from './packed-prices.ts';
import { splitsOf } from './splits.ts';

/** Number of daily bars to keep, which covers a little more than one year of trading days. */
const recentSessions = 260;

const NO_PRICES: PriceSeries = { days: [], closes: [] };

/** All closes of a ticker up to today. The prices of a ticker are read only when needed. */
export function closesOf(refresh: Refresh, ticker: string): PriceSeries {
  return refresh.memo(packedPrices)(ticker) ?? NO_PRICES;
}

/** The date, close and source of each ticker's latest bar up to today. */
export function lastBars(refresh: Refresh) {
  const packed = refresh.memo(packedPrices);
  return new Map(
    refresh.facts.pricedTickers().flatMap((ticker) => {
      const own = packed(ticker);
      return own ? [[ticker, lastOf(own)] as const] : [];
    }),
  );
}

function lastOf({ days, closes, sources }: PackedPrices) {
  return { date: days.at(-1)!, close: closes[days.length - 1]!, source: sources.at(-1)! };
}

/** Each ticker's last 260 daily bars up to today, oldest first. */
export function recentBars(refresh: Refresh): OnDemand<readonly Bar[]> {
  const packed = refresh.memo(packedPrices);
  const names = refresh.facts.pricedTickers().filter((ticker) => packed(ticker));
  return new OnDemand(new Set(names), (ticker) => barsOf(packed(ticker)!));
}

/**
 * Returns a function that reads a ticker's prices up to today once and caches them. The function
 * returns undefined if the ticker has no prices.
 */
function packedPrices(refresh: Refresh): (ticker: string) => PackedPrices | undefined {
  const { facts, today } = refresh;
  const shared = sharedLists();
  return remembered((ticker) => {
    const prices = facts.prices(ticker, today, recentSessions);
    if (prices.days.length === 0) return undefined;
    return packPrices(prices, splitsOf(refresh, ticker), shared);
  });
}

/** The last close on a day or in the week before it. Null if there is none. */
export function closeOn(refresh: Refresh, ticker: string, date: string): number | null {
  return refresh.memo(closeLookup)(ticker, date);
}

/**
 * Shares outstanding on a day, adjusted for splits up to that day but not for later splits. The
 * newest count of the nine months before the day is used. Null if there is no such count.
 */
export function sharesOutstandingOn(refresh: Refresh, ticker: string, date: string): number | null {
  return refresh.memo(sharesLookup)(ticker, date);
}

/**
 * Market value on a day, US dollars: shares outstanding × close. Null if either is unknown. Closes
 * and share counts are both adjusted for splits.
 */
export function marketCapOn(refresh: Refresh, ticker: string, date: string): number | null {
  const shares = sharesOutstandingOn(refresh, ticker, date);
  const close = shares === null ? null : closeOn(refresh, ticker, date);
  if (shares === null || close === null) return null;
  return shares * splitFactor(splitsOf(refresh, ticker), date) * close;
}

type Lookup = (ticker: string, date: string) => number | null;

/** The cached function that `closeOn` calls. */
export function closeLookup(refresh: Refresh): Lookup {
  return cachedByDay((ticker, date) => closeOnOrBefore(closesOf(refresh, ticker), date));
}

/** The cached function that `sharesOutstandingOn` calls. */
export function sharesLookup(refresh: Refresh): Lookup {
  const figures = refresh.memo(companyFigures);
  return cachedByDay((ticker, date) =>
    currentShares(figures.get(ticker)?.shareCounts ?? [], splitsOf(refresh, ticker), date),
  );
}

/**
 * Caches a lookup by ticker and day. Fund computations repeat the same lookups thousands of times.
 */
function cachedByDay(look: Lookup): Lookup {
  const ofTicker = remembered((ticker) => remembered((date) => look(ticker, date)));
  return (ticker, date) => ofTicker(ticker)(date);
}
