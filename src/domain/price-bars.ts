/** A closing price in US dollars, adjusted for splits and dividends. */
export interface PriceBar {
  readonly date: string;
  readonly close_usd: number;
}

/** The last of a ticker's bars, ascending by date, on or before a day. */
export function lastBarOn(bars: readonly PriceBar[], date: string): PriceBar | undefined {
  return bars[barsUpTo(bars, date) - 1];
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
