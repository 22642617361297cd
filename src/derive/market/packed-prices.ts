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

/** @param prices whose bars are those of its last closes */
export function packPrices({ closes, bars }: Prices): PackedPrices {
  const column = (field: 'open' | 'high' | 'low' | 'volume') =>
    Float64Array.from(bars, (bar) => bar[field] ?? Number.NaN);
  return {
    days: closes.map(({ date }) => date),
    closes: Float64Array.from(closes, ({ close_usd }) => close_usd),
    ...{ open: column('open'), high: column('high'), low: column('low') },
    volume: column('volume'),
    sources: bars.map(({ source }) => source),
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
