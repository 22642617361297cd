/** The scores of forecasts on a day. */
import { mean, median, sum } from 'simple-statistics';
import type { Adjustment } from '../approval/approval.ts';
import { type Interval, wilsonInterval } from '../approval/odds.ts';
import { intervalsOf, type Sha256, seedOf } from '../bootstrap.ts';
import { shiftDays } from '../dates.ts';
import { previousQuarterEnd } from '../finance/quarters.ts';
import { groupBy } from '../group-by.ts';
import { runningTotals } from '../trials/learning/timeline.ts';
import { type Case, casesOf, type ForecastEvent } from './cases.ts';
import { type Kind, METRICS, type Metric, type Rule } from './kinds.ts';
import { TRACK_RECORD } from './methods.ts';

/**
 * The events to score, from the recorded forecasts or from a backtest. Scores never combine both
 * sources.
 */
export interface Scored {
  readonly scope: 'record' | 'backtest';
  readonly kinds: readonly Kind[];
  readonly events: readonly (ForecastEvent & { readonly kind: Kind })[];
  /** The newest head of the chain; null for a backtest. */
  readonly head: string | null;
  /** Number of days without a sheet since the first sheet. */
  readonly gap_days: number | null;
}

export type Score = ReturnType<typeof scoresOn>[number];

/** The horizons of the scored forecasts, in days before the event. */
export const HORIZONS = [90, 30, 1];

/**
 * All scores on a day. Verdicts change only at the end of a quarter. If they were computed more
 * often, more of them would be due to chance.
 */
export function scoresOn({ kinds, events, ...about }: Scored, day: string, sha256: Sha256) {
  const quarterEnd = previousQuarterEnd(shiftDays(day, 1));
  const ofKind = groupBy(events, ({ kind }) => kind);
  return kinds.flatMap((kind) => {
    const isPast = kind === 'approval' && about.scope === 'backtest';
    return HORIZONS.flatMap((horizon_days) => {
      const casesOn = (asOf: string) => casesOf(ofKind.get(kind) ?? [], horizon_days, asOf);
      const cases = casesOn(day);
      const earlier = METRICS[kind].some(isLoss) ? casesOn(quarterEnd) : [];
      return METRICS[kind].map((metric) => {
        const { isEarly, flags, ...score } = scoreOf(cases, metric, sha256);
        const last = isLoss(metric) ? scoreOf(earlier, metric, sha256) : null;
        return {
          ...about,
          kind,
          horizon_days,
          ...score,
          method: TRACK_RECORD.id,
          as_of: day,
          flags: isPast && isEarly ? [...flags, 'in_sample'] : flags,
          verdict: last?.verdict ?? null,
          verdict_n: last?.n ?? null,
        };
      });
    });
  });
}

const isLoss = ({ rule }: Metric) => rule === 'loss';

/** The base rates are those of 2011–2020. They were published in February 2021. */
const RATES_PUBLISHED = '2021-02-01';

function scoreOf(all: readonly Case[], metric: Metric, sha256: Sha256) {
  const { rule } = metric;
  const cases = all.filter(({ age_days }) => age_days >= metric.due);
  const inState = (state: Case['state']) => cases.filter((one) => one.state === state);
  const [resolved, unresolved] = [inState('resolved'), inState('unresolved')];
  const rows = rowsOf(resolved, metric);
  const opens = unresolved.map((one) => metric.open?.(one) ?? []).filter(isKnown);
  const seed = seedOf(rows, sha256);
  const { value, interval, difference, flag } = estimateOf(rule, rows, opens, seed);
  // For z, the reference of a row is its forecast probability. This reference is not returned,
  // because a probability cannot be compared with z.
  const references = rule === 'calibration' ? [] : rows.flatMap((row) => row.reference ?? []);
  const reference = references.length > 0 ? mean(references) : null;
  const values = rows.map((row) => row.value);
  const ends = [0, 1].flatMap((end) => {
    const possible = opens.flatMap((one) => one[end] ?? []);
    return possible.length > 0 && rule !== 'survival' ? mean([...values, ...possible]) : [];
  });
  return {
    metric: metric.metric,
    slice: metric.slice,
    unit: metric.unit,
    n: rows.length,
    resolved: resolved.length,
    unresolved: unresolved.length,
    voided: inState('voided').length,
    value,
    interval_low: interval?.low ?? null,
    interval_high: interval?.high ?? null,
    reference,
    difference: value === null || reference === null ? null : value - reference,
    difference_low: difference?.low ?? null,
    difference_high: difference?.high ?? null,
    if_unresolved_low: ends.length > 0 ? Math.min(...ends) : null,
    if_unresolved_high: ends.length > 0 ? Math.max(...ends) : null,
    flags: flag === undefined ? [] : [flag],
    verdict: verdictOf(rows, difference),
    isEarly: cases.some((one) => one.day < RATES_PUBLISHED),
  };
}

/** The rows of resolved cases. A case is excluded if one of its numbers is unknown. */
function rowsOf(resolved: readonly Case[], metric: Metric) {
  const earlierOn = earlierRate(resolved, metric);
  // The value of a share is converted from 0 or 1 to percent.
  const scale = metric.rule === 'share' ? 100 : 1;
  return resolved.flatMap((one) => {
    const value = scale * metric.value(one, earlierOn);
    const reference = metric.reference && scale * metric.reference(one, earlierOn);
    const [weight, outcome] = [metric.weight?.(one, earlierOn), metric.outcome?.(one)];
    if (!isKnown([value, reference, weight, outcome])) return [];
    const id = `${one.id} ${one.happened_on}`;
    return [{ id, company: one.ticker, value, reference, weight, outcome }];
  });
}

type Row = ReturnType<typeof rowsOf>[number];

