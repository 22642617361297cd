import { shiftDays } from '../dates.ts';
import { NEAR_DAYS } from './bar-history.ts';
import { MOVE_DAYS } from './constants.ts';

/** A closing price, US dollars, adjusted for splits but not for dividends. */
export interface PriceBar {
  readonly date: string;
  readonly close_usd: number;
}

/**
 * Closing prices of a ticker as columns, oldest first. Columns need a fifth of the memory that
 * objects need.
 */
export interface PriceSeries {
  readonly days: readonly string[];
  /** Closing price of each day in US dollars, in the order of the days. */
  readonly closes: ArrayLike<number>;
}

function barAt({ days, closes }: PriceSeries, at: number): PriceBar | undefined {
  const date = days[at];
  return date === undefined ? undefined : { date, close_usd: closes[at]! };
}

/** The last price bar on or before a day. */
export function lastBarOn(prices: PriceSeries, date: string): PriceBar | undefined {
  return barAt(prices, daysUpTo(prices, date) - 1);
}

/** The last close on a day or in the week before it, US dollars, or null if there is none. */
export function closeOnOrBefore(prices: PriceSeries, date: string): number | null {
  const last = lastBarOn(prices, date);
  return last && last.date >= shiftDays(date, -NEAR_DAYS) ? last.close_usd : null;
}

/** The first close on a day or in the week after it, US dollars, or null if there is none. */
export function closeOnOrAfter(prices: PriceSeries, date: string): number | null {
  const first = barAt(prices, daysUpTo(prices, shiftDays(date, -1)));
  return first && first.date <= shiftDays(date, NEAR_DAYS) ? first.close_usd : null;
}

/**
 * The price move around an event, with the days of its two closes. It is the change in percent from
 * the last close before `day` to the first close on or after `day`. Null if either close is more
 * than `MOVE_DAYS` days away from the event, or if the earlier close is not above 0.
 * @param day the first day on which prices can react to the event
 * @param event the day of the event
 */
export function moveAround(prices: PriceSeries, day: string, event = day) {
  const at = daysUpTo(prices, shiftDays(day, -1));
  const [before, after] = [barAt(prices, at - 1), barAt(prices, at)];
  if (!before || !after || before.close_usd <= 0) return null;
  if (before.date < shiftDays(event, -MOVE_DAYS)) return null;
  if (after.date > shiftDays(event, MOVE_DAYS)) return null;
  const move_pct = 100 * (after.close_usd / before.close_usd - 1);
  return { from: before.date, to: after.date, move_pct };
}

/** A price move in percent, with the days of its two closes. */
export type PriceMove = NonNullable<ReturnType<typeof moveAround>>;

/** Number of closes on or before a day. */
export function daysUpTo({ days }: PriceSeries, date: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle]! <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
