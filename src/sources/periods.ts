import { dayAt } from '../base/clock.ts';
import { isTradingDay, tradingDayBefore } from '../domain/market/exchange-days.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The Monday (UTC) of the week of a moment. */
export function weekOf(now: number): string {
  const weekday = (new Date(now).getUTCDay() + 6) % 7;
  return dayAt(now - weekday * DAY);
}

/** The first day of the quarter of a moment, or of one of the quarters before it. */
export function quarterOf(now: number, before = 0): string {
  const date = new Date(now);
  const month = Math.floor(date.getUTCMonth() / 3) * 3 - 3 * before;
  return dayAt(Date.UTC(date.getUTCFullYear(), month, 1));
}

/** `2024q1` of a day of that quarter. */
export function quarterName(day: string): string {
  return `${day.slice(0, 4)}q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** The beginning of the five minutes of a moment. */
export function slotOf(now: number): string {
  return new Date(now - (now % (5 * MINUTE))).toISOString().slice(0, 16);
}

export function daysBefore(now: number, days: number): string {
  return dayAt(now - days * DAY);
}

/** The newest weekday whose evening (18:00 in New York) has passed: its trading is complete. */
export function lastCloseOf(now: number): string {
  const { today, hour } = newYorkAt(now);
  let day = today;
  if (hour < EVENING) day -= DAY;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY;
  return dayAt(day);
}

/** The day of the last close so long as nothing has traded since; undefined while shares trade. */
export function quietCloseOf(now: number): string | undefined {
  const { today, hour } = newYorkAt(now);
  if (!isTradingDay(dayAt(today))) return tradingDayBefore(dayAt(today));
  if (hour >= EVENING) return dayAt(today);
  return hour < PRE_MARKET ? tradingDayBefore(dayAt(today)) : undefined;
}

/** Hours in New York: what is traded after 18:00 is little, and before 04:00 nothing is. */
const EVENING = 18;
const PRE_MARKET = 4;

/** The day in New York, as the moment at which it begins in UTC, and the hour there. */
export function newYorkAt(now: number): { readonly today: number; readonly hour: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const today = Date.parse(`${part('year')}-${part('month')}-${part('day')}`);
  return { today, hour: Number(part('hour')) };
}