/** Whether no number of a list is NaN or infinite. */
function isKnown(numbers: readonly (number | undefined)[]): boolean {
  return numbers.every((one) => one === undefined || Number.isFinite(one));
}

/**
 * Returns a function that computes the share of good outcomes among those known on a day. For k
 * good outcomes of n, it is (k + 1) ÷ (n + 2).
 */
function earlierRate(resolved: readonly Case[], { outcome }: Metric): (day: string) => number {
  const totals = runningTotals();
  for (const one of outcome ? resolved : []) {
    const value = outcome!(one);
    if (!Number.isNaN(value)) totals.add('', { day: one.known!, count: 1, value });
  }
  const upTo = totals.end();
  return (day) => (upTo('', day).sum + 1) / (upTo('', day).count + 2);
}

/**
 * The verdict on a loss. A verdict needs at least 20 events, with at least 5 of each outcome.
 * @param difference the interval of the mean difference between the loss and the reference loss
 */
function verdictOf(rows: readonly Row[], difference: Interval | null | undefined) {
  const hits = rows.filter(({ outcome }) => outcome === 1).length;
  const isEnough = rows.length >= 20 && Math.min(hits, rows.length - hits) >= 5;
  if (!isEnough || !difference) return 'not enough yet';
  if (difference.high < 0) return 'better';
  return difference.low > 0 ? 'worse' : 'no difference shown';
}

/**
 * The value of a metric and its interval. For a loss, the result also contains the interval of the
 * mean difference between the loss and the reference loss. `flag` states why the value or its
 * interval is null.
 * @param open the possible values of each unresolved case; for survival, the number of days without
 *   an event
 */
function estimateOf(rule: Rule, rows: readonly Row[], open: readonly number[][], seed: number) {
  const values = rows.map(({ value }) => value);
  if (rule === 'survival') {
    const value = survivalMedian(values, open.flat());
    return { value, flag: value === null ? 'no_median' : undefined };
  }
  if (rows.length === 0) return { value: null, flag: 'no_events' };
  if (rule === 'calibration') {
    const value = calibrationZ(rows);
    return { value, flag: value === null ? 'few_outcomes' : undefined };
  }
  if (rule === 'share') {
    const { low, high } = wilsonInterval(mean(values) / 100, rows.length);
    return { value: mean(values), interval: { low: 100 * low, high: 100 * high } };
  }
  const statistic = rule === 'median' ? 'median' : 'ratio';
  const interval = intervalsOf(rows, seed, [statistic])?.[statistic] ?? null;
  const flag = interval ? undefined : 'few_companies';
  if (rule === 'median') return { value: median(values), interval, flag };
  const value = sum(values) / sum(rows.map(({ weight = 1 }) => weight));
  if (rule === 'ratio') return { value, interval, flag };
  const differences = rows.map((row) => ({ ...row, value: row.value - row.reference! }));
  const difference = intervalsOf(differences, seed, ['ratio'])?.ratio ?? null;
  return { value, interval, difference, flag };
}

/**
 * The median time to an event by the estimator of Kaplan & Meier (1958, J Am Stat Assoc 53:457). It
 * is the time at which the share without an event falls below half. If the share is exactly half
 * between two times, it is the mean of these times. Null if the share stays above half.
 *
 * @param censored the times at which observation ended without an event
 */
export function survivalMedian(times: readonly number[], censored: readonly number[]) {
  const all = [...times, ...censored];
  let share = 1;
  let half: number | null = null;
  for (const time of [...new Set(times)].sort((a, b) => a - b)) {
    const atRisk = all.filter((one) => one >= time).length;
    share *= 1 - times.filter((one) => one === time).length / atRisk;
    if (half !== null) return (half + time) / 2;
    if (Math.abs(share - 0.5) < ROUNDING) half = time;
    else if (share < 0.5) return time;
  }
  return half;
}

const ROUNDING = 1e-12;

/** Minimum number of events with each outcome that z needs (Collins 2016, Stat Med 35:214). */
const LEAST_FOR_Z = 100;

/**
 * Spiegelhalter's z (1986, Stat Med 5:421) measures calibration: Σ (y − p)(1 − 2p) ÷ √Σ (1 − 2p)²
 * p(1 − p), where p is the forecast of the outcome y. If the forecasts are calibrated, z is
 * standard normal. Null if fewer than `LEAST_FOR_Z` events have the rarer outcome.
 */
function calibrationZ(rows: readonly Row[]): number | null {
  const hits = sum(rows.map(({ value }) => value));
  if (Math.min(hits, rows.length - hits) < LEAST_FOR_Z) return null;
  const over = sum(rows.map(({ value: y, reference: p = 0 }) => (y - p) * (1 - 2 * p)));
  return over / Math.sqrt(sum(rows.map(({ reference: p = 0 }) => (1 - 2 * p) ** 2 * p * (1 - p))));
}

/**
 * Our choice: a bad verdict switches off the adjustment of base rates only if it is based on at
 * least this number of events.
 */
const LEAST_TO_SWITCH_OFF = 100;

/**
 * Whether the record shows that adjusted base rates forecast better or worse than the base rates.
 * This is the verdict on the Brier score of forecasts one day before the event.
 */
export function adjustmentOf(recorded: readonly Score[]): Adjustment {
  const isDecisive = ({ kind, metric, slice, horizon_days }: Score) =>
    kind === 'approval' && metric === 'brier' && slice === 'all' && horizon_days === 1;
  const { verdict, verdict_n } = recorded.find(isDecisive) ?? {};
  if (verdict === 'better') return 'proven';
  return verdict === 'worse' && (verdict_n ?? 0) >= LEAST_TO_SWITCH_OFF ? 'off' : 'unproven';
}
