import { shiftDays } from '../domain/calendar.ts';
import { lastBarOn, type PriceBar } from '../domain/price-bars.ts';
import { currentShares } from '../domain/share-count.ts';
import { shareCounts } from './financials.ts';
import type { Refresh } from './refresh-context.ts';

/** Our choice: a close stands for the week after it, as over holidays; an older one for nothing. */
const standsForDays = 7;

/** Every close of each ticker up to today, oldest first. */
export function priceHistory({ facts, today }: Refresh): ReadonlyMap<string, readonly PriceBar[]> {
  return new Map(
    facts.pricedTickers().map((ticker) => [ticker, facts.closes(ticker, today)] as const),
  );
}

/** The last close on a day or in the week before it; null without one. */
export function closeOn(refresh: Refresh, ticker: string, date: string): number | null {
  return refresh.once(closeLookup)(ticker, date);
}

/** Shares outstanding on a day: the newest count of the nine months before it, else null. */
export function sharesOutstandingOn(refresh: Refresh, ticker: string, date: string): number | null {
  return refresh.once(sharesLookup)(ticker, date);
}

/** Market value on a day, US dollars: shares outstanding × close; null without both. */
export function marketCapOn(refresh: Refresh, ticker: string, date: string): number | null {
  const shares = sharesOutstandingOn(refresh, ticker, date);
  const close = shares === null ? null : closeOn(refresh, ticker, date);
  return shares === null || close === null ? null : shares * close;
}

type Lookup = (ticker: string, date: string) => number | null;

function closeLookup(refresh: Refresh): Lookup {
  const history = refresh.once(priceHistory);
  return remembered((ticker, date) => {
    const last = lastBarOn(history.get(ticker) ?? [], date);
    return last && last.date >= shiftDays(date, -standsForDays) ? last.close_usd : null;
  });
}

function sharesLookup(refresh: Refresh): Lookup {
  const counts = refresh.once(shareCounts);
  return remembered((ticker, date) => currentShares(counts.get(ticker) ?? [], [], date));
}

/** Funds ask for the same tickers at the same few quarters' ends, thousands of times. */
function remembered(look: Lookup): Lookup {
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
