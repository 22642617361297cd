import { currentShares, type ShareSplit, splitFactor } from '../../domain/finance/share-count.ts';
import { closeOnOrBefore, type PriceBar } from '../../domain/market/price-bars.ts';
import { remembered } from '../../domain/remembered.ts';
import type { Prices } from '../../store/facts-store.ts';
import { companyFigures } from '../finance/financials.ts';
import { OnDemand } from '../on-demand.ts';
import type { Refresh } from '../refresh.ts';
import {
  type Bar,
  barsOf,
  closesOf,
  type PackedPrices,
  packPrices,
  sharedLists,
} from './packed-prices.ts';
import { splitsOf } from './splits.ts';

/** A year of sessions and a little more. */
const recentSessions = 260;

/**
 * Every close of each ticker up to today, oldest first; none of one that has later closes alone. Only
 * the tickers that somebody asks for are read.
 */
export function priceHistory(refresh: Refresh): ReadonlyMap<string, readonly PriceBar[]> {
  const packed = refresh.memo(packedPrices);
  const closes = (ticker: string) => {
    const own = packed(ticker);
    return own ? closesOf(own) : [];
  };
  return new OnDemand(new Set(refresh.facts.pricedTickers()), closes);
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
    if (prices.closes.length === 0) return undefined;
    return packPrices(adjusted(prices, splitsOf(refresh, ticker)), shared);
  });
}

/** Prices as traded, divided by what later splits made of a share, and volumes multiplied by it. */
function adjusted(prices: Prices, splits: readonly ShareSplit[]): Prices {
  if (splits.length === 0) return prices;
  const times = (value: number | null | undefined, factor: number) => value && value * factor;
  return {
    closes: prices.closes.map((one) => {
      if (!one.as_traded) return one;
      return { date: one.date, close_usd: one.close_usd / splitFactor(splits, one.date) };
    }),
    bars: prices.bars.map((bar) => {
      if (!bar.as_traded) return bar;
      const factor = splitFactor(splits, bar.date);
      const [open, high, low] = [bar.open, bar.high, bar.low].map((one) => times(one, 1 / factor));
      const [close, volume] = [bar.close / factor, times(bar.volume, factor)];
      return { ...bar, open, high, low, close, volume };
    }),
  };
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
  const history = refresh.memo(priceHistory);
  return rememberedByDay((ticker, date) => closeOnOrBefore(history.get(ticker) ?? [], date));
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
