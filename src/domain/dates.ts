import { addMonths } from 'date-fns/addMonths';
import { formatISO } from 'date-fns/formatISO';
import { parseISO } from 'date-fns/parseISO';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a string is a valid calendar date `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  if (!dayPattern.test(value)) return false;
  const year = Number(value.slice(0, 4));
  const month = Number(value.slice(5, 7));
  const day = Number(value.slice(8));
  // Days 1 to 28 are valid in every month, so the length of the month is not needed.
  return isMonth(year, month) && day >= 1 && (day <= 28 || day <= daysIn(year, month));
}

/**
 * Returns the first or last day of a period. The period is written as `YYYY`, `YYYY-MM` or
 * `YYYY-MM-DD`, for example in the parameter `catdateFrom`.
 * @returns `YYYY-MM-DD`, or undefined if the value is not a valid period
 */
export function parseDateBound(value: string, edge: 'start' | 'end'): string | undefined {
  if (isCalendarDate(value)) return value;
  const match = /^(\d{4})(?:-(\d{2}))?$/.exec(value);
  if (!match) return undefined;
  const year = Number(match[1]);
  const month = match[2] === undefined ? (edge === 'start' ? 1 : 12) : Number(match[2]);
  if (!isMonth(year, month)) return undefined;
  const day = edge === 'start' ? 1 : daysIn(year, month);
  return `${match[1]}-${pad(month)}-${pad(day)}`;
}

/**
 * Parses `YYYY-MM-DD`, `YYYY/MM/DD`, a month or a year. A month or year is read as its first day.
 * @returns `YYYY-MM-DD`, or undefined if the string is not a valid date
 */
export function dayOf(value: string | null | undefined): string | undefined {
  if (!value) return undefined;
  const dashed = value.trim().slice(0, 10).replaceAll('/', '-');
  return parseDateBound(dashed, 'start');
}

/** The latest of the given days, `YYYY-MM-DD`, or null if none is given. */
export function newestDay(...days: readonly (string | null | undefined)[]): string | null {
  return days.reduce<string | null>(
    (newest, day) => (day && (newest === null || day > newest) ? day : newest),
    null,
  );
}

function isMonth(year: number, month: number): boolean {
  return year >= 1 && month >= 1 && month <= 12;
}

function daysIn(year: number, month: number): number {
  // The last day of a month is day 0 of the next month. UTC is used because local time is ten times
  // slower. 2000 is added because `Date` reads years below 100 as 19xx.
  return new Date(Date.UTC(year < 100 ? year + 2000 : year, month, 0)).getUTCDate();
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}

const DAY_MILLISECONDS = 86_400_000;

/**
 * Number of calendar days between two dates `YYYY-MM-DD`, negative if `to` is earlier than `from`.
 * UTC is used because local time is twenty times slower.
 */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;
}

export function shiftDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** Shifts a date by months. If the new month does not have this day, the result is its last day. */
export function shiftMonths(date: string, months: number): string {
  return formatISO(addMonths(parseISO(date), months), { representation: 'date' });
}

/** Shifts a date by years. If necessary, February 29 becomes February 28. */
export function shiftYears(date: string, years: number): string {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, '0');
  const shifted = `${year}${date.slice(4)}`;
  return isCalendarDate(shifted) ? shifted : `${year}-02-28`;
}
