import { shiftDays } from '../dates.ts';

/** A closing price in US dollars, adjusted for splits; dividends are not in it. */
export interface PriceBar {
  readonly date: string;
  readonly close_usd: number;
}

/** The last of a ticker's bars, ascending by date, on or before a day. */
export function lastBarOn(bars: readonly PriceBar[], date: string): PriceBar | undefined {
  return bars[barsUpTo(bars, date) - 1];
}

/** Our choice: a close stands for the week beside it, as over holidays; one further off for nothing. */
const standsForDays = 7;

/** The last close on a day or in the week before it, US dollars; null without one. */
export function closeOnOrBefore(bars: readonly PriceBar[], date: string): number | null {
  const last = lastBarOn(bars, date);
  return last && last.date >= shiftDays(date, -standsForDays) ? last.close_usd : null;
}

/** The first close on a day or in the week after it, US dollars; null without one. */
export function closeOnOrAfter(bars: readonly PriceBar[], date: string): number | null {
  const first = bars[barsUpTo(bars, shiftDays(date, -1))];
  return first && first.date <= shiftDays(date, standsForDays) ? first.close_usd : null;
}

/** How many of a ticker's bars, ascending by date, are dated on or before a day. */
export function barsUpTo(bars: readonly PriceBar[], date: string): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[middle]!.date <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
