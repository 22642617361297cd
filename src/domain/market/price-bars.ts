import { shiftDays } from '../dates.ts';

/** A closing price in US dollars, adjusted for splits; dividends are not in it. */
export interface PriceBar {
  readonly date: string;
  readonly close_usd: number;
}

/** A ticker's closing prices, oldest first, in columns: an object for each takes five times as much. */
export interface PriceSeries {
  readonly days: readonly string[];
  /** Of each day, as `PriceBar` has it. */
  readonly closes: ArrayLike<number>;
}

/** The bar at a place; undefined beyond the first and the last. */
export function barAt({ days, closes }: PriceSeries, at: number): PriceBar | undefined {
  const date = days[at];
  return date === undefined ? undefined : { date, close_usd: closes[at]! };
}

/** The last bar on or before a day. */
export function lastBarOn(prices: PriceSeries, date: string): PriceBar | undefined {
  return barAt(prices, daysUpTo(prices, date) - 1);
}

/** Our choice: a close stands for the week beside it, as over holidays; one further off for nothing. */
const standsForDays = 7;

/** The last close on a day or in the week before it, US dollars; null without one. */
export function closeOnOrBefore(prices: PriceSeries, date: string): number | null {
  const last = lastBarOn(prices, date);
  return last && last.date >= shiftDays(date, -standsForDays) ? last.close_usd : null;
}

/** The first close on a day or in the week after it, US dollars; null without one. */
export function closeOnOrAfter(prices: PriceSeries, date: string): number | null {
  const first = barAt(prices, daysUpTo(prices, shiftDays(date, -1)));
  return first && first.date <= shiftDays(date, standsForDays) ? first.close_usd : null;
}

/** How many closes are of days up to one. */
export function daysUpTo({ days }: PriceSeries, date: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle]! <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
