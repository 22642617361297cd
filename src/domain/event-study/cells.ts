/** Abnormal returns by type and outcome of events. */
import { mean, median, quantile } from 'simple-statistics';
import { intervalsOf, type Sha256, seedOf } from '../bootstrap.ts';
import { groupBy } from '../group-by.ts';
import { capBucket } from '../options/option-events.ts';
import {
  type Market,
  type MeasuredEvent,
  WINDOWS,
  type WindowName,
  type WindowReturn,
} from './abnormal-returns.ts';
import { EVENT_STUDY } from './methods.ts';
import { falseDiscoveryRates, rankTest, signTest } from './significance.ts';

/** An event with the market value of its company on `day_before`. */
export interface PlacedEvent extends MeasuredEvent {
  readonly market_cap_usd: number | null;
}

const SLICES: Readonly<Record<string, (event: PlacedEvent) => string | null>> = {
  all: () => 'all',
  cap: ({ market_cap_usd }) => (market_cap_usd === null ? null : capBucket(market_cap_usd)),
  area: ({ area }) => area,
};

/** Our choice: below 5 events, only counts are given. Below 8, there are no quartiles. */
const LEAST_EVENTS = 5;
const LEAST_FOR_QUARTILES = 8;
/**
 * Last session of windows for which an own benchmark is used, because its bias grows with the
 * window (Canina 1998, J Finance 53:403).
 */
const LAST_OF_OWN_BENCHMARK = 5;

const windowNames = Object.keys(WINDOWS) as WindowName[];

/** One row per event and window. */
export function eventRows(events: readonly PlacedEvent[], market: Market, sha256: Sha256) {
  return events.flatMap((event) => {
    const { event_type, outcome, ticker, windows } = event;
    const named = { level: 'events', event_type, outcome, slice_by: 'all', slice: 'all', ticker };
    return windowNames.map((window) => {
      const result = windows[window];
      const cell = cellOf([event], window, market, sha256);
      return {
        ...named,
        ...cell,
        abnormal_return_pct: typeof result === 'string' ? null : result.ar_pct,
        since: event.day,
        until: event.day,
        flags: cell.flags.filter((flag) => flag !== 'few_events'),
      };
    });
  });
}

/** One row per type, outcome, slice and window; q-values are over all rows. */
export function cellsOf(events: readonly PlacedEvent[], market: Market, sha256: Sha256) {
  const cells = Object.entries(SLICES).flatMap(([slice_by, sliceOf]) => {
    const groups = groupBy(
      events.filter((event) => sliceOf(event) !== null),
      (event) => JSON.stringify([event.event_type, event.outcome, sliceOf(event)]),
    );
    return [...groups.values()].flatMap((own) => {
      const { event_type, outcome } = own[0]!;
      const slice = sliceOf(own[0]!)!;
      const named = { level: 'groups', event_type, outcome, slice_by, slice };
      return windowNames.map((window) => ({ ...named, ...cellOf(own, window, market, sha256) }));
    });
  });
  const rates = falseDiscoveryRates(cells.map(({ p_value }) => p_value));
  return cells.map((cell, at) => ({ ...cell, q_value: rates[at]! }));
}

function cellOf(
  events: readonly PlacedEvent[],
  window: WindowName,
  { benchmark, sessions }: Market,
  sha256: Sha256,
) {
  const results = events.map((event) => ({ event, result: event.windows[window] }));
  const own = results.flatMap(({ event, result }) =>
    typeof result === 'string' ? [] : [{ ...event, ...result }],
  );
  const drops = groupBy(
    results.flatMap(({ result }) => (typeof result === 'string' ? [result] : [])),
    (reason) => reason,
  );
  const n = own.length;
  const values = own.map(({ ar_pct }) => ar_pct);
  const models = own.flatMap(({ market_model_pct }) => market_model_pct ?? []);
  const rows = own.map(({ ticker, ar_pct }) => ({ company: ticker, value: ar_pct }));
  const from = <Value>(least: number, compute: () => Value, count = n) =>
    count < least ? null : compute();
  const drawn = from(LEAST_EVENTS, () => intervalsOf(rows, seedOf(own, sha256)));
  const days = own.map(({ day }) => day).sort();
  const count = (isOf: (one: (typeof own)[number]) => boolean) => own.filter(isOf).length;
  return {
    ...{ window, benchmark, n, n_companies: new Set(own.map(({ ticker }) => ticker)).size },
    dropped: events.length - n,
    drop_reasons: [...drops].map(([reason, all]) => `${reason} ${all.length}`).join(', ') || null,
    mean_pct: from(LEAST_EVENTS, () => mean(values)),
    mean_low_pct: drawn?.ratio.low ?? null,
    mean_high_pct: drawn?.ratio.high ?? null,
    median_pct: from(LEAST_EVENTS, () => median(values)),
    median_low_pct: drawn?.median.low ?? null,
    median_high_pct: drawn?.median.high ?? null,
    p25_pct: from(LEAST_FOR_QUARTILES, () => quantile(values, 0.25)),
    p75_pct: from(LEAST_FOR_QUARTILES, () => quantile(values, 0.75)),
    positive_pct: from(LEAST_EVENTS, () => (100 * count(({ ar_pct }) => ar_pct > 0)) / n),
    mean_market_model_pct: from(LEAST_EVENTS, () => mean(models), models.length),
    mean_if_lost_pct: from(LEAST_EVENTS, () => mean(own.map(({ if_lost_pct }) => if_lost_pct))),
    p_value: pValueOf(own, window, benchmark),
    n_after_close: count(({ is_after_close }) => is_after_close === true),
    n_timing_unknown: count(({ is_after_close }) => is_after_close === null),
    n_delisted: count(({ is_delisted }) => is_delisted),
    n_with_offering: count(({ has_offering }) => has_offering),
    ...{ since: days[0] ?? null, until: days.at(-1) ?? null },
    ...{ method: EVENT_STUDY.id, as_of: sessions.at(-1) ?? null },
    flags: [
      ...(benchmark === 'own_benchmark' ? ['own_benchmark'] : []),
      ...(n < LEAST_EVENTS ? ['few_events'] : drawn ? [] : ['few_companies']),
    ],
  };
}

/**
 * P-value of the rank test on day 0, or else of the sign test, over events with at least 60 earlier
 * sessions.
 */
function pValueOf(
  own: readonly (Pick<MeasuredEvent, 'rank'> & WindowReturn)[],
  window: WindowName,
  benchmark: Market['benchmark'],
): number | null {
  const ranks = own.flatMap(({ rank }) => rank ?? []);
  if (window === '0') return ranks.length < LEAST_EVENTS ? null : rankTest(ranks);
  if (benchmark === 'own_benchmark' && WINDOWS[window][1] > LAST_OF_OWN_BENCHMARK) return null;
  const shares = own.flatMap(({ usual_positive }) => usual_positive ?? []);
  if (shares.length < LEAST_EVENTS) return null;
  const positive = own.filter((one) => one.usual_positive !== null && one.ar_pct > 0).length;
  return signTest(positive, shares.length, mean(shares));
}
