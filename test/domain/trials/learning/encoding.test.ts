import { describe, expect, it } from 'vitest';
import {
  designOf,
  encodingsOf,
  entryOf,
  widthOf,
} from '../../../../src/domain/trials/learning/encoding.ts';
import { rowsOf, tableBuilder } from '../../../../src/domain/trials/learning/labelled-table.ts';
import type { FeatureValue } from '../../../../src/domain/trials/learning/labelled-trial.ts';

/** A table of one feature with one trial per day and value. */
function tableOf(values: readonly (FeatureValue | undefined)[]) {
  const builder = tableBuilder();
  for (const [at, value] of values.entries()) {
    builder.add({
      nctId: `NCT${10_000_000 + at}`,
      phase: 'phase2',
      succeeded: at % 2 === 0,
      sponsor: 'ABCQZ',
      asOf: dayAfter(at),
      ended: dayAfter(at + 100),
      features: value === undefined ? {} : { kind: value },
      published: 0.5,
    });
  }
  return builder.build();
}

function dayAfter(days: number): string {
  return new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10);
}

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

describe('the encoding of a feature', () => {
  it('has a column for each category of 20 trials, for rarer ones and for unknown values', () => {
    const values = [
      ...times(25, 'a'),
      ...times(20, 'b'),
      ...times(19, 'c'),
      ...times(3, 'd'),
      null,
    ];
    const table = tableOf(values);
    const encodings = encodingsOf(table);
    expect(encodings).toEqual([
      { feature: 'kind', number: null, categories: ['a', 'b'], first: 1, other: 3, missing: 4 },
    ]);
    expect(widthOf(encodings)).toBe(5);
    const columnOf = (value: FeatureValue | undefined) => entryOf(encodings[0]!, value);
    expect(columnOf('a')).toEqual({ column: 1, value: 1 });
    expect(columnOf('b')).toEqual({ column: 2, value: 1 });
    expect(columnOf('c')).toEqual({ column: 3, value: 1 });
    expect(columnOf('new')).toEqual({ column: 3, value: 1 });
    expect(columnOf(null)).toEqual({ column: 4, value: 1 });
    expect(columnOf(undefined)).toEqual({ column: 4, value: 1 });
    // A number is ignored if the fit contained no numbers.
    expect(columnOf(7)).toBeUndefined();
  });

  it('pools all but the thirty most frequent categories', () => {
    const values = Array.from({ length: 31 }, (_, at) => times(20 + at, `category ${at}`)).flat();
    const table = tableOf(values);
    const [encoding] = encodingsOf(table);
    expect(encoding!.categories).toHaveLength(30);
    expect(encoding!.categories[0]).toBe('category 30');
    expect(entryOf(encoding!, 'category 0')).toEqual({ column: encoding!.other, value: 1 });
  });

  it('has a column for true and for false, and none for other values', () => {
    const table = tableOf([...times(30, true), ...times(25, false)]);
    const [encoding] = encodingsOf(table);
    expect(encoding).toMatchObject({ categories: ['true', 'false'], other: null, missing: null });
    expect(entryOf(encoding!, false)).toEqual({ column: 2, value: 1 });
    expect(entryOf(encoding!, null)).toBeUndefined();
    expect(entryOf(encoding!, 'other')).toBeUndefined();
  });

  it('scales numbers and limits them to the 1 % and 99 % quantiles', () => {
    // Of 0 to 100, the quantiles are 1 and 99.
    const table = tableOf([...Array.from({ length: 101 }, (_, at) => at), null, Number.NaN]);
    const [encoding] = encodingsOf(table);
    const { low, high, mean, deviation } = encoding!.number!;
    expect([low, high, mean]).toEqual([1, 99, 50]);
    // Σ (x − 50)² over 1, 1, 2 … 98, 99, 99 is 2 · (Σ_{1}^{49} k²) + 2 · 49² = 85,652; n − 1 = 100.
    expect(deviation).toBeCloseTo(Math.sqrt(856.52), 10);
    const entryFor = (value: FeatureValue) => entryOf(encoding!, value);
    expect(entryFor(50)).toEqual({ column: 1, value: 0 });
    expect(entryFor(1e9)).toEqual(entryFor(99));
    expect(entryFor(-1e9)?.value).toBeCloseTo(-49 / Math.sqrt(856.52), 10);
    expect(entryFor(Number.NaN)).toEqual({ column: 2, value: 1 });
    expect(entryFor(Number.POSITIVE_INFINITY)).toEqual({ column: 2, value: 1 });
    expect(entryFor('many')).toBeUndefined();
  });

  it('omits constant and unknown features', () => {
    for (const values of [times(50, 3), times(50, null), times(50, undefined), [5]]) {
      const table = tableOf(values);
      expect(encodingsOf(table)).toEqual([]);
    }
  });

  it('keeps a feature with numbers and words', () => {
    const table = tableOf([...times(20, 'unlimited'), 1, 2, 3]);
    const [encoding] = encodingsOf(table);
    expect(encoding).toMatchObject({ categories: ['unlimited'], first: 2, missing: null });
    expect(entryOf(encoding!, 2)).toEqual({ column: 1, value: 0 });
    expect(entryOf(encoding!, 'unlimited')).toEqual({ column: 2, value: 1 });
  });

  it('has no column for a value that is not in the rows', () => {
    const table = tableOf([...times(30, 'a'), ...times(30, 'b'), ...times(30, null)]);
    const rows = rowsOf(table, [...Array(40).keys()]);
    expect(encodingsOf(rows)).toEqual([
      { feature: 'kind', number: null, categories: ['a'], first: 1, other: 2, missing: null },
    ]);
  });
});

it('the design matrix has rows with the intercept and one entry per feature', () => {
  const table = tableOf([...times(20, 'a'), null]);
  const rows = designOf(table, encodingsOf(table));
  expect(rows.width).toBe(3);
  expect([...rows.starts]).toEqual(Array.from({ length: 22 }, (_, row) => 2 * row));
  expect([...rows.columns.subarray(0, 2)]).toEqual([0, 1]);
  expect([...rows.columns.subarray(40)]).toEqual([0, 2]);
  expect([...rows.values]).toEqual(times(42, 1));
});
