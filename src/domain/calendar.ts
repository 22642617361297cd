import { isCalendarDate } from './dates.ts';

/** Mean length of a month of the Gregorian calendar. */
export const DAYS_PER_MONTH = 365.2425 / 12;

/** Days without a time of day are midnights in UTC, where every day has 24 hours. */
const DAY_MILLISECONDS = 86_400_000;

/**
 * Calendar days from one `YYYY-MM-DD` to another; negative where `to` is earlier. Plain arithmetic,
 * twenty times as fast as through local time: filings ask this for every fact.
 */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;
}

export function shiftDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** The same day in another year; 29 February becomes the 28th. */
export function shiftYears(date: string, years: number): string {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, '0');
  const shifted = `${year}${date.slice(4)}`;
  return isCalendarDate(shifted) ? shifted : `${year}-02-28`;
}
