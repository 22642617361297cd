import { shiftYears } from '../domain/dates.ts';
import {
  barHistory,
  type DailyPrices,
  type HistoryRequest,
  intervals,
} from '../domain/market/bar-history.ts';
import type { Expansion } from './endpoint.ts';

export const barIntervals: readonly string[] = intervals;

/**
 * The term in weeks of each Treasury bill, by ticker. The stored closes of a Treasury bill are
 * yields. Our choice: the tickers themselves, because Treasury bills have no official tickers.
 */
export const TREASURY_BILLS: Readonly<Record<string, number>> = {
  US1M: 4,
  US6W: 6,
  US2M: 8,
  US3M: 13,
  US4M: 17,
  US6M: 26,
  US1Y: 52,
};

/**
 * The stored prices of a ticker. Only Treasury bills have the property `discounts`, and only shares
 * have the property `fails`.
 */
export interface StoredPrices extends DailyPrices {
  /** Bank discount rate on each day in `days`. */
  readonly discounts?: readonly (number | null)[];
  /**
   * The sources of the prices. A source applies from its day `since` until the next source begins.
   */
  readonly origins?: readonly PriceOrigin[];
  /**
   * For each settlement day: the shares that sellers failed to deliver, and the price that the SEC
   * lists.
   */
  readonly fails?: readonly {
    readonly date: string;
    readonly shares: number;
    readonly price?: number | null;
  }[];
  /** The source of `fails`. */
  readonly failsOrigin?: Omit<PriceOrigin, 'since'>;
}

interface PriceOrigin {
  readonly since: string;
  readonly source: string;
  readonly source_url: string | null;
}

/** The source of the prices of a day. If the source is not stored, the object is empty. */
function originOn({ origins }: StoredPrices, date: string): Partial<PriceOrigin> {
  const { since: _, ...origin } = origins?.findLast(({ since }) => since <= date) ?? {};
  return origin;
}

/**
 * Computes price records by day, week or month from a ticker's stored prices. The default period is
 * one year. Daily records also include settlement days that have failed deliveries but no price.
 */
export const priceBars: Expansion = {
  stored: 'prices',
  period: 'in the requested period (without `from`, the last year)',
  rows({ prices, ...stored }, given, today) {
    const { from = shiftYears(today, -1), to = today, interval = 'daily', adjusted } = given;
    const request = { from, to, interval, adjusted: adjusted !== 'false' } as HistoryRequest;
    const own = prices as StoredPrices;
    const isBill = Object.hasOwn(TREASURY_BILLS, String(stored.ticker));
    const history = barHistory(own, request);
    const bars = isBill ? billsOf(history, own) : history;
    const fails = new Map(interval === 'daily' ? own.fails?.map((fail) => [fail.date, fail]) : []);
    const priced = new Set(bars.map(({ date }) => date));
    const others = [...fails.keys()].filter((day) => day >= from && day <= to && !priced.has(day));
    return [...bars, ...others.map((date) => ({ ...NO_PRICES, date }))].map((bar) => ({
      ...stored,
      interval,
      price_basis: isBill ? null : request.adjusted ? 'adjusted for splits' : 'as traded',
      yield_pct: null,
      discount_pct: null,
      ...bar,
      fails_shares: fails.get(bar.date)?.shares ?? null,
      fails_price_usd: fails.get(bar.date)?.price ?? null,
      ...originOn(own, bar.date),
      ...(bar.close_usd === null ? own.failsOrigin : {}),
      ...(stored.source_date ? { source_date: bar.date } : {}),
    }));
  },
};

type Bar = ReturnType<typeof barHistory>[number];

function billsOf(bars: readonly Bar[], { days, discounts = [] }: StoredPrices) {
  const discountOn = new Map(days.map((day, at) => [day, discounts[at] ?? null]));
  return bars.map(({ date, close_usd, ...bar }) => ({
    ...bar,
    ...NO_PRICES,
    date,
    yield_pct: close_usd,
    discount_pct: discountOn.get(date) ?? null,
  }));
}

const NO_PRICES = {
  open_usd: null,
  high_usd: null,
  low_usd: null,
  close_usd: null,
  volume: null,
  split_ratio: null,
  return_pct: null,
  benchmark_return_pct: null,
  excess_pct: null,
  flags: [],
};
