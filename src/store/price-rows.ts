import type { Prices } from './facts-store.ts';
import { column, type Packed } from './series.ts';

/**
 * A ticker's prices up to a day.
 *
 * @param years the oldest first
 * @param recent the number of bars, beside which older ones have no more than a close
 */
export function pricesOf(years: readonly Packed[], date: string, recent: number): Prices {
  const counts = years.map((year) => daysUpTo(year, date));
  const all = <Value>(field: string) =>
    years.flatMap((year, at) => column(year, field).slice(0, counts[at])) as Value[];
  const days = all<string>('date');
  const first = Math.max(0, days.length - recent);
  const last = <Value>(field: string) => all<Value>(field).slice(first);
  return {
    days,
    closes: all('close'),
    as_traded: all('as_traded'),
    ...{ open: last('open'), high: last('high'), low: last('low'), volume: last('volume') },
    sources: last('source'),
  };
}

function daysUpTo(year: Packed, date: string): number {
  const days = column(year, 'date') as readonly string[];
  return days.at(-1)! <= date ? days.length : days.filter((day) => day <= date).length;
}
