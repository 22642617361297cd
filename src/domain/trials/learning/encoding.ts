import { mean, quantileSorted, sampleStandardDeviation } from 'simple-statistics';
import {
  categoryOf,
  type FeatureColumns,
  type LabelledTable,
  NONE,
  valueAt,
} from './labelled-table.ts';
import type { FeatureValue } from './labelled-trial.ts';
import type { SparseRows } from './logistic-regression.ts';

/** The columns of one feature in the design matrix. */
export interface FeatureEncoding {
  readonly feature: string;
  /**
   * How numbers are encoded. A number is limited to the range from `low` to `high`. Then `mean` is
   * subtracted, and the result is divided by `deviation`. Null if the feature has no scale (see
   * `scaleOf`).
   */
  readonly number: (NumberScale & { readonly column: number }) | null;
  /** The categories. Each category has one column. */
  readonly categories: readonly string[];
  /** Column of the first category. The columns of the others follow. */
  readonly first: number;
  /** Column that all rare categories share. Null if no category is rare. */
  readonly other: number | null;
  /** Column of trials with an unknown value. Null if there are no such trials. */
  readonly missing: number | null;
}

interface NumberScale {
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  readonly deviation: number;
}

/** A nonzero entry of a trial in the design matrix. */
export interface Entry {
  readonly column: number;
  readonly value: number;
}

/** Our choice: a category has its own column only if at least this number of trials have it. */
const MIN_CATEGORY_TRIALS = 20;
/** Our choice: at most this number of categories of a feature have their own column. */
const MAX_CATEGORIES = 30;
/**
 * Our choice: numbers below this quantile are raised to it, and numbers above 1 − this quantile are
 * lowered to it, so that no single trial dominates a coefficient.
 */
const OUTLIER_QUANTILE = 0.01;

/** The encodings of a table's features. Column 0 is the intercept, which belongs to no feature. */
export function encodingsOf(table: LabelledTable): readonly FeatureEncoding[] {
  let column = 1;
  return table.features.flatMap((columns) => {
    const scale = scaleOf(columns.numbers);
    const counts = countsOf(columns, table.count);
    const { kept, pooled } = categoriesOf(columns, counts.categories);
    const number = scale ? { ...scale, column: column++ } : null;
    const first = column;
    column += kept.length;
    if (!number && kept.length + Number(pooled) === 0) return [];
    const other = pooled ? column++ : null;
    const missing = counts.missing > 0 ? column++ : null;
    return [{ feature: columns.feature, number, categories: kept, first, other, missing }];
  });
}

/** Number of columns of the encodings, including the intercept. */
export function widthOf(encodings: readonly FeatureEncoding[]): number {
  return encodings.reduce(
    (sum, { number, categories, other, missing }) =>
      sum + [number, other, missing].filter((one) => one !== null).length + categories.length,
    1,
  );
}

/**
 * The entry of a value in the design matrix. A category without its own column is entered in the
 * column of rare categories. If the encoding has no such column, the value has no entry.
 */
export function entryOf(
  encoding: FeatureEncoding,
  value: FeatureValue | undefined,
): Entry | undefined {
  const category = categoryOf(value);
  if (category !== null) {
    const place = encoding.categories.indexOf(category);
    return indicator(place >= 0 ? encoding.first + place : encoding.other);
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return indicator(encoding.missing);
  if (!encoding.number) return undefined;
  const { low, high, mean, deviation, column } = encoding.number;
  return { column, value: (Math.min(Math.max(value, low), high) - mean) / deviation };
}

/** The design matrix of a table. */
export function designOf(table: LabelledTable, encodings: readonly FeatureEncoding[]): SparseRows {
  const { count } = table;
  const most = count * (encodings.length + 1);
  const starts = new Uint32Array(count + 1);
  const columns = new Uint16Array(most);
  const values = new Float64Array(most);
  const byName = new Map(table.features.map((one) => [one.feature, one]));
  const sources = encodings.map(({ feature }) => byName.get(feature)!);
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    values[at++] = 1;
    for (let index = 0; index < encodings.length; index += 1) {
      const entry = entryOf(encodings[index]!, valueAt(sources[index]!, row));
      if (!entry) continue;
      columns[at] = entry.column;
      values[at++] = entry.value;
    }
    starts[row + 1] = at;
  }
  return { width: widthOf(encodings), starts, columns, values };
}

function indicator(column: number | null): Entry | undefined {
  return column === null ? undefined : { column, value: 1 };
}

/**
 * Returns the scale by which a feature's numbers are standardized. Returns null if fewer than two
 * numbers are known, or if all numbers are equal after capping.
 */
function scaleOf(numbers: Float64Array | null): NumberScale | null {
  const known = [...(numbers?.filter((one) => !Number.isNaN(one)).sort() ?? [])];
  if (known.length < 2) return null;
  const low = quantileSorted(known, OUTLIER_QUANTILE);
  const high = quantileSorted(known, 1 - OUTLIER_QUANTILE);
  const limited = known.map((one) => Math.min(Math.max(one, low), high));
  const deviation = sampleStandardDeviation(limited);
  return deviation > 0 ? { low, high, mean: mean(limited), deviation } : null;
}

function countsOf({ numbers, codes, categories }: FeatureColumns, count: number) {
  const counts = new Uint32Array(categories.length);
  let missing = 0;
  for (let row = 0; row < count; row += 1) {
    const code = codes ? codes[row]! : NONE;
    if (code !== NONE) counts[code]! += 1;
    else if (!numbers || Number.isNaN(numbers[row]!)) missing += 1;
  }
  return { categories: counts, missing };
}

/**
 * The categories with their own column, most frequent first, and whether there are other
 * categories.
 */
function categoriesOf({ categories }: FeatureColumns, counts: Uint32Array) {
  const bySize = categories
    .map((name, code) => ({ name, trials: counts[code]! }))
    .filter(({ trials }) => trials > 0)
    .sort((a, b) => b.trials - a.trials || (a.name < b.name ? -1 : 1));
  const kept = bySize
    .filter(({ trials }) => trials >= MIN_CATEGORY_TRIALS)
    .slice(0, MAX_CATEGORIES)
    .map(({ name }) => name);
  return { kept, pooled: kept.length < bySize.length };
}
