import { MAX_VALUE_TO_ASSETS } from '../../catalogue/plausible.ts';
import { isDelisted } from '../../domain/companies/listing.ts';
import { daysBetween, newestDay } from '../../domain/dates.ts';
import type { Refresh } from '../computation.ts';
import { type CompanyFigures, companyFigures, sharesOutstanding } from '../finance/financials.ts';
import { originOf } from '../origin.ts';
import { lastBars } from './price-history.ts';

/**
 * Our choice: if a stock's last bar is more than this many days older than the newest bar in the
 * store, the stock has stopped trading and has no current price.
 */
const stoppedAfterDays = 10;

/** The latest trading day of any ticker; null if the store has no bars. */
export function newestSession(refresh: Refresh): string | null {
  return newestDay(...Array.from(refresh.memo(lastBars).values(), ({ date }) => date));
}

/** The current price (last close) of each ticker that still trades. */
export function lastCloses({ memo }: Refresh) {
  const newest = memo(newestSession) ?? '';
  const all = Array.from(
    memo(lastBars),
    ([ticker, { date, close }]) => [ticker, { date, close }] as const,
  );
  return new Map(all.filter(([, { date }]) => daysBetween(date, newest) <= stoppedAfterDays));
}

/**
 * Market value in US dollars by ticker: shares outstanding × last close. A ticker is absent if one
 * of the two values is unknown. It is also absent if the market value exceeds `MAX_VALUE_TO_ASSETS`
 * times the total assets of the company.
 */
export function marketCaps(refresh: Refresh): ReadonlyMap<string, number> {
  const figures = refresh.memo(companyFigures);
  const values = [...refresh.memo(pricedShares)];
  return new Map(values.filter(([ticker, usd]) => !isImplausible(usd, figures.get(ticker))));
}

/** The flag that states why a company's share counts and market value are omitted, by ticker. */
export function marketValueFlags(refresh: Refresh): ReadonlyMap<string, string> {
  const caps = refresh.memo(marketCaps);
  const left = [...refresh.memo(pricedShares).keys()].filter((ticker) => !caps.has(ticker));
  const unknown = [...refresh.memo(companyFigures)].filter(([, one]) => one.is_ratio_unknown);
  return new Map([
    ...left.map((ticker) => [ticker, 'implausible'] as const),
    ...unknown.map(([ticker]) => [ticker, 'adr_ratio_unknown'] as const),
  ]);
}

function isImplausible(usd: number, figures: CompanyFigures | undefined): boolean {
  const assets = figures?.assets_usd ?? null;
  return assets !== null && assets > 0 && usd > MAX_VALUE_TO_ASSETS * assets;
}

function pricedShares(refresh: Refresh): ReadonlyMap<string, number> {
  const closes = refresh.memo(lastCloses);
  return new Map(
    [...refresh.memo(sharesOutstanding)].flatMap(([ticker, shares]) => {
      const close = closes.get(ticker)?.close;
      return shares === null || close === undefined ? [] : [[ticker, shares * close] as const];
    }),
  );
}

/** The market value and the IPO year that the exchange's list states for a ticker. */
export function listedValues(refresh: Refresh, ticker: string) {
  const listing = refresh.memo(listings).get(ticker);
  const { source = null, source_date = null } = listing ? originOf('listings', listing) : {};
  return {
    listed_market_cap_usd: listing?.market_cap_usd ?? null,
    ipo_year: listing?.ipo_year ?? null,
    list_date: source_date,
    list_source: source,
  };
}

/** The flag of a record whose company is delisted. */
export function delistedFlag({ universe, today }: Refresh, ticker: string): readonly string[] {
  return isDelisted(universe.company(ticker), today) ? ['delisted'] : [];
}

function listings({ facts }: Refresh) {
  return new Map(facts.all('listings').map((listing) => [listing.ticker, listing]));
}
