import { getDay, isWeekend, parseISO } from 'date-fns';
import { shiftDays } from '../dates.ts';
import { remembered } from '../remembered.ts';

/**
 * Whether the New York exchanges trade on a day, according to rule 7.2 of the NYSE: Monday to
 * Friday, except holidays and special closings. The package nyse-holidays is not used, because it
 * depends on the local time zone and lacks the special closings.
 */
export function isTradingDay(day: string): boolean {
  const isClosed = closures.has(day) || holidaysOf(day.slice(0, 4)).includes(day);
  return !isClosed && !isWeekend(parseISO(day));
}

/** The previous trading day, `YYYY-MM-DD`. */
export function tradingDayBefore(day: string): string {
  let before = shiftDays(day, -1);
  while (!isTradingDay(before)) before = shiftDays(before, -1);
  return before;
}

/** The trading day that is `sessions` trading days after `day`, `YYYY-MM-DD`. */
export function tradingDayAfter(day: string, sessions: number): string {
  let after = day;
  for (let passed = 0; passed < sessions; ) {
    after = shiftDays(after, 1);
    if (isTradingDay(after)) passed += 1;
  }
  return after;
}

/** Number of trading days after the day `after`, up to and including the day `upTo`. */
export function sessionsBetween(after: string, upTo: string): number {
  return countedSessions(`${after}|${upTo}`);
}

/** The results are cached, because thousands of tickers ask for the same days. */
const countedSessions = remembered((days) => {
  const [after, upTo] = days.split('|') as [string, string];
  let sessions = 0;
  for (let day = shiftDays(after, 1); day <= upTo; day = shiftDays(day, 1)) {
    if (isTradingDay(day)) sessions += 1;
  }
  return sessions;
});

const sessionBefore = remembered(tradingDayBefore);

/** Whether no trading day lies between two days. */
export function isNextSession(before: string, day: string): boolean {
  return before >= sessionBefore(day);
}

/**
 * Days since 2001 on which the exchanges were closed all day, except holidays (NYSE, "Special
 * closings").
 */
const closures: ReadonlySet<string> = new Set([
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11',
  '2007-01-02',
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2025-01-09',
]);

/** The days on which the holidays of a year are observed. */
const holidaysOf = remembered((yearText): readonly string[] => {
  const year = Number(yearText);
  return [
    // New Year's Day on a Saturday is not moved to the previous Friday.
    getDay(parseISO(`${year}-01-01`)) === 6 ? [] : observed(`${year}-01-01`),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    shiftDays(easter(year), -2),
    // Memorial Day, the last Monday of May.
    shiftDays(nth(year, 6, 1, 1), -7),
    year >= 2022 ? observed(`${year}-06-19`) : [],
    observed(`${year}-07-04`),
    nth(year, 9, 1, 1),
    nth(year, 11, 4, 4),
    observed(`${year}-12-25`),
  ].flat();
});

/**
 * The day on which a holiday is observed. It is Friday for a holiday on a Saturday, and Monday for
 * a holiday on a Sunday.
 */
function observed(day: string): string {
  const weekday = getDay(parseISO(day));
  if (weekday === 6) return shiftDays(day, -1);
  return weekday === 0 ? shiftDays(day, 1) : day;
}

/** The nth weekday (0 is Sunday) of a month (1 is January). */
function nth(year: number, month: number, weekday: number, n: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return shiftDays(first, ((weekday - getDay(parseISO(first)) + 7) % 7) + 7 * (n - 1));
}

/** Easter Sunday, by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, ch. 8). */
function easter(year: number): string {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, '0')}`;
}
