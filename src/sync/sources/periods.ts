import { dayAt } from '../../clock.ts';

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

/** The beginning of the five minutes of a moment. */
export function slotOf(now: number): string {
  return new Date(now - (now % (5 * MINUTE))).toISOString().slice(0, 16);
}

export function daysBefore(now: number, days: number): string {
  return dayAt(now - days * DAY);
}

/** The newest weekday whose evening (18:00 in New York) has passed: its trading is complete. */
export function lastCloseOf(now: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  let day = Date.parse(`${part('year')}-${part('month')}-${part('day')}`);
  if (Number(part('hour')) < 18) day -= DAY;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY;
  return dayAt(day);
}
