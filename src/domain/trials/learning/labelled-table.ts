import type { FeatureValue, LabelledTrial } from './labelled-trial.ts';

/** The labelled trials of one phase, oldest features first, in columns of numbers. */
export interface LabelledTable {
  readonly count: number;
  /** Days of the features, ascending. */
  readonly asOf: readonly string[];
  /** Days from which the outcomes are known. */
  readonly ended: readonly string[];
  /** A number a sponsor, counted from 0 as they come. */
  readonly sponsors: Uint32Array;
  /** 1 where the trial succeeded. */
  readonly outcomes: Uint8Array;
  /** 0–1. */
  readonly published: Float64Array;
  /** By name, in the order of the names. */
  readonly features: readonly FeatureColumns[];
}

/** What is known of one feature, a place a trial; NaN or NONE where the value is not of that kind. */
export interface FeatureColumns {
  readonly feature: string;
  readonly numbers: Float64Array | null;
  /** Places in `categories`. */
  readonly codes: Int32Array | null;
  readonly categories: readonly string[];
}

/** The code of what is no category. */
export const NONE = -1;

/** Collects labelled trials one by one, so that the trials themselves need not be kept. */
export interface TableBuilder {
  add(trial: LabelledTrial): void;
  /** Hands the table over: what was collected is not held besides. */
  build(): LabelledTable;
}

interface Growing {
  numbers: number[] | null;
  codes: number[] | null;
  readonly places: Map<string, number>;
}

export function tableBuilder(): TableBuilder {
  const ids: string[] = [];
  const asOf: string[] = [];
  const sponsors: string[] = [];
  const ended: string[] = [];
  const outcomes: number[] = [];
  const published: number[] = [];
  const features = new Map<string, Growing>();
  return {
    add(trial) {
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
    build() {
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
        features: names.map((name) => {
          const columns = columnsOf(name, collected.get(name)!, order);
          collected.delete(name);
          return columns;
        }),
      };
    },
  };
}

/** Some rows of a table, in the order in which they are named. */
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

/** What a category is called; null where the value is a number or not known. */
export function categoryOf(value: FeatureValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;
}

/** The value of a feature in a row, as it was before it was stored (yes and no as words). */
export function valueAt({ numbers, codes, categories }: FeatureColumns, row: number): FeatureValue {
  const code = codes ? codes[row]! : NONE;
  if (code !== NONE) return categories[code]!;
  const number = numbers ? numbers[row]! : Number.NaN;
  return Number.isNaN(number) ? null : number;
}

/** Lists of numbers alone, which the engine keeps without a box a number. */
function put(feature: Growing, value: FeatureValue, row: number): void {
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

/** Trials of one day stand by their number, so that the order of arrival changes nothing. */
function timeOrder(days: readonly string[], ids: readonly string[]): Uint32Array {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return Uint32Array.from(days.keys()).sort(
    (a, b) => compare(days[a]!, days[b]!) || compare(ids[a]!, ids[b]!),
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

function columnsOf(feature: string, { numbers, codes, places }: Growing, order: Uint32Array) {
  return {
    feature,
    numbers: numbers && Float64Array.from(order, (at) => numbers[at] ?? Number.NaN),
    codes: codes && Int32Array.from(order, (at) => codes[at] ?? NONE),
    categories: [...places.keys()],
  };
}
