/** The rules for the score of a metric. */
import { mean, median, sum } from 'simple-statistics';
import { type Interval, wilsonInterval } from '../approval/odds.ts';
import { type CompanyValue, intervalsOf } from '../bootstrap.ts';
import type { Rule } from './kinds.ts';

/** A scored case. For a share, `value` is 0 or 1. */
export interface Row extends CompanyValue {
  readonly id: string;
  /** For a loss, the outcome from which the loss is computed. */
  readonly outcome?: number | undefined;
}

interface Estimate {
  readonly value: number | null;
  readonly interval?: Interval | undefined;
  /** Interval of the difference between the mean value and the mean reference. */
  readonly difference?: Interval | undefined;
  /** The flag that states why the value or its interval is null. */
  readonly lack?: string | undefined;
}

const estimateOr = (lack: string, value: number | null): Estimate =>
  value === null ? { value, lack } : { value };

/** Computes an estimate. `open` contains the possible values of each unresolved case. */
function estimateOf(
  rule: Rule,
  rows: readonly Row[],
  open: readonly (readonly number[])[],
  seed: number,
): Estimate {
  const values = rows.map(({ value }) => value);
  if (rule === 'survival') return estimateOr('no_median', survivalMedian(values, open.flat()));
  if (rows.length === 0) return { value: null, lack: 'no_events' };
  if (rule === 'calibration') return estimateOr('few_outcomes', calibrationZ(rows));
  if (rule === 'share') {
    const { low, high } = wilsonInterval(mean(values), rows.length);
    return { value: 100 * mean(values), interval: { low: 100 * low, high: 100 * high } };
  }
  const drawn = intervalsOf(rows, seed, rule === 'median' ? 'median' : 'difference');
  const lack = drawn ? undefined : 'few_companies';
  if (rule === 'median') return { value: median(values), interval: drawn?.other, lack };
  const value = sum(values) / sum(rows.map(({ weight = 1 }) => weight));
  return { value, interval: drawn?.ratio, difference: drawn?.other, lack };
}

/**
 * The statistics of a metric over its cases.
 * @param open the possible values of each unresolved case; for survival, the number of days without
 *   an event
 */
export function summaryOf(
  rule: Rule,
  rows: readonly Row[],
  open: readonly (readonly number[])[],
  seed: number,
) {
  const { value, interval, lack, ...drawn } = estimateOf(rule, rows, open, seed);
  const scale = rule === 'share' ? 100 : 1;
  const references = rows.flatMap(({ reference }) => reference ?? []);
  const reference = references.length > 0 ? scale * mean(references) : null;
  const difference = reference === null ? undefined : drawn.difference;
  const hasRange = open.length > 0 && (rule === 'share' || rule === 'loss');
  const values = rows.map((row) => row.value);
  const range = hasRange
    ? [0, 1].map((end) => scale * mean([...values, ...open.map((one) => one[end]!)]))
    : null;
  return {
    value,
    interval_low: interval?.low ?? null,
    interval_high: interval?.high ?? null,
    reference,
    difference: value === null || reference === null ? null : value - reference,
    difference_low: difference?.low ?? null,
    difference_high: difference?.high ?? null,
    if_unresolved_low: range && Math.min(...range),
    if_unresolved_high: range && Math.max(...range),
    flags: lack === undefined ? [] : [lack],
  };
}

/**
 * The median time to an event by the estimator of Kaplan & Meier (1958, J Am Stat Assoc 53:457):
 * the time at which the share without an event falls below half. If the share is exactly half
 * between two times, their mean. Null if the share stays above half.
 *
 * @param censored times at which observation ended without an event
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

/** Minimum number of events with each outcome (Collins 2016, Stat Med 35:214). */
const LEAST_FOR_Z = 100;

/**
 * Spiegelhalter's z (1986, Stat Med 5:421) of calibration: Σ (y − p)(1 − 2p) ÷ √Σ (1 − 2p)² p(1 −
 * p), standard normal if the forecasts p of the outcomes y are calibrated. Null if fewer than 100
 * events have the rarer outcome.
 */
function calibrationZ(rows: readonly Row[]): number | null {
  const hits = sum(rows.map(({ value }) => value));
  if (Math.min(hits, rows.length - hits) < LEAST_FOR_Z) return null;
  const pairs = rows.map(({ value: y, reference: p = 0 }) => ({ y, p }));
  const over = sum(pairs.map(({ y, p }) => (y - p) * (1 - 2 * p)));
  return over / Math.sqrt(sum(pairs.map(({ p }) => (1 - 2 * p) ** 2 * p * (1 - p))));
}
