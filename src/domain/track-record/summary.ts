/** Statistics of a metric over its cases. */
import { mean, median, sum } from 'simple-statistics';
import { type Interval, wilsonInterval } from '../approval/odds.ts';
import { intervalsOf, type Sha256, seedOf } from '../bootstrap.ts';

/** A case as a statistic sees it: 0 or 1 for a share. */
export interface Reading {
  readonly value: number;
  /** The value that the case is compared with. */
  readonly reference?: number;
  /** For a ratio, the denominator. */
  readonly weight?: number;
  /** For a loss, the outcome from which the loss is computed. */
  readonly outcome?: 0 | 1;
}

export interface Row extends Reading {
  readonly id: string;
  readonly company: string;
}

export type Statistic = 'share' | 'loss' | 'median' | 'ratio' | 'survival' | 'calibration';

export type Summary = ReturnType<typeof summaryOf>;

/**
 * @param open for each unresolved case, what it adds if it fails and if it succeeds; for survival,
 *   the days in which nothing happened
 */
export function summaryOf(
  statistic: Statistic,
  rows: readonly Row[],
  open: readonly (readonly number[])[],
  sha256: Sha256,
) {
  const seed = seedOf(rows, sha256);
  const { value, interval, lack } = estimateOf(statistic, rows, open, seed);
  const scale = statistic === 'share' ? 100 : 1;
  const references = rows.flatMap(({ reference }) => reference ?? []);
  const reference = references.length > 0 ? scale * mean(references) : null;
  const paired = rows.map((row) => ({ ...row, value: row.value - (row.reference ?? 0) }));
  const difference =
    statistic === 'loss' ? (intervalsOf(paired, seed, false)?.ratio ?? null) : null;
  const ends = [0, 1].map((end) => {
    const added = [...rows.map((row) => row.value), ...open.map((one) => one[end]!)];
    const isMean = statistic === 'share' || statistic === 'loss';
    return open.length === 0 || !isMean ? null : scale * mean(added);
  });
  return {
    ...{ value, interval_low: interval?.low ?? null, interval_high: interval?.high ?? null },
    ...{ reference, difference: value === null || reference === null ? null : value - reference },
    ...{ difference_low: difference?.low ?? null, difference_high: difference?.high ?? null },
    if_unresolved_low: ends[0] === null ? null : Math.min(ends[0]!, ends[1]!),
    if_unresolved_high: ends[0] === null ? null : Math.max(ends[0]!, ends[1]!),
    flags: lack === undefined ? [] : [lack],
  };
}

interface Estimate {
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Why the value or its interval is null. */
  readonly lack?: string | undefined;
}

function estimateOf(
  statistic: Statistic,
  rows: readonly Row[],
  open: readonly (readonly number[])[],
  seed: number,
): Estimate {
  const values = rows.map(({ value }) => value);
  if (statistic === 'survival') {
    const value = survivalMedian(
      values,
      open.flatMap(([censored]) => censored ?? []),
    );
    return { value, interval: null, lack: value === null ? 'no_median' : undefined };
  }
  if (rows.length === 0) return { value: null, interval: null, lack: 'no_events' };
  if (statistic === 'calibration') {
    const value = calibrationZ(rows);
    return { value, interval: null, lack: value === null ? 'few_outcomes' : undefined };
  }
  if (statistic === 'share') {
    const { low, high } = wilsonInterval(mean(values), rows.length);
    return { value: 100 * mean(values), interval: { low: 100 * low, high: 100 * high } };
  }
  const drawn = intervalsOf(rows, seed, statistic === 'median');
  return {
    value:
      statistic === 'median'
        ? median(values)
        : sum(values) / sum(rows.map(({ weight = 1 }) => weight)),
    interval: (statistic === 'median' ? drawn?.median : drawn?.ratio) ?? null,
    lack: drawn ? undefined : 'few_companies',
  };
}

/**
 * The median time to an event by the estimator of Kaplan & Meier (1958, J Am Stat Assoc 53:457): the
 * time at which the share without an event falls below half, or the middle of the times between
 * which it is exactly half. Null if it stays above half.
 *
 * @param censored times up to which nothing happened
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

/** Of each outcome (Collins 2016, Stat Med 35:214). */
const LEAST_FOR_Z = 100;

/**
 * Spiegelhalter's z (1986, Stat Med 5:421) of calibration: Σ (y − p)(1 − 2p) ÷ √Σ (1 − 2p)² p(1 − p),
 * standard normal if the forecasts p of the outcomes y are calibrated.
 */
function calibrationZ(rows: readonly Row[]): number | null {
  const hits = sum(rows.map(({ value }) => value));
  if (Math.min(hits, rows.length - hits) < LEAST_FOR_Z) return null;
  const pairs = rows.map(({ value: y, reference: p = 0 }) => ({ y, p }));
  const over = sum(pairs.map(({ y, p }) => (y - p) * (1 - 2 * p)));
  return over / Math.sqrt(sum(pairs.map(({ p }) => (1 - 2 * p) ** 2 * p * (1 - p))));
}
