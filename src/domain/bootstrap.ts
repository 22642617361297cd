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
  /** Number that is subtracted from `value` for the statistic `difference`. Default: 0. */
  readonly reference?: number | undefined;
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
 * Computes intervals of two statistics from the same resamples. The first statistic, `ratio`, is Σ
 * value ÷ Σ weight. The parameter `other` selects the second statistic: `median` is the median of
 * the values, and `difference` is Σ (value − reference) ÷ Σ weight.
 * @returns null if there are fewer than 5 companies
 */
export function intervalsOf(
  rows: readonly CompanyValue[],
  seed: number,
  other: 'median' | 'difference',
): { readonly ratio: Interval; readonly other: Interval } | null {
  // Companies are sorted, so that the order of the rows does not change an interval.
  const grouped = [...groupBy(rows, ({ company }) => company)];
  const companies = grouped.sort(([a], [b]) => compareText(a, b)).map(([, own]) => own);
  if (companies.length < LEAST_COMPANIES) return null;
  const typed = (of: (own: readonly CompanyValue[]) => number) => Float64Array.from(companies, of);
  const values = typed((own) => sum(own.map(({ value }) => value)));
  const references = typed((own) => sum(own.map(({ reference = 0 }) => reference)));
  const weights = typed((own) => sum(own.map(({ weight = 1 }) => weight)));
  const sizes = typed((own) => own.length);
  const medianOf = other === 'median' ? drawnMedian(companies) : null;
  const [ratios, others] = [new Float64Array(DRAWS), new Float64Array(DRAWS)];
  const random = xoroshiro128plus(seed);
  const times = new Uint32Array(companies.length);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    if (medianOf) times.fill(0);
    let [value, reference, weight, size] = [0, 0, 0, 0];
    for (let at = 0; at < companies.length; at += 1) {
      const drawn = Math.floor(((random.next() >>> 0) / 2 ** 32) * companies.length);
      if (medianOf) times[drawn]! += 1;
      value += values[drawn]!;
      reference += references[drawn]!;
      weight += weights[drawn]!;
      size += sizes[drawn]!;
    }
    ratios[draw] = value / weight;
    others[draw] = medianOf ? medianOf(times, size) : (value - reference) / weight;
  }
  return { ratio: percentiles(ratios), other: percentiles(others) };
}

/**
 * Returns a function that computes the median of a resample. Its arguments are the number of times
 * that each company was drawn and the number of values in the resample.
 */
function drawnMedian(companies: readonly (readonly CompanyValue[])[]) {
  const sorted = companies
    .flatMap((own, company) => own.map(({ value }) => ({ value, company })))
    .sort((a, b) => a.value - b.value);
  const owners = Uint32Array.from(sorted, ({ company }) => company);
  return (times: Uint32Array, size: number) => {
    let [seen, at] = [0, -1];
    while (seen < size / 2) seen += times[owners[++at]!]!;
    const lower = sorted[at]!.value;
    while (seen <= size / 2) seen += times[owners[++at]!]!;
    return (lower + sorted[at]!.value) / 2;
  };
}

function percentiles(drawn: Float64Array): Interval {
  const sorted = [...drawn.sort()];
  return { low: quantileSorted(sorted, 0.025), high: quantileSorted(sorted, 0.975) };
}
