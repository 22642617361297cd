import { shiftDays } from '../../domain/dates.ts';
import { moveAround, type PriceMove } from '../../domain/market/price-bars.ts';
import { onFirstUse } from '../../domain/on-first-use.ts';
import type { Refresh } from '../computation.ts';
import { closesOf } from '../market/price-history.ts';

/**
 * Price move on an announcement (see `moveAround`). If all headlines of the day came after the
 * market close, the move is measured from this close. If no time of day is known, the announcement
 * counts as made before the close.
 */
export function realizedMove(refresh: Refresh, ticker: string, day: string): PriceMove | null {
  const isLate = refresh.memo(announcementHours).get(`decision ${ticker} ${day}`);
  return moveAround(closesOf(refresh, ticker), isLate ? shiftDays(day, 1) : day, day);
}

/** Matches headlines about FDA decisions and about trial results. */
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
 * The New York date of a time stamp, and whether the exchanges had closed. Null if the time stamp
 * has no time of day.
 */
function sessionOf(instant: string | null | undefined) {
  const at = Date.parse(/T\d/.test(instant ?? '') ? instant! : '');
  if (Number.isNaN(at)) return null;
  const [day = '', time = ''] = newYork().format(at).split(' ');
  return { day, isLate: Number(time.slice(0, 2)) >= CLOSE_HOUR };
}

/**
 * For each announcement, whether all of its headlines came after the close. The keys are `decision
 * TICKER YYYY-MM-DD` and `results TICKER YYYY-MM-DD`, with the date in New York. Our choices:
 * - A headline without a time of day is ignored.
 * - If there is no headline, an 8-K that was accepted before the close shows that the announcement
 *   came before the close.
 * - An 8-K that was accepted after the close is ignored, because it may follow an earlier press
 *   release.
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
