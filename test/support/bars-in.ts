import type { Facts } from '../../src/store/facts-store.ts';

/** Returns a ticker's last price bars up to a date as records. */
export function barsIn(facts: Facts, ticker: string, date: string, most: number): object[] {
  const prices = facts.prices(ticker, date, most);
  const { days, closes, open, high, low, volume, sources } = prices;
  const first = days.length - sources.length;
  return sources.map((source, at) => ({
    ticker,
    date: days[first + at],
    close: closes[first + at],
    source,
    open: open[at],
    high: high[at],
    low: low[at],
    volume: volume[at],
  }));
}
