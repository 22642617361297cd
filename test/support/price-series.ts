import type { PriceBar, PriceSeries } from '../../src/domain/market/price-bars.ts';

/** Bars in columns, as prices are held. */
export function seriesOf(bars: readonly PriceBar[]): PriceSeries {
  return { days: bars.map(({ date }) => date), closes: bars.map(({ close_usd }) => close_usd) };
}
