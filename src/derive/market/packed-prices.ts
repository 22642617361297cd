import type { PriceBar } from '../../domain/market/price-bars.ts';
import type { DailyBar } from '../../domain/market/volume.ts';
import type { Prices, Sourced } from '../../store/facts-store.ts';

/** A bar as the store has it: what is not known is null. */
export type Bar = DailyBar & Pick<Sourced<'prices'>, 'source'>;

/**
 * A ticker's prices in columns: those of all tickers are the largest thing that a refresh holds, and
 * a close with an object of its own takes five times as much. What is not known is NaN.
 */
export interface PackedPrices {
  /** Of every close, oldest first. */
  readonly days: readonly string[];
  readonly closes: Float64Array;
  /** Of the last bars, whose days are the last ones. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly volume: Float64Array;
  readonly sources: readonly string[];
}

/** Lists of texts that are equal, each held once: most tickers have the same days and sources. */
export function sharedLists(): (list: readonly string[]) => readonly string[] {
  const held = new Map<string, (readonly string[])[]>();
  return (list) => {
    const place = `${list.length} ${list[0]} ${list.at(-1)}`;
    const alike = held.get(place) ?? [];
    const known = alike.find((other) => other.every((text, at) => text === list[at]));
    if (known) return known;
    held.set(place, [...alike, list]);
    return list;
  };
}

/**
 * @param prices whose bars are those of its last closes
 * @param shared see `sharedLists`
 */
export function packPrices(
  { closes, bars }: Prices,
  shared: ReturnType<typeof sharedLists>,
): PackedPrices {
  const column = (field: 'open' | 'high' | 'low' | 'volume') =>
    Float64Array.from(bars, (bar) => bar[field] ?? Number.NaN);
  return {
    days: shared(closes.map(({ date }) => date)),
    closes: Float64Array.from(closes, ({ close_usd }) => close_usd),
    ...{ open: column('open'), high: column('high'), low: column('low') },
    volume: column('volume'),
    sources: shared(bars.map(({ source }) => source)),
  };
}

export function closesOf({ days, closes }: PackedPrices): readonly PriceBar[] {
  return days.map((date, at) => ({ date, close_usd: closes[at]! }));
}

export function barsOf(packed: PackedPrices): readonly Bar[] {
  const { days, closes, open, high, low, volume, sources } = packed;
  const first = days.length - sources.length;
  return sources.map((source, at) => ({
    date: days[first + at]!,
    ...{ open: known(open[at]), high: known(high[at]), low: known(low[at]) },
    ...{ close: closes[first + at]!, volume: known(volume[at]), source },
  }));
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
