import { isTradingDay } from '../domain/market/exchange-days.ts';

/** A day as the number of days since 1970-01-01. Generated records contain days as ISO dates. */
export type Day = number;

const MILLISECONDS_PER_DAY = 86_400_000;

export function dayNumber(iso: string): Day {
  return Date.parse(iso.slice(0, 10)) / MILLISECONDS_PER_DAY;
}

export function isoOf(day: Day): string {
  return new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** Year, month (1–12), quarter (1–4) and weekday (0 is Sunday) of a day. */
export function partsOf(day: Day) {
  const [year, month] = isoOf(day).split('-').map(Number) as [number, number];
  // 1970-01-01 was a Thursday, weekday 4.
  return { year, month, quarter: Math.ceil(month / 3), weekday: (day + 4) % 7 };
}

/** Returns the last day of the month that is `months` months after the month of the given day. */
export function monthEnd(day: Day, months = 0): Day {
  const { year, month } = partsOf(day);
  return Date.UTC(year, month + months, 0) / MILLISECONDS_PER_DAY;
}

export function quarterEnd(day: Day): Day {
  const { quarter, month } = partsOf(day);
  return monthEnd(day, 3 * quarter - month);
}

/**
 * Returns the last days of the `count` quarters before the quarter of the given day, oldest first.
 */
export function quarterEndsBefore(day: Day, count: number): readonly Day[] {
  return Array.from({ length: count }, (_, at) => monthEnd(quarterEnd(day), 3 * (at - count)));
}

/** Returns the trading days from `first` to `last`, both inclusive. */
export function tradingDays(first: Day, last: Day): readonly Day[] {
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return days.filter((day) => isTradingDay(isoOf(day)));
}

/** Returns the given day. If it is on a weekend, returns the following Monday. */
export function weekdayFrom(day: Day): Day {
  const { weekday } = partsOf(day);
  return weekday === 6 ? day + 2 : weekday === 0 ? day + 1 : day;
}

/** Returns the third Friday of the month of the given day. On this day, listed options expire. */
export function thirdFriday(day: Day): Day {
  const first = monthEnd(day, -1) + 1;
  return first + ((12 - partsOf(first).weekday) % 7) + 14;
}
