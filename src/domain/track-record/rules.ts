/** The rules for the score of a metric. */
import { mean, median, sum } from 'simple-statistics';
import { type Interval, wilsonInterval } from '../approval/odds.ts';
import { type CompanyValue, intervalsOf } from '../bootstrap.ts';
import type { Rule } from './kinds.ts';

/** A scored case. For a share, `value` is 0 or 100. */
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
  readonly flag?: string | undefined;
}

/**
 * Computes an estimate.
 * @param open the possible values of each unresolved case; for survival, the number of days without
 *   an event
 */
export function estimateOf(
  rule: Rule,
  rows: readonly Row[],
  open: readonly (readonly number[])[],
  seed: number,
): Estimate {
  const values = rows.map(({ value }) => value);
  if (rule === 'survival') return orFlag(survivalMedian(values, open.flat()), 'no_median');
  if (rows.length === 0) return { value: null, flag: 'no_events' };
  if (rule === 'calibration') return orFlag(calibrationZ(rows), 'few_outcomes');
  if (rule === 'share') {
    const { low, high } = wilsonInterval(mean(values) / 100, rows.length);
    return { value: mean(values), interval: { low: 100 * low, high: 100 * high } };
  }
  const drawn = intervalsOf(rows, seed, rule === 'median' ? 'median' : 'difference');
  const flag = drawn ? undefined : 'few_companies';
  if (rule === 'median') return { value: median(values), interval: drawn?.other, flag };
  const value = sum(values) / sum(rows.map(({ weight = 1 }) => weight));
  return { value, interval: drawn?.ratio, difference: drawn?.other, flag };
}

const orFlag = (value: number | null, flag: string): Estimate =>
  value === null ? { value, flag } : { value };

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
