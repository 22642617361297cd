import { sum } from 'simple-statistics';
import type { Prices } from './facts-store.ts';
import { column, type Packed } from './series.ts';

/**
 * Returns a ticker's prices up to a day.
 * @param years packed rows by year, oldest first
 * @param recent number of bars with all prices; earlier bars have only a close
 */
export function pricesOf(years: readonly Packed[], date: string, recent: number): Prices {
  const known = years.map((year) => ({ year, count: daysUpTo(year, date) }));
  const first = Math.max(0, sum(known.map(({ count }) => count)) - recent);
  const from = <Value>(field: string, place: number) => {
    const parts: (readonly unknown[])[] = [];
    let before = 0;
    for (const { year, count } of known) {
      if (before + count > place)
        parts.push(column(year, field).slice(Math.max(0, place - before), count));
      before += count;
    }
    return ([] as unknown[]).concat(...parts) as Value[];
  };
  const all = <Value>(field: string) => from<Value>(field, 0);
  const last = <Value>(field: string) => from<Value>(field, first);
  return {
    days: all('date'),
    closes: all('close'),
    as_traded: all('as_traded'),
    open: last('open'),
    high: last('high'),
    low: last('low'),
    volume: last('volume'),
    sources: last('source'),
  };
}

function daysUpTo(year: Packed, date: string): number {
  const days = column(year, 'date') as readonly string[];
  return days.at(-1)! <= date ? days.length : days.filter((day) => day <= date).length;
}
