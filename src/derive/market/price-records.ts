import { type StoredPrices, TREASURY_BILLS } from '../../catalogue/price-bars.ts';
import { rounded } from '../../catalogue/units.ts';
import { compareText } from '../../domain/compare-text.ts';
import { PRICE_HISTORY } from '../../domain/market/methods.ts';
import type { FactName } from '../../facts/fact-kinds.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { universePrices } from '../portfolio/portfolios.ts';
import { type Bar, barsOf, packPrices } from './packed-prices.ts';
import { lastBars } from './price-history.ts';
import { splitsOf } from './splits.ts';

export const priceRecordCollections = {
  priceHistory: { from: ['prices'], rows: lazily(pricesByTicker), method: PRICE_HISTORY },
} satisfies Collections;

/**
 * The records from which daily, weekly and monthly prices in responses are computed. Each ticker
 * has one record with all its prices. Each term of Treasury bills has one record with its yields.
 */
function* pricesByTicker(refresh: Refresh) {
  const { benchmark } = refresh.memo(universePrices);
  const levels = new Map(benchmark.map(({ date, value }) => [date, rounded('number', value)]));
  for (const ticker of refresh.memo(lastBars).keys()) {
    const splits = splitsOf(refresh, ticker);
    // Other computations keep only recent bars, so all bars are read from the store here, one
    // ticker at a time.
    const stored = refresh.facts.prices(ticker, refresh.today, Number.MAX_SAFE_INTEGER);
    const bars = barsOf(packPrices(stored, splits, (list) => list));
    const days = bars.map(({ date }) => date);
    const fails = refresh.facts.ofCompany('fails_to_deliver', ticker);
    const prices: StoredPrices = {
      days,
      closes: bars.map(({ close }) => rounded('price', close)),
      opens: sinceKnown(bars.map(({ open }) => rounded('price', open))),
      highs: sinceKnown(bars.map(({ high }) => rounded('price', high))),
      lows: sinceKnown(bars.map(({ low }) => rounded('price', low))),
      volumes: sinceKnown(bars.map(({ volume }) => rounded('count', volume))),
      splits: splits.map(({ date, ratio }) => ({ date, ratio })),
      origins: originsOf(ticker, bars),
      benchmark: days.map((day) => levels.get(day) ?? null),
      fails: fails.map(({ date, shares, price }) => ({
        date,
        shares,
        price: rounded('price', price ?? null),
      })),
      ...(fails[0] ? { failsOrigin: placeOf('fails_to_deliver', fails[0]) } : {}),
    };
    yield { ticker, method: PRICE_HISTORY.id, as_of: days.at(-1), prices };
  }
  yield* billsByTerm(refresh);
}

/** The sources of a ticker's bars, each with its first day. */
function originsOf(ticker: string, bars: readonly Bar[]) {
  return bars.flatMap(({ date, source: connector }, at) => {
    if (connector === bars[at - 1]?.source) return [];
    return { since: date, ...placeOf('prices', { ticker, source: connector }) };
  });
}

function placeOf(kind: FactName, fact: object) {
  const { source, source_url } = originOf(kind, fact);
  return { source, source_url };
}

/** Removes the nulls before the first known value. */
function sinceKnown(values: readonly (number | null)[]): readonly (number | null)[] {
  const first = values.findIndex((value) => value !== null);
  return first < 0 ? [] : values.slice(first);
}

function* billsByTerm({ facts }: Refresh) {
  const rates = facts.all('treasury_rates').toSorted((a, b) => compareText(a.date, b.date));
  for (const [ticker, term] of Object.entries(TREASURY_BILLS)) {
    const known = rates.flatMap((fact) => {
      const bill = fact.bills?.find(({ weeks }) => weeks === term);
      const yield_pct = bill?.yield_pct ?? (term === 13 ? fact.rate_pct : null);
      return yield_pct === null ? [] : [{ fact, yield_pct, discount_pct: bill?.discount_pct }];
    });
    const last = known.at(-1)?.fact;
    if (last === undefined) continue;
    const prices: StoredPrices = {
      opens: [],
      highs: [],
      lows: [],
      volumes: [],
      splits: [],
      benchmark: [],
      days: known.map(({ fact }) => fact.date),
      closes: known.map(({ yield_pct }) => yield_pct),
      discounts: known.map(({ discount_pct }) => discount_pct ?? null),
    };
    const origin = originOf('treasury_rates', last);
    yield { ticker, method: PRICE_HISTORY.id, as_of: last.date, prices, ...origin };
  }
}
