/**
 * 95 % percentile bootstrap intervals (Efron 1979, Ann Stat 7:1). Companies are resampled, not
 * single events, because the events of one company are not independent.
 */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { quantileSorted, sum } from 'simple-statistics';
import type { Interval } from './approval/odds.ts';
import { compareText } from './compare-text.ts';
import { groupBy } from './group-by.ts';

/** SHA-256 in hexadecimal, of bytes or of a text in UTF-8. */
export type Sha256 = (data: Uint8Array | string) => string;

export interface CompanyValue {
  readonly company: string;
  readonly value: number;
  /** Weight of the row in the denominator of Σ value ÷ Σ weight. Default: 1. */
  readonly weight?: number | undefined;
}

const DRAWS = 2_000;
/** Our choice: minimum number of companies for an interval. */
const LEAST_COMPANIES = 5;

/** A seed that depends on the events but not on their order. */
export function seedOf(events: readonly { readonly id: string }[], sha256: Sha256): number {
  const ids = events.map(({ id }) => id).sort(compareText);
  return Number.parseInt(sha256(ids.join('\n')).slice(0, 8), 16);
}

/**
 * Bootstrap intervals of the named statistics. `ratio` is Σ value ÷ Σ weight, and `median` is the
 * median of the values. All intervals are computed from the same resamples. Null if there are fewer
 * than 5 companies.
 */
export function intervalsOf<Name extends keyof typeof statistics>(
  rows: readonly CompanyValue[],
  seed: number,
  names: readonly Name[],
): Readonly<Record<Name, Interval>> | null {
  // Companies are sorted, so that the order of the rows does not change an interval.
  const grouped = [...groupBy(rows, ({ company }) => company)];
  const companies = grouped.sort(([a], [b]) => compareText(a, b)).map(([, own]) => own);
  if (companies.length < LEAST_COMPANIES) return null;
  const wanted = names.map((name) => {
    return { name, compute: statistics[name](companies), drawn: new Float64Array(DRAWS) };
  });
  const random = xoroshiro128plus(seed);
  /** How often each company is drawn. */
  const times = new Float64Array(companies.length);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    times.fill(0);
    for (let at = 0; at < times.length; at += 1) {
      times[Math.floor(((random.next() >>> 0) / 2 ** 32) * times.length)]! += 1;
    }
    for (const { compute, drawn } of wanted) drawn[draw] = compute(times);
  }
  const intervals = wanted.map(({ name, drawn }) => [name, percentiles(drawn)]);
  return Object.fromEntries(intervals) as Record<Name, Interval>;
}

function percentiles(drawn: Float64Array): Interval {
  const sorted = [...drawn.sort()];
  return { low: quantileSorted(sorted, 0.025), high: quantileSorted(sorted, 0.975) };
}

/** Computes a statistic of a sample, given how often the sample contains each company. */
type Statistic = (times: Float64Array) => number;

function ratioOf(companies: readonly (readonly CompanyValue[])[]): Statistic {
  const values = companies.map((own) => sum(own.map(({ value }) => value)));
  const weights = companies.map((own) => sum(own.map(({ weight = 1 }) => weight)));
  return (times) => dot(values, times) / dot(weights, times);
}

function medianOf(companies: readonly (readonly CompanyValue[])[]): Statistic {
  const sizes = companies.map((own) => own.length);
  const sorted = companies
    .flatMap((own, company) => own.map(({ value }) => ({ value, company })))
    .sort((a, b) => a.value - b.value);
  return (times) => {
    const half = dot(sizes, times) / 2;
    let [seen, at] = [0, -1];
    while (seen < half) seen += times[sorted[++at]!.company]!;
    const lower = sorted[at]!.value;
    while (seen <= half) seen += times[sorted[++at]!.company]!;
    return (lower + sorted[at]!.value) / 2;
  };
}

const statistics = { ratio: ratioOf, median: medianOf } as const;

function dot(values: readonly number[], times: Float64Array): number {
  let total = 0;
  for (let at = 0; at < times.length; at += 1) total += values[at]! * times[at]!;
  return total;
}
