import { shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { barAt, daysUpTo, type PriceBar } from '../../domain/market/price-bars.ts';
import { onFirstUse } from '../../domain/on-first-use.ts';
import type { Refresh } from '../computation.ts';
import { closesOf } from '../market/price-history.ts';

/** How the market answered an announcement: the closes around it, with their days. */
export interface RealisedMove {
  readonly from: string;
  readonly to: string;
  /** Percent. */
  readonly move_pct: number;
}

/** Our choice: a close further away from the announcement than this is no answer to it. */
const NEAR_DAYS = 7;

/**
 * From the last close before an announcement to the first close after it; null without both within
 * a week. An announcement of which only the day is known counts as made before the close; one whose
 * headline came after the close of its day is answered on the next.
 */
export function realisedMove(refresh: Refresh, ticker: string, day: string): RealisedMove | null {
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

/** The hour at which the exchanges close, in New York. */
const CLOSE_HOUR = 16;

/** The tables of a time zone take longer to load than most refreshes that need none. */
const newYork = onFirstUse(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    }),
);

/** Headlines of decisions that state a time of day. */
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
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tickers: readonly string[];
}

/**
 * Tickers and days, `TICKER YYYY-MM-DD` in New York, on which every headline of a decision came
 * after the close. Our choice: a headline without a time of day tells nothing.
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
