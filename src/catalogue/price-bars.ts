import { shiftYears } from '../domain/dates.ts';
import {
  barHistory,
  type DailyPrices,
  type HistoryRequest,
  intervals,
} from '../domain/market/bar-history.ts';
import type { Expansion } from './endpoint.ts';

export const barIntervals: readonly string[] = intervals;

/** Our choice: the ticker for yields of the 13-week Treasury bill. Its closes are percentages. */
export const TREASURY_BILL = 'US3M';

/**
 * Computes price records by day, week or month from a ticker's stored prices. The default period is
 * a year.
 */
export const priceBars: Expansion = {
  stored: 'prices',
  rows({ prices, ...stored }, given, today) {
    const { from = shiftYears(today, -1), to = today, interval = 'daily', adjusted } = given;
    const request = { from, to, interval, adjusted: adjusted !== 'false' } as HistoryRequest;
    const isBill = stored.ticker === TREASURY_BILL;
    return barHistory(prices as DailyPrices, request).map((bar) => ({
      ...stored,
      interval,
      ...bar,
      ...(isBill ? { close_usd: null, return_pct: null, flags: [] } : {}),
      yield_pct: isBill ? bar.close_usd : null,
      ...(stored.source_date ? { source_date: bar.date } : {}),
    }));
  },
};
