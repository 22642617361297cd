import { logistic } from '../../domain/logistic.ts';
import type { MentionType } from '../mention.ts';
import { type Change, FEATURE_BITS } from './text-features.ts';

/** The stored weights of one statement type. */
export interface StoredWeights {
  readonly type: MentionType;
  readonly intercept: number;
  /** Converts a stored weight to log odds. The sum is then divided by `lengthOf`. */
  readonly scale: number;
  /**
   * The weights, encoded in Base64. Each weight is stored as the distance from the previous
   * position and one signed byte. The distance is split into groups of seven bits, low bits first.
   */
  readonly weights: string;
}

/** The text models of several statement types. */
export interface TextModel {
  readonly types: readonly MentionType[];
  /**
   * Returns the probability of each type, in the order of `types`. If `change` is given, it is
   * applied to the features first. A call with the same `features` array as the previous call is
   * fast.
   */
  readonly probabilities: (features: readonly number[], change?: Change) => readonly number[];
}

export function textModelOf(stored: readonly StoredWeights[]): TextModel {
  const { rowOf, starts, entries } = tableOf(stored.map((one) => unpacked(one.weights)));
  // `counts` contains how often each feature occurs in the current list. `sums` contains the sum of
  // the weights for each type. A feature that occurs several times is added to the sums only once.
  // The sums are exact, because the weights are integers.
  const counts = new Uint16Array(starts.length);
  const sums = new Float64Array(stored.length);
  let counted: readonly number[] = [];
  let changed: Change = { removed: [], added: [] };
  const count = (features: readonly number[], step: 1 | -1) => {
    for (const place of features) {
      const row = rowOf(place);
      if (row < 0) continue;
      counts[row]! += step;
      if (counts[row] !== (step === 1 ? 1 : 0)) continue;
      for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
        const entry = entries[at]!;
        sums[entry >> 8]! += step * ((entry << 24) >> 24);
      }
    }
  };
  const probabilities = (
    features: readonly number[],
    { removed, added }: Change = { removed: [], added: [] },
  ) => {
    if (features !== counted) {
      counts.fill(0);
      sums.fill(0);
      count(features, 1);
      counted = features;
    } else {
      count(changed.added, -1);
      count(changed.removed, 1);
    }
    changed = { removed, added };
    count(removed, -1);
    count(added, 1);
    const length = lengthOf(features.length - removed.length + added.length);
    return stored.map(({ intercept, scale }, which) =>
      logistic(intercept + (scale * sums[which]!) / length),
    );
  };
  return { types: stored.map(({ type }) => type), probabilities };
}

type Entries = readonly (readonly [place: number, weight: number])[];

/**
 * Builds a sparse table of the weights. Each feature that has a weight for at least one type has a
 * row. Row i has the entries from `starts[i]` to `starts[i + 1]`, and the rows are in the order of
 * the features. An entry packs a type and its weight into one number. The table fits in a
 * processor cache.
 */
function tableOf(ofTypes: readonly Entries[]) {
  // `known` contains two numbers for each group of 32 features. The first number has one bit per
  // feature, which is set if the feature has a row. The second number is the number of rows of all
  // earlier groups. Both numbers are in the same cache line.
  const known = new Int32Array(2 ** (FEATURE_BITS - 4));
  for (const [place] of ofTypes.flat()) known[(place >> 5) << 1]! |= 1 << (place & 31);
  let rows = 0;
  for (let at = 0; at < known.length; at += 2) {
    known[at + 1] = rows;
    rows += bitCount(known[at]!);
  }
  /** The row of a feature, or -1. */
  const rowOf = (place: number) => {
    const at = (place >> 5) << 1;
    const bits = known[at]!;
    if (((bits >> (place & 31)) & 1) === 0) return -1;
    return known[at + 1]! + bitCount(bits & ~(-1 << (place & 31)));
  };
  const starts = new Uint32Array(rows + 1);
  for (const [place] of ofTypes.flat()) starts[rowOf(place) + 1]! += 1;
  for (let row = 1; row < starts.length; row += 1) starts[row]! += starts[row - 1]!;
  const entries = new Uint16Array(starts.at(-1)!);
  const ends = starts.slice();
  for (const [type, own] of ofTypes.entries()) {
    for (const [place, weight] of own) {
      entries[ends[rowOf(place)]!++] = (type << 8) | (weight & 255);
    }
  }
  return { rowOf, starts, entries };
}

/** Number of 1 bits in a 32-bit integer. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * The fourth root of the number of features. The sum of the weights is divided by this root.
 * Without the division, long sentences would score higher. With a square root, a long sentence that
 * states a fact in a few words would get a low probability.
 */
export const lengthOf = (features: number) => Math.sqrt(Math.sqrt(Math.max(1, features)));

export function packed(entries: Entries): string {
  const bytes: number[] = [];
  let last = 0;
  for (const [place, weight] of entries.toSorted(([a], [b]) => a - b)) {
    let gap = place - last;
    for (; gap > 127; gap >>>= 7) bytes.push((gap & 127) | 128);
    bytes.push(gap, weight & 255);
    last = place;
  }
  return Buffer.from(bytes).toString('base64');
}

/** Decodes the text that `packed` creates. */
export function unpacked(text: string): Entries {
  const bytes = Buffer.from(text, 'base64');
  const entries: [number, number][] = [];
  let place = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    for (let shift = 0; ; shift += 7) {
      place += (bytes[at]! & 127) << shift;
      if (bytes[at++]! < 128) break;
    }
    entries.push([place, bytes.readInt8(at)]);
  }
  return entries;
}
