import { shiftYears } from '../domain/dates.ts';
import {
  barHistory,
  type DailyPrices,
  type HistoryRequest,
  intervals,
} from '../domain/market/bar-history.ts';
import type { Expansion } from './endpoint.ts';

export const barIntervals: readonly string[] = intervals;

/** Our choice: the ticker and the term in weeks of each Treasury bill. Its closes are yields. */
export const TREASURY_BILLS: Readonly<Record<string, number>> = {
  ...{ US1M: 4, US6W: 6, US2M: 8, US3M: 13, US4M: 17, US6M: 26, US1Y: 52 },
};

/** The bank discount rate of a Treasury bill on each day. */
interface Discounts {
  readonly discounts: readonly (number | null)[];
}

/**
 * Computes price records by day, week or month from a ticker's stored prices. The default period is
 * a year.
 */
export const priceBars: Expansion = {
  stored: 'prices',
  rows({ prices, ...stored }, given, today) {
    const { from = shiftYears(today, -1), to = today, interval = 'daily', adjusted } = given;
    const request = { from, to, interval, adjusted: adjusted !== 'false' } as HistoryRequest;
    const { days = [], discounts = [] } = prices as DailyPrices & Partial<Discounts>;
    const isBill = Object.hasOwn(TREASURY_BILLS, String(stored.ticker));
    return barHistory(prices as DailyPrices, request).map((bar) => ({
      ...stored,
      interval,
      ...bar,
      ...(isBill ? { close_usd: null, return_pct: null, flags: [] } : {}),
      yield_pct: isBill ? bar.close_usd : null,
      discount_pct: isBill ? (discounts[days.indexOf(bar.date)] ?? null) : null,
      ...(stored.source_date ? { source_date: bar.date } : {}),
    }));
  },
};
