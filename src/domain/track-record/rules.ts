/** The rules for the score of a metric. */
import { mean, median, sum } from 'simple-statistics';
import { type Interval, wilsonInterval } from '../approval/odds.ts';
import { intervalsOf } from '../bootstrap.ts';
import type { Rule } from './kinds.ts';

export interface Row {
  readonly id: string;
  readonly company: string;
  /** The value of the case. For a share, it is 0 or 1. */
  readonly value: number;
  /** The value that the case is compared with. */
  readonly reference?: number | undefined;
  /** For a ratio, the denominator; otherwise 1. */
  readonly weight: number;
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

/** Computes an estimate. `open` contains the possible values of each unresolved case. */
type Estimator = (
  rows: readonly Row[],
  seed: number,
  open: readonly (readonly number[])[],
) => Estimate;

const valuesOf = (rows: readonly Row[]) => rows.map(({ value }) => value);

function ratioOf(rows: readonly Row[], seed: number): Estimate {
  const value = sum(valuesOf(rows)) / sum(rows.map(({ weight }) => weight));
  const drawn = intervalsOf(rows, seed, 'difference');
  return { value, interval: drawn?.ratio, difference: drawn?.other, lack: lackOf(drawn) };
}

const lackOf = (drawn: object | null) => (drawn ? undefined : 'few_companies');

const estimateOr = (lack: string, value: number | null): Estimate =>
  value === null ? { value, lack } : { value };

const ESTIMATORS: Readonly<Record<Rule, Estimator>> = {
  share(rows) {
    const share = mean(valuesOf(rows));
    const { low, high } = wilsonInterval(share, rows.length);
    return { value: 100 * share, interval: { low: 100 * low, high: 100 * high } };
  },
  loss: ratioOf,
  ratio: ratioOf,
  median(rows, seed) {
    const drawn = intervalsOf(rows, seed, 'median');
    return { value: median(valuesOf(rows)), interval: drawn?.other, lack: lackOf(drawn) };
  },
  survival: (rows, _, open) => estimateOr('no_median', survivalMedian(valuesOf(rows), open.flat())),
  calibration: (rows) => estimateOr('few_outcomes', calibrationZ(rows)),
};

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
  const isEmpty = rows.length === 0 && rule !== 'survival';
  const { value, interval, lack, ...drawn }: Estimate = isEmpty
    ? { value: null, lack: 'no_events' }
    : ESTIMATORS[rule](rows, seed, open);
  const scale = rule === 'share' ? 100 : 1;
  const references = rows.flatMap(({ reference }) => reference ?? []);
  const reference = references.length > 0 ? scale * mean(references) : null;
  const difference = reference === null ? undefined : drawn.difference;
  const hasRange = open.length > 0 && (rule === 'share' || rule === 'loss');
  const range = hasRange
    ? [0, 1].map((end) => scale * mean([...valuesOf(rows), ...open.map((one) => one[end]!)]))
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
  const hits = sum(valuesOf(rows));
  if (Math.min(hits, rows.length - hits) < LEAST_FOR_Z) return null;
  const pairs = rows.map(({ value: y, reference: p = 0 }) => ({ y, p }));
  const over = sum(pairs.map(({ y, p }) => (y - p) * (1 - 2 * p)));
  return over / Math.sqrt(sum(pairs.map(({ p }) => (1 - 2 * p) ** 2 * p * (1 - p))));
}
