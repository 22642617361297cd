import { dayAt } from '../base/clock.ts';
import { isTradingDay, tradingDayBefore } from '../domain/market/exchange-days.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The Monday (UTC) of the week that contains a time. */
export function weekOf(now: number): string {
  const weekday = (new Date(now).getUTCDay() + 6) % 7;
  return dayAt(now - weekday * DAY);
}

/**
 * Returns the first day of a quarter.
 * @param now a time in the quarter
 * @param before the number of quarters to go back from there
 */
export function quarterOf(now: number, before = 0): string {
  const date = new Date(now);
  const month = Math.floor(date.getUTCMonth() / 3) * 3 - 3 * before;
  return dayAt(Date.UTC(date.getUTCFullYear(), month, 1));
}

/** The name of the quarter that contains a day, such as `2024q1`. */
export function quarterName(day: string): string {
  return `${day.slice(0, 4)}q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** The last day of a quarter, such as `2024-03-31`. */
export function quarterEnd(year: string, quarter: string): string {
  return `${year}-${['03-31', '06-30', '09-30', '12-31'][Number(quarter) - 1]}`;
}

/** Number of months between two days, at least 1. */
export function monthsBetween(from: string, to: string): number {
  const monthOf = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7));
  return Math.max(1, monthOf(to) - monthOf(from));
}

/** Start of the five-minute interval that contains a time. */
export function slotOf(now: number): string {
  return new Date(now - (now % (5 * MINUTE))).toISOString().slice(0, 16);
}

/**
 * Returns the last weekday on which trading has ended. This is today only after 18:00 in New York.
 * Holidays count as trading days.
 */
export function lastCloseOf(now: number): string {
  const { today, hour } = newYorkAt(now);
  let day = today;
  if (hour < EVENING) day -= DAY;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY;
  return dayAt(day);
}

/**
 * Returns the last trading day that has ended. From 04:00 to 18:00 (New York time) on a trading
 * day, returns undefined.
 */
export function quietCloseOf(now: number): string | undefined {
  const { today, hour } = newYorkAt(now);
  if (!isTradingDay(dayAt(today))) return tradingDayBefore(dayAt(today));
  if (hour >= EVENING) return dayAt(today);
  return hour < PRE_MARKET ? tradingDayBefore(dayAt(today)) : undefined;
}

/** Hour in New York after which there is little trading. */
const EVENING = 18;
/** Hour in New York before which there is no trading. */
const PRE_MARKET = 4;

/**
 * Returns the date and the hour in New York. `today` is midnight UTC of that date, in milliseconds
 * since 1970.
 */
export function newYorkAt(now: number): { readonly today: number; readonly hour: number } {
  const time = newYorkTime(now);
  return { today: Date.parse(time.slice(0, 10)), hour: Number(time.slice(11, 13)) };
}

/** Formats a time as ISO 8601 with the offset of New York, such as `2026-08-07T14:58:23-04:00`. */
export function newYorkTime(now: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value;
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  const clock = `${part('hour')}:${part('minute')}:${part('second')}`;
  return `${day}T${clock}${part('timeZoneName')?.replace('GMT', '')}`;
}
