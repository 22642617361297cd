import { compareText } from '../../compare-text.ts';
import type { FeatureValue, LabelledTrial } from './labelled-trial.ts';

/**
 * The labeled trials of one phase, stored as columns. The features of each trial are computed as of
 * a day, and the trials are sorted by this day.
 */
export interface LabelledTable {
  readonly count: number;
  /** The day as of which the features of each trial are computed, ascending. */
  readonly asOf: readonly string[];
  /** Day from which each trial's outcome is known. */
  readonly ended: readonly string[];
  /** Sponsor of each trial as a number, starting at 0 in order of appearance. */
  readonly sponsors: Uint32Array;
  /** Outcome of each trial: 1 for a success, else 0. */
  readonly outcomes: Uint8Array;
  /** The published probability that each trial succeeds, 0–1. */
  readonly published: Float64Array;
  /** Features sorted by name. */
  readonly features: readonly FeatureColumns[];
}

/**
 * The values of one feature by trial. If a value is not a number, `numbers` contains `NaN`. If a
 * value is not a category, `codes` contains `NONE`.
 */
export interface FeatureColumns {
  readonly feature: string;
  readonly numbers: Float64Array | null;
  /** The index of each trial's category in `categories`. */
  readonly codes: Int32Array | null;
  readonly categories: readonly string[];
}

/** The category code of a value that belongs to no category. */
export const NONE = -1;

interface FeatureBuilder {
  numbers: number[] | null;
  codes: number[] | null;
  readonly places: Map<string, number>;
}

/** Collects labeled trials in columns, so that the trials need not be kept in memory. */
export function tableBuilder() {
  const ids: string[] = [];
  const asOf: string[] = [];
  const sponsors: string[] = [];
  const ended: string[] = [];
  const outcomes: number[] = [];
  const published: number[] = [];
  const features = new Map<string, FeatureBuilder>();
  return {
    add(trial: LabelledTrial): void {
      for (const [name, value] of Object.entries(trial.features)) {
        let feature = features.get(name);
        if (!feature) {
          feature = { numbers: null, codes: null, places: new Map() };
          features.set(name, feature);
        }
        put(feature, value, ids.length);
      }
      ids.push(trial.nctId);
      asOf.push(trial.asOf);
      sponsors.push(trial.sponsor);
      ended.push(trial.ended);
      outcomes.push(trial.succeeded ? 1 : 0);
      published.push(trial.published);
    },
    /** Returns the table and releases the collected values. */
    build(): LabelledTable {
      const order = timeOrder(asOf, ids);
      const collected = new Map(features);
      features.clear();
      const names = [...collected.keys()].sort();
      return {
        count: order.length,
        asOf: Array.from(order, (at) => asOf[at]!),
        sponsors: numbered(Array.from(order, (at) => sponsors[at]!)),
        ended: Array.from(order, (at) => ended[at]!),
        outcomes: Uint8Array.from(order, (at) => outcomes[at]!),
        published: Float64Array.from(order, (at) => published[at]!),
        features: names.map((feature) => {
          const { numbers, codes, places } = collected.get(feature)!;
          collected.delete(feature);
          return {
            feature,
            numbers: numbers && Float64Array.from(order, (at) => numbers[at] ?? Number.NaN),
            codes: codes && Int32Array.from(order, (at) => codes[at] ?? NONE),
            categories: [...places.keys()],
          };
        }),
      };
    },
  };
}

/** Copies the given rows of a table, in the given order. */
export function rowsOf(table: LabelledTable, rows: readonly number[]): LabelledTable {
  return {
    count: rows.length,
    asOf: rows.map((at) => table.asOf[at]!),
    ended: rows.map((at) => table.ended[at]!),
    sponsors: Uint32Array.from(rows, (at) => table.sponsors[at]!),
    outcomes: Uint8Array.from(rows, (at) => table.outcomes[at]!),
    published: Float64Array.from(rows, (at) => table.published[at]!),
    features: table.features.map((one) => ({
      ...one,
      numbers: one.numbers && Float64Array.from(rows, (at) => one.numbers![at]!),
      codes: one.codes && Int32Array.from(rows, (at) => one.codes![at]!),
    })),
  };
}

/** The name of a category, or null for a number or an unknown value. */
export function categoryOf(value: FeatureValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;
}

/** The value of a feature in a row. Booleans are returned as text. */
export function valueAt({ numbers, codes, categories }: FeatureColumns, row: number): FeatureValue {
  const code = codes ? codes[row]! : NONE;
  if (code !== NONE) return categories[code]!;
  const number = numbers ? numbers[row]! : Number.NaN;
  return Number.isNaN(number) ? null : number;
}

/**
 * Adds a value to a feature. The lists contain only numbers, because V8 stores such lists without
 * an object per number.
 */
function put(feature: FeatureBuilder, value: FeatureValue, row: number): void {
  const category = categoryOf(value);
  if (category !== null) {
    feature.codes ??= [];
    const place = feature.places.get(category) ?? feature.places.size;
    feature.places.set(category, place);
    pad(feature.codes, row, NONE).push(place);
  } else if (typeof value === 'number' && Number.isFinite(value)) {
    feature.numbers ??= [];
    pad(feature.numbers, row, Number.NaN).push(value);
  }
}

function pad(list: number[], length: number, absent: number): number[] {
  while (list.length < length) list.push(absent);
  return list;
}

/**
 * The positions of the trials, sorted by day and then by id. The table therefore does not depend on
 * the order in which trials were added.
 */
function timeOrder(days: readonly string[], ids: readonly string[]): Uint32Array {
  return Uint32Array.from(days.keys()).sort(
    (a, b) => compareText(days[a]!, days[b]!) || compareText(ids[a]!, ids[b]!),
  );
}

function numbered(names: readonly string[]): Uint32Array {
  const numbers = new Map<string, number>();
  return Uint32Array.from(names, (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}
