import { shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
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

/**
 * Our choice: a close more than this many days from the announcement does not measure its effect.
 */
const NEAR_DAYS = 7;

/**
 * Price move from the last close before an announcement to the first close after it; null if either
 * is missing within a week. An announcement with only a date counts as made before that day's
 * close. An announcement whose headline came after the close takes effect on the next trading day.
 */
export function realizedMove(refresh: Refresh, ticker: string, day: string): RealizedMove | null {
  const closes = closesOf(refresh, ticker);
  const isLate = refresh.memo(lateAnnouncements).has(`${ticker} ${day}`);
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

const DECISION_WORDS = /\bfda\b|approv|complete response/i;

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

/** Headlines about FDA decisions that have a time of day. */
function decisionHeadlines({ facts }: Refresh): readonly DecisionHeadline[] {
  const found: DecisionHeadline[] = [];
  for (const { title, tickers, published_at } of facts.each('news')) {
    if (!tickers?.length || !/T\d/.test(published_at ?? '') || !DECISION_WORDS.test(title))
      continue;
    const at = Date.parse(published_at ?? '');
    if (!Number.isNaN(at)) found.push({ at, tickers });
  }
  return found;
}

interface DecisionHeadline {
  /** Time of the headline, milliseconds since 1970. */
  readonly at: number;
  readonly tickers: readonly string[];
}

/**
 * Keys `TICKER YYYY-MM-DD` (New York date) for which all decision headlines came after the close.
 * Our choice: a headline without a time of day is ignored.
 */
export function lateAnnouncements(refresh: Refresh): ReadonlySet<string> {
  const told = decisionHeadlines(refresh).flatMap(({ at, tickers }) => {
    const [day = '', time = ''] = newYork().format(at).split(' ');
    const isLate = Number(time.slice(0, 2)) >= CLOSE_HOUR;
    return tickers.map((ticker) => ({ key: `${ticker} ${day}`, isLate }));
  });
  const byDay = groupBy(told, ({ key }) => key);
  const late = [...byDay].filter(([, own]) => own.every(({ isLate }) => isLate));
  return new Set(late.map(([key]) => key));
}
