import { shiftDays } from '../../domain/dates.ts';
import { barAt, daysUpTo, type PriceBar } from '../../domain/market/price-bars.ts';
import { onFirstUse } from '../../domain/on-first-use.ts';
import type { Refresh } from '../computation.ts';
import { closesOf } from '../market/price-history.ts';

/** The price move on an announcement: closes before and after it, with their dates. */
export interface RealizedMove {
  readonly from: string;
  readonly to: string;
  /** Price move, percent. */
  readonly move_pct: number;
}

/** Our choice: a close more than this many days from the announcement does not reflect it. */
const NEAR_DAYS = 7;

/**
 * Price move from the last close before an announcement to the first close after it; null if either
 * is missing within a week. An announcement with only a date counts as made before that day's
 * close. An announcement whose headline came after the close takes effect on the next trading day.
 */
export function realizedMove(refresh: Refresh, ticker: string, day: string): RealizedMove | null {
  const closes = closesOf(refresh, ticker);
  const isLate = refresh.memo(announcementHours).get(`decision ${ticker} ${day}`);
  const first = isLate ? shiftDays(day, 1) : day;
  const at = daysUpTo(closes, shiftDays(first, -1));
  const [from, to] = [barAt(closes, at - 1), barAt(closes, at)];
  if (!from || !to || !isNear(from, day) || !isNear(to, day) || from.close_usd <= 0) return null;
  const move_pct = 100 * (to.close_usd / from.close_usd - 1);
  return { from: from.date, to: to.date, move_pct };
}

function isNear({ date }: PriceBar, day: string): boolean {
  return date >= shiftDays(day, -NEAR_DAYS) && date <= shiftDays(day, NEAR_DAYS);
}

/** Words of headlines about FDA decisions and about trial results. */
const SUBJECTS = {
  decision: /\bfda\b|approv|complete response/i,
  results: /top-?line|results|\bdata\b|endpoint/i,
} as const;

/** Hour at which the exchanges close, New York time. */
const CLOSE_HOUR = 16;

/** The formatter is created on first use, because loading time zone data is slow. */
const newYork = onFirstUse(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    }),
);

/**
 * For each announcement, whether all of its headlines came after the close. Keys: `decision TICKER
 * YYYY-MM-DD` and `results TICKER YYYY-MM-DD` (New York date). Our choice: a headline without a
 * time of day is ignored.
 */
export function announcementHours({ facts }: Refresh): ReadonlyMap<string, boolean> {
  const hours = new Map<string, boolean>();
  for (const { title, tickers, published_at } of facts.each('news')) {
    if (!tickers?.length || !/T\d/.test(published_at ?? '')) continue;
    const subjects = Object.entries(SUBJECTS).filter(([, words]) => words.test(title));
    const at = Date.parse(published_at ?? '');
    if (subjects.length === 0 || Number.isNaN(at)) continue;
    const [day = '', time = ''] = newYork().format(at).split(' ');
    const isLate = Number(time.slice(0, 2)) >= CLOSE_HOUR;
    for (const [subject] of subjects) {
      for (const ticker of tickers) {
        const key = `${subject} ${ticker} ${day}`;
        hours.set(key, isLate && hours.get(key) !== false);
      }
    }
  }
  return hours;
}
