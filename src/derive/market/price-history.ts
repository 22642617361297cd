import { currentShares, splitFactor } from '../../domain/finance/share-count.ts';
import { closeOnOrBefore, type PriceSeries } from '../../domain/market/price-bars.ts';
import { remembered } from '../../domain/remembered.ts';
import type { Refresh } from '../computation.ts';
import { companyFigures } from '../finance/financials.ts';
import { OnDemand } from '../on-demand.ts';
import { type Bar, barsOf, type PackedPrices, packPrices, sharedLists } from './packed-prices.ts';
import { splitsOf } from './splits.ts';

/** A year of sessions and a little more. */
const recentSessions = 260;

const NO_PRICES: PriceSeries = { days: [], closes: [] };

/** Every close of a ticker up to today; only those of the tickers that somebody asks for are read. */
export function closesOf(refresh: Refresh, ticker: string): PriceSeries {
  return refresh.memo(packedPrices)(ticker) ?? NO_PRICES;
}

/** A ticker's newest session. */
export interface LastBar {
  readonly date: string;
  readonly close: number;
  readonly source: string;
}

/** The newest session of each ticker up to today. */
export function lastBars(refresh: Refresh): ReadonlyMap<string, LastBar> {
  const packed = refresh.memo(packedPrices);
  return new Map(
    refresh.facts.pricedTickers().flatMap((ticker) => {
      const own = packed(ticker);
      return own ? [[ticker, lastOf(own)] as const] : [];
    }),
  );
}

function lastOf({ days, closes, sources }: PackedPrices): LastBar {
  return { date: days.at(-1)!, close: closes[days.length - 1]!, source: sources.at(-1)! };
}

/** Each ticker's last 260 sessions up to today, oldest first. */
export function recentBars(refresh: Refresh): ReadonlyMap<string, readonly Bar[]> {
  const packed = refresh.memo(packedPrices);
  const names = refresh.facts.pricedTickers().filter((ticker) => packed(ticker));
  return new OnDemand(new Set(names), (ticker) => barsOf(packed(ticker)!));
}

/** What is known of a ticker's prices up to today, read once; undefined where there are none. */
function packedPrices(refresh: Refresh): (ticker: string) => PackedPrices | undefined {
  const { facts, today } = refresh;
  const shared = sharedLists();
  return remembered((ticker) => {
    const prices = facts.prices(ticker, today, recentSessions);
    if (prices.days.length === 0) return undefined;
    return packPrices(prices, splitsOf(refresh, ticker), shared);
  });
}

/** The last close on a day or in the week before it; null without one. */
export function closeOn(refresh: Refresh, ticker: string, date: string): number | null {
  return refresh.memo(closeLookup)(ticker, date);
}

/**
 * Shares outstanding on a day, as they were then: the newest count of the nine months before it,
 * seen through the splits since; else null.
 */
export function sharesOutstandingOn(refresh: Refresh, ticker: string, date: string): number | null {
  return refresh.memo(sharesLookup)(ticker, date);
}

/**
 * Market value on a day, US dollars: shares outstanding × close; null without both. Closes are those
 * of today's shares, so that the count is made one of today's shares, too.
 */
export function marketCapOn(refresh: Refresh, ticker: string, date: string): number | null {
  const shares = sharesOutstandingOn(refresh, ticker, date);
  const close = shares === null ? null : closeOn(refresh, ticker, date);
  if (shares === null || close === null) return null;
  return shares * splitFactor(splitsOf(refresh, ticker), date) * close;
}

type Lookup = (ticker: string, date: string) => number | null;

function closeLookup(refresh: Refresh): Lookup {
  return rememberedByDay((ticker, date) => closeOnOrBefore(closesOf(refresh, ticker), date));
}

function sharesLookup(refresh: Refresh): Lookup {
  const figures = refresh.memo(companyFigures);
  return rememberedByDay((ticker, date) =>
    currentShares(figures.get(ticker)?.shareCounts ?? [], splitsOf(refresh, ticker), date),
  );
}

/** Funds ask for the same tickers at the same few quarters' ends, thousands of times. */
function rememberedByDay(look: Lookup): Lookup {
  const found = new Map<string, Map<string, number | null>>();
  return (ticker, date) => {
    const own = found.get(ticker) ?? new Map<string, number | null>();
    if (own.size === 0) found.set(ticker, own);
    const known = own.get(date);
    if (known !== undefined) return known;
    const value = look(ticker, date);
    own.set(date, value);
    return value;
  };
}
