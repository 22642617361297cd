import { TREASURY_BILL } from '../../catalogue/price-bars.ts';
import { rounded } from '../../catalogue/units.ts';
import { lazyIterable } from '../../domain/lazy-iterable.ts';
import type { DailyPrices } from '../../domain/market/bar-history.ts';
import { PRICE_HISTORY } from '../../domain/market/methods.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { universePrices } from '../portfolio/portfolios.ts';
import { closesOf, lastBars, recentBars } from './price-history.ts';
import { splitsOf } from './splits.ts';

export const priceRecordCollections = {
  priceHistory: {
    from: ['prices'],
    rows: (refresh) => lazyIterable(() => pricesByTicker(refresh)),
    method: PRICE_HISTORY,
  },
} satisfies Collections;

/**
 * One record per ticker with all its prices, and one with the yields of Treasury bills. Daily,
 * weekly and monthly prices in responses are computed from these records.
 */
function* pricesByTicker(refresh: Refresh) {
  const { benchmark } = refresh.memo(universePrices);
  const levels = new Map(benchmark.map(({ date, value }) => [date, rounded('number', value)]));
  const recent = refresh.memo(recentBars);
  for (const ticker of refresh.memo(lastBars).keys()) {
    const { days, closes } = closesOf(refresh, ticker);
    const bars = recent.get(ticker) ?? [];
    const prices: DailyPrices = {
      days,
      closes: Array.from(closes, (close) => rounded('price', close)),
      opens: bars.map(({ open }) => rounded('price', open)),
      highs: bars.map(({ high }) => rounded('price', high)),
      lows: bars.map(({ low }) => rounded('price', low)),
      volumes: bars.map(({ volume }) => rounded('count', volume)),
      splits: splitsOf(refresh, ticker).map(({ date, ratio }) => ({ date, ratio })),
      benchmark: days.map((day) => levels.get(day) ?? null),
    };
    yield { ticker, method: PRICE_HISTORY.id, as_of: days.at(-1), prices };
  }
  const bills = refresh.facts.all('treasury_rates').toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const last = bills.at(-1);
  if (!last) return;
  const none = { opens: [], highs: [], lows: [], volumes: [], splits: [], benchmark: [] };
  const days = bills.map(({ date }) => date);
  const prices = { ...none, days, closes: bills.map(({ rate_pct }) => rate_pct) };
  const origin = originOf('treasury_rates', last);
  yield { ticker: TREASURY_BILL, method: PRICE_HISTORY.id, as_of: last.date, prices, ...origin };
}
