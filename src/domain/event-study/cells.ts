/** Abnormal returns by type and outcome of events. */
import { mean, median, quantile } from 'simple-statistics';
import { intervalsOf, type Sha256, seedOf } from '../bootstrap.ts';
import { groupBy } from '../group-by.ts';
import { capBucket } from '../options/option-events.ts';
import { type Market, type StudyResult, WINDOWS } from './abnormal-returns.ts';
import { EVENT_STUDY } from './methods.ts';
import { falseDiscoveryRates, rankTest, signTest } from './significance.ts';

const SLICES: Readonly<Record<string, (one: StudyResult) => string | null>> = {
  all: () => 'all',
  cap: ({ market_cap_usd: cap }) => (cap === null ? null : capBucket(cap)),
  area: ({ event }) => event.area,
};

/** Our choice: a row with fewer events than this has only counts. */
const LEAST_EVENTS = 5;
/** Our choice: a row with fewer events than this has no quartiles. */
const LEAST_FOR_QUARTILES = 8;
/**
 * If the benchmark is the mean of the stored companies, only windows that end in this session or
 * earlier have a p-value. The bias of this benchmark grows with the length of the window (Canina
 * 1998, J Finance 53:403).
 */
const LAST_OF_OWN_BENCHMARK = 5;

/** One row per event and window. */
export function eventRows(results: readonly StudyResult[], market: Market, sha256: Sha256) {
  return results.map((one) => {
    const { event, result } = one;
    const cell = cellOf([one], market, sha256);
    return {
      ...cell,
      level: 'events',
      slice_by: 'all',
      slice: 'all',
      ticker: event.ticker,
      abnormal_return_pct: typeof result === 'string' ? null : result.ar_pct,
      since: event.day,
      until: event.day,
      flags: cell.flags.filter((flag) => flag !== 'few_events'),
      ...event.origin,
    };
  });
}

/**
 * One row per type, outcome, group of events (see `SLICES`) and window. Q-values are computed over
 * all rows.
 */
export function cellsOf(results: readonly StudyResult[], market: Market, sha256: Sha256) {
  const cells = Object.entries(SLICES).flatMap(([slice_by, sliceOf]) => {
    const groups = groupBy(results, (one) =>
      JSON.stringify([one.event.event_type, one.event.outcome, one.window, sliceOf(one)]),
    );
    return [...groups.values()].flatMap((own) => {
      const slice = sliceOf(own[0]!);
      const level = 'groups';
      return slice === null ? [] : { ...cellOf(own, market, sha256), level, slice_by, slice };
    });
  });
  const rates = falseDiscoveryRates(cells.map(({ p_value }) => p_value));
  return cells.map((cell, at) => ({ ...cell, q_value: rates[at]! }));
}

/** Computes the row for the results of one type, outcome and window. */
function cellOf(results: readonly StudyResult[], market: Market, sha256: Sha256) {
  const { benchmark, sessions } = market;
  const { window, event } = results[0]!;
  const { event_type, outcome } = event;
  const own = results.flatMap(({ event, result }) =>
    typeof result === 'string' ? [] : { ...event, ...result },
  );
  const reasons = results.flatMap(({ result }) => (typeof result === 'string' ? result : []));
  const drops = [...groupBy(reasons, (reason) => reason)];
  const n = own.length;
  const values = own.map(({ ar_pct }) => ar_pct);
  const models = own.flatMap(({ market_model_pct }) => market_model_pct ?? []);
  const rows = own.map(({ ticker: company, day, ar_pct: value }) => {
    return { id: `${company} ${event_type} ${outcome} ${day}`, company, value };
  });
  const drawn =
    n < LEAST_EVENTS ? null : intervalsOf(rows, seedOf(rows, sha256), ['ratio', 'median']);
  const days = own.map(({ day }) => day).sort();
  const count = (isOf: (one: (typeof own)[number]) => boolean) => own.filter(isOf).length;
  return {
    event_type,
    outcome,
    window,
    benchmark,
    n,
    n_companies: new Set(own.map(({ ticker }) => ticker)).size,
    dropped: reasons.length,
    drop_reasons: drops.map(([reason, all]) => `${reason} ${all.length}`).join(', ') || null,
    mean_pct: from(LEAST_EVENTS, values, mean),
    mean_low_pct: drawn?.ratio.low ?? null,
    mean_high_pct: drawn?.ratio.high ?? null,
    median_pct: from(LEAST_EVENTS, values, median),
    median_low_pct: drawn?.median.low ?? null,
    median_high_pct: drawn?.median.high ?? null,
    p25_pct: from(LEAST_FOR_QUARTILES, values, (all) => quantile(all, 0.25)),
    p75_pct: from(LEAST_FOR_QUARTILES, values, (all) => quantile(all, 0.75)),
    positive_pct: from(LEAST_EVENTS, values, (all) => (100 * positive(all)) / n),
    mean_market_model_pct: from(LEAST_EVENTS, models, mean),
    mean_if_lost_pct: from(LEAST_EVENTS, own, (all) => mean(all.map((one) => one.if_lost_pct))),
    p_value: pValueOf(own, window, market),
    n_after_close: count(({ is_after_close }) => is_after_close === true),
    n_timing_unknown: count(({ is_after_close }) => is_after_close === null),
    n_delisted: count(({ is_delisted }) => is_delisted),
    n_with_offering: count(({ has_offering }) => has_offering),
    since: days[0] ?? null,
    until: days.at(-1) ?? null,
    method: EVENT_STUDY.id,
    as_of: sessions.at(-1) ?? null,
    flags: [
      ...(benchmark === 'own_benchmark' ? ['own_benchmark'] : []),
      ...(n < LEAST_EVENTS ? ['few_events'] : drawn ? [] : ['few_companies']),
    ],
  };
}

const positive = (values: readonly number[]) => values.filter((value) => value > 0).length;

/** Applies a function to a list. Returns null if the list has fewer than `least` items. */
function from<Item>(least: number, items: Item[], compute: (items: Item[]) => number) {
  return items.length < least ? null : compute(items);
}

/**
 * P-value over the events for which at least 60 sessions before the event are known. Day 0 uses the
 * rank test, and all other windows use the sign test.
 */
function pValueOf(
  own: readonly Exclude<StudyResult['result'], string>[],
  window: StudyResult['window'],
  { benchmark }: Market,
) {
  const ranks = own.flatMap(({ rank }) => rank ?? []);
  if (window === '0') return from(LEAST_EVENTS, ranks, rankTest);
  if (benchmark === 'own_benchmark' && WINDOWS[window][1] > LAST_OF_OWN_BENCHMARK) return null;
  const tested = own.filter(({ usual_positive }) => usual_positive !== null);
  const rises = positive(tested.map(({ ar_pct }) => ar_pct));
  const shares = tested.map(({ usual_positive }) => usual_positive!);
  return from(LEAST_EVENTS, shares, (all) => signTest(rises, all.length, mean(all)));
}
