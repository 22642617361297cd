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

/** The day in New York of an instant, and whether the exchanges have closed; null if it has no time. */
function sessionOf(instant: string | null | undefined) {
  const at = Date.parse(/T\d/.test(instant ?? '') ? instant! : '');
  if (Number.isNaN(at)) return null;
  const [day = '', time = ''] = newYork().format(at).split(' ');
  return { day, isLate: Number(time.slice(0, 2)) >= CLOSE_HOUR };
}

/**
 * For each announcement, whether all of its headlines came after the close. Keys: `decision TICKER
 * YYYY-MM-DD` and `results TICKER YYYY-MM-DD` (New York date). Our choices: a headline without a
 * time of day is ignored. Without a headline, an 8-K that was accepted before the close shows that
 * the announcement came before it. A later 8-K shows nothing, because it may follow a release.
 */
export function announcementHours({ facts }: Refresh): ReadonlyMap<string, boolean> {
  const hours = new Map<string, boolean>();
  for (const { title, tickers, published_at } of facts.each('news')) {
    const subjects = Object.entries(SUBJECTS).filter(([, words]) => words.test(title));
    const session = tickers?.length && subjects.length > 0 ? sessionOf(published_at) : null;
    if (!session) continue;
    for (const [subject] of subjects) {
      for (const ticker of tickers ?? []) {
        const key = `${subject} ${ticker} ${session.day}`;
        hours.set(key, session.isLate && hours.get(key) !== false);
      }
    }
  }
  for (const { ticker, event, accepted_at } of facts.each('filing_events')) {
    const session = event === 'current_report' ? sessionOf(accepted_at) : null;
    if (!session || session.isLate) continue;
    for (const subject of Object.keys(SUBJECTS)) {
      const key = `${subject} ${ticker} ${session.day}`;
      if (!hours.has(key)) hours.set(key, false);
    }
  }
  return hours;
}
