import type { Prices, Sourced } from './facts-store.ts';
import { column, type Packed, unpack } from './series.ts';

/** What is read of a ticker's bars, packed by year. */

export function closesOf(years: readonly Packed[], date: string): Prices['closes'] {
  return years.flatMap((year) => {
    const closes = column(year, 'close') as readonly number[];
    const days = column(year, 'date') as readonly string[];
    const traded = column(year, 'as_traded');
    return days
      .slice(0, daysUpTo(year, date))
      .map((day, at) =>
        traded[at]
          ? { date: day, close_usd: closes[at]!, as_traded: true as const }
          : { date: day, close_usd: closes[at]! },
      );
  });
}

export function barsOf(years: readonly Packed[], date: string, most: number): Sourced<'prices'>[] {
  const bars: Sourced<'prices'>[] = [];
  for (const year of years.toReversed()) {
    const last = daysUpTo(year, date);
    const first = last - Math.min(last, most - bars.length);
    bars.unshift(...(unpack(year, first, last) as Sourced<'prices'>[]));
  }
  return bars;
}

function daysUpTo(year: Packed, date: string): number {
  const days = column(year, 'date') as readonly string[];
  return days.at(-1)! <= date ? days.length : days.filter((day) => day <= date).length;
}
