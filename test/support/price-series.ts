import type { PriceBar, PriceSeries } from '../../src/domain/market/price-bars.ts';

/** Converts price bars to the columnar format. */
export function seriesOf(bars: readonly PriceBar[]): PriceSeries {
  return { days: bars.map(({ date }) => date), closes: bars.map(({ close_usd }) => close_usd) };
}
