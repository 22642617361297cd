import { sum } from 'simple-statistics';
import { daysBetween, shiftDays } from '../dates.ts';
import { type ShareSplit, splitFactor } from '../finance/share-count.ts';
import { groupBy } from '../group-by.ts';

/**
 * Our choice: some days have no close, for example holidays. The nearest close is then used if it
 * is at most this number of days away.
 */
export const NEAR_DAYS = 7;

/**
 * A ticker's daily prices, oldest first. If a list is shorter than `days`, its values belong to the
 * last days.
 */
export interface DailyPrices {
  readonly days: readonly string[];
  /** Closing prices, US dollars per share. Like all other prices, they are adjusted for splits. */
  readonly closes: readonly number[];
  readonly opens: readonly (number | null)[];
  readonly highs: readonly (number | null)[];
  readonly lows: readonly (number | null)[];
  /** Volumes in current shares, adjusted for all known splits. */
  readonly volumes: readonly (number | null)[];
  readonly splits: readonly ShareSplit[];
  /** Level of the benchmark on each day; null before the benchmark starts. */
  readonly benchmark: readonly (number | null)[];
}

export const intervals = ['daily', 'weekly', 'monthly'] as const;

export interface HistoryRequest {
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last day, `YYYY-MM-DD`. */
  readonly to: string;
  readonly interval: (typeof intervals)[number];
  readonly adjusted: boolean;
}

/** Weeks are counted from this Monday. */
const MONDAY = '1970-01-05';

/**
 * Prices by day, week or month, newest first. Returns are always computed from adjusted closes,
 * without dividends. The high, low and volume of a period are null if they are missing on one of
 * its days.
 */
export function barHistory(prices: DailyPrices, request: HistoryRequest) {
  const { days } = prices;
  const { from, to, interval } = request;
  const asked = [...days.keys()].filter((at) => days[at]! >= from && days[at]! <= to);
  const periods = groupBy(asked, (at) => periodOf(days[at]!, interval));
  const near = shiftDays(from, -NEAR_DAYS);
  const before = days.findLastIndex((day) => day <= from);
  const base = before >= 0 && days[before]! >= near ? before : before + 1;
  return [...periods.values()].map((places) => barOf(prices, places, base, request)).reverse();
}

function periodOf(day: string, interval: HistoryRequest['interval']): string {
  if (interval === 'monthly') return day.slice(0, 7);
  return interval === 'daily' ? day : String(Math.floor(daysBetween(MONDAY, day) / 7));
}

/** The prices of a day, week or month. */
function barOf(
  prices: DailyPrices,
  places: readonly number[],
  base: number,
  request: HistoryRequest,
) {
  const { days, closes, splits } = prices;
  const [first, last] = [places[0]!, places.at(-1)!];
  const factorAt = (at: number) => (request.adjusted ? 1 : splitFactor(splits, days[at]!));
  const known = (list: readonly (number | null)[], exponent: 1 | -1) =>
    places.map((at) => {
      const value = list[at - (days.length - list.length)] ?? null;
      return value === null ? null : value * factorAt(at) ** exponent;
    });
  const ratio = splitFactor(splits, days[first - 1] ?? days[first]!, days[last]);
  return {
    /** The last trading day of the period. */
    date: days[last]!,
    open_usd: known(prices.opens, 1)[0] ?? null,
    high_usd: ofAll(known(prices.highs, 1), (values) => Math.max(...values)),
    low_usd: ofAll(known(prices.lows, 1), (values) => Math.min(...values)),
    close_usd: closes[last]! * factorAt(last),
    volume: ofAll(known(prices.volumes, -1), sum),
    /**
     * Number of new shares per old share, over all splits in the period. Null if there was no
     * split.
     */
    split_ratio: ratio === 1 ? null : ratio,
    ...returnsSince(prices, base, last, request.from),
  };
}

/**
 * Changes in percent since the start. The start is the last close on `from` or in the week before
 * it. If there is no such close, the start is the first close after `from`.
 */
function returnsSince(
  { days, closes, benchmark }: DailyPrices,
  base: number,
  at: number,
  from: string,
) {
  const return_pct = percentSince(closes[base], closes[at]);
  const benchmark_return_pct = percentSince(benchmark[base], benchmark[at]);
  const excess_pct =
    return_pct === null || benchmark_return_pct === null ? null : return_pct - benchmark_return_pct;
  const flags = [
    ...(days[base]! > from ? ['starts_later'] : []),
    ...(return_pct === null ? ['no_return'] : []),
    ...(benchmark_return_pct === null ? ['no_benchmark'] : []),
  ];
  return { return_pct, benchmark_return_pct, excess_pct, flags };
}

/** Applies a function to values. Returns null if any value is null. */
function ofAll(
  values: readonly (number | null)[],
  compute: (known: number[]) => number,
): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? compute(known) : null;
}

function percentSince(before: number | null | undefined, now: number | null | undefined) {
  const isKnown = typeof before === 'number' && typeof now === 'number' && before > 0;
  return isKnown ? (now / before - 1) * 100 : null;
}
