import { type ShareSplit, splitFactor } from '../../domain/finance/share-count.ts';
import type { DailyBar } from '../../domain/market/volume.ts';
import type { Prices, Sourced } from '../../store/facts-store.ts';

/** A bar as stored; unknown values are null. */
export type Bar = DailyBar & Pick<Sourced<'prices'>, 'source'>;

/**
 * Returns a function that replaces a list with an equal list from an earlier call. This saves
 * memory, because most tickers have the same days and sources.
 */
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
 * A ticker's prices as typed arrays, because prices are the largest data of a refresh. Unknown
 * values are NaN. Prices that are not adjusted are divided by the later split ratios, and volumes
 * are multiplied by them.
 * @param shared a function that may replace a list with an equal list (see `sharedLists`)
 */
export function packPrices(
  { days, closes, as_traded, sources, ...recent }: Prices,
  splits: readonly ShareSplit[],
  shared: ReturnType<typeof sharedLists>,
) {
  const factorAt = (at: number) => (as_traded[at] ? splitFactor(splits, days[at]!) : 1);
  const first = days.length - sources.length;
  const adjusted = (
    values: readonly (number | null)[],
    adjust: (value: number, factor: number) => number,
  ) =>
    new Float64Array(
      values.map((value, at) =>
        value === null ? Number.NaN : adjust(value, factorAt(first + at)),
      ),
    );
  const price = (value: number, factor: number) => value * (1 / factor);
  return {
    days: shared(days),
    closes: new Float64Array(closes.map((close, at) => close / factorAt(at))),
    /** Values of the most recent bars. The last value belongs to the last of `days`. */
    open: adjusted(recent.open, price),
    high: adjusted(recent.high, price),
    low: adjusted(recent.low, price),
    volume: adjusted(recent.volume, (value, factor) => value * factor),
    sources: shared(sources),
  };
}

export type PackedPrices = ReturnType<typeof packPrices>;

export function barsOf(packed: PackedPrices): readonly Bar[] {
  const { days, closes, open, high, low, volume, sources } = packed;
  const first = days.length - sources.length;
  return sources.map((source, at) => ({
    date: days[first + at]!,
    open: known(open[at]),
    high: known(high[at]),
    low: known(low[at]),
    close: closes[first + at]!,
    volume: known(volume[at]),
    source,
  }));
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
