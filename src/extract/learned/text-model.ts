import { logistic } from '../../domain/logistic.ts';
import type { MentionType } from '../mention.ts';
import { FEATURE_BITS } from './text-features.ts';

/** The stored weights of one statement type. */
export interface StoredWeights {
  readonly type: MentionType;
  readonly intercept: number;
  /** Log odds per unit of weight, before division by the sentence length. */
  readonly scale: number;
  /**
   * Base64 of the weights by position. Each weight is stored as the distance from the previous
   * position in groups of seven bits, low bits first, followed by one signed byte.
   */
  readonly weights: string;
}

/** The text models of several types. */
export interface TextModel {
  readonly types: readonly MentionType[];
  /** The probability of each type, in the order of `types`. */
  readonly probabilities: (features: readonly number[]) => readonly number[];
}

export function textModelOf(stored: readonly StoredWeights[]): TextModel {
  const { rowOf, rows } = tableOf(stored.map(({ weights }) => unpacked(weights)));
  const count = stored.length;
  const probabilities = (features: readonly number[]) => {
    const sums = new Float64Array(count);
    const seen = new Set<number>();
    for (const place of features) {
      const row = rowOf[place]!;
      if (row === 0 || seen.has(row)) continue;
      seen.add(row);
      for (let which = 0; which < count; which += 1) sums[which]! += rows[row * count + which]!;
    }
    const length = lengthOf(features);
    return stored.map(({ intercept, scale }, which) =>
      logistic(intercept + (scale * sums[which]!) / length),
    );
  };
  return { types: stored.map(({ type }) => type), probabilities };
}

type Entries = readonly (readonly [place: number, weight: number])[];

/**
 * The weights as a table, with one row for each feature that has a weight for any type. Row 0 is
 * for all other features.
 */
function tableOf(ofTypes: readonly Entries[]) {
  const rowOf = new Uint32Array(2 ** FEATURE_BITS);
  let count = 1;
  for (const [place] of ofTypes.flat()) {
    if (rowOf[place] === 0) rowOf[place] = count++;
  }
  const rows = new Int8Array(count * ofTypes.length);
  for (const [which, own] of ofTypes.entries()) {
    for (const [place, weight] of own) rows[rowOf[place]! * ofTypes.length + which] = weight;
  }
  return { rowOf, rows };
}

/**
 * Divisor of the weights: the fourth root of the number of features. It reduces the effect of each
 * feature in long sentences. A square root reduces it too much: a long sentence that states a fact
 * in a few words then has a low probability.
 */
export const lengthOf = (features: readonly number[]) =>
  Math.sqrt(Math.sqrt(Math.max(1, features.length)));

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

function unpacked(text: string): Entries {
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
