import { describe, expect, it } from 'vitest';
import {
  covarianceOf,
  logisticRegression,
  logOddsOf,
  type SparseRows,
} from '../../../../src/domain/trials/learning/logistic-regression.ts';

/** Sparse rows with an intercept, without zeros. */
function rowsOf(table: readonly (readonly number[])[]): SparseRows {
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  for (const row of table) {
    for (const [column, value] of [1, ...row].entries()) {
      if (value === 0) continue;
      columns.push(column);
      values.push(value);
    }
    starts.push(columns.length);
  }
  return {
    width: 1 + table[0]!.length,
    starts: Uint32Array.from(starts),
    columns: Uint16Array.from(columns),
    values: Float64Array.from(values),
  };
}

function fitted(
  table: readonly (readonly number[])[],
  outcomes: readonly number[],
  { penalty = 0, count = table.length, start }: Settings = {},
) {
  const sample = { rows: rowsOf(table), outcomes: Uint8Array.from(outcomes), count, penalty };
  const coefficients = logisticRegression(sample, start && Float64Array.from(start));
  if (!coefficients) return null;
  const errors = covarianceOf(sample, coefficients).diagonal().map(Math.sqrt);
  return { coefficients: [...coefficients], errors };
}

interface Settings {
  readonly penalty?: number;
  readonly count?: number;
  readonly start?: readonly number[];
}

/** Heating time, soaking time, ingots and unready ingots: Cox & Snell 1989, page 11. */
const ingots = [
  [7, 1, 10, 0],
  [14, 1, 31, 0],
  [27, 1, 56, 1],
  [51, 1, 13, 3],
  [7, 1.7, 17, 0],
  [14, 1.7, 43, 0],
  [27, 1.7, 44, 4],
  [51, 1.7, 1, 0],
  [7, 2.2, 7, 0],
  [14, 2.2, 33, 2],
  [27, 2.2, 21, 0],
  [51, 2.2, 1, 0],
  [7, 2.8, 12, 0],
  [14, 2.8, 31, 0],
  [27, 2.8, 22, 1],
  [51, 4, 1, 0],
  [7, 4, 9, 0],
  [14, 4, 19, 0],
  [27, 4, 16, 1],
] as const;
const each = ingots.flatMap(([heat, soak, count, unready]) =>
  Array.from({ length: count }, (_, at) => ({ row: [heat, soak], outcome: +(at < unready) })),
);
const table = each.map(({ row }) => row);
const outcomes = each.map(({ outcome }) => outcome);
/** Ten rows with only an intercept, of which eight are successes. */
const eightOfTen = {
  rows: rowsOf(Array.from({ length: 10 }, () => [])),
  count: 10,
  outcomes: Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 0, 0),
};

describe('logistic regression', () => {
  it('agrees with the published fit of ingots', () => {
    // Cox & Snell 1989; SAS PROC LOGISTIC, main effects of heating and soaking.
    const found = fitted(table, outcomes)!;
    expectAll(found.coefficients, [-5.5592, 0.082, 0.0568], 4);
    expectAll(found.errors, [1.1197, 0.0237, 0.3312], 4);
  });

  it('applies the penalty to the coefficients but not to the intercept', () => {
    // 100 rows at +1 have 80 successes and 100 rows at −1 have 20. The intercept is 0 and the
    // coefficient solves 200 · (0.8 − logistic(b)) = penalty · b; at b = ln 3 that is 200 · 0.05.
    const table = Array.from({ length: 200 }, (_, at) => [at < 100 ? 1 : -1]);
    const outcomes = table.map((_, at) => +(at < 100 ? at < 80 : at < 120));
    const found = fitted(table, outcomes, { penalty: 10 / Math.log(3) })!;
    expectAll(found.coefficients, [0, Math.log(3)], 8);
    // The information is 200 · 0.75 · 0.25 = 37.5, plus the penalty for the coefficient.
    expectAll(found.errors, [1 / Math.sqrt(37.5), 1 / Math.sqrt(37.5 + 10 / Math.log(3))], 8);
    // A constant column has the coefficient 0, since the intercept explains the share of 0.8.
    const constant = fitted(
      Array.from({ length: 10 }, () => [1]),
      [1, 1, 1, 1, 1, 1, 1, 1, 0, 0],
      { penalty: 5 },
    )!;
    expectAll(constant.coefficients, [Math.log(4), 0], 8);
  });

  it('adds to given log odds', () => {
    // All rows have an offset of ln 2 and a share of 0.8 needs ln 4, so the intercept is ln 2.
    const sample = { ...eightOfTen, penalty: 0, offsets: new Float64Array(10).fill(Math.LN2) };
    const found = logisticRegression(sample)!;
    expectAll([...found], [Math.LN2], 8);
    // The information of one row is 0.8 · 0.2.
    expect(covarianceOf(sample, found).get(0, 0)).toBeCloseTo(1 / 1.6, 8);
  });

  it('applies the penalty to the intercept if requested', () => {
    // With 8 of 10 successes, 10 · (0.8 − logistic(b)) = penalty · b; at b = ln 3 that is 0.5.
    const sample = { ...eightOfTen, penalizesIntercept: true, penalty: 0.5 / Math.log(3) };
    const found = logisticRegression(sample)!;
    expectAll([...found], [Math.log(3)], 8);
    // The information is 10 · 0.75 · 0.25 plus the penalty.
    expect(covarianceOf(sample, found).get(0, 0)).toBeCloseTo(1 / (1.875 + 0.5 / Math.log(3)), 8);
  });

  it('converges to the same maximum from any start', () => {
    const near = fitted(table, outcomes, { penalty: 1 })!;
    const far = fitted(table, outcomes, { penalty: 1, start: [3, -0.5, 1] })!;
    expectAll(far.coefficients, near.coefficients, 8);
  });

  it('needs at least one row of each outcome', () => {
    // A share of 1/4 has the log odds ln(1/3).
    const rows = rowsOf(Array.from({ length: 4 }, () => []));
    const of = (...outcomes: readonly number[]) =>
      logisticRegression({ rows, outcomes: Uint8Array.from(outcomes), count: 4, penalty: 0 });
    for (const found of [of(1, 0, 0, 0), of(0, 0, 0, 1)]) expectAll([...found!], [-Math.log(3)], 8);
    expectAll([...of(0, 1, 1, 1)!], [Math.log(3)], 8);
    expect([of(0, 0, 0, 0), of(1, 1, 1, 1)]).toEqual([null, null]);
  });

  it('ignores rows after the count', () => {
    const inverted = outcomes.map((one, at) => (at < 200 ? one : 1 - one));
    expect(fitted(table, inverted, { count: 200, penalty: 1 })).toEqual(
      fitted(table.slice(0, 200), outcomes.slice(0, 200), { penalty: 1 }),
    );
  });

  it('is null if there is no maximum', () => {
    const line = [[-2], [-1], [1], [2]];
    expect(fitted(line, [0, 0, 1, 1]), 'separated').toBeNull();
    expect(fitted(line, [1, 1, 1, 1], { penalty: 1 }), 'one outcome').toBeNull();
    expect(fitted(line, [0, 1, 0, 1], { count: 0 }), 'no rows').toBeNull();
    const twice = line.map(([value]) => [value!, value!]);
    expect(fitted(twice, [0, 1, 0, 1]), 'collinear').toBeNull();
    // A penalty makes the maximum of each unique.
    expect(fitted(line, [0, 0, 1, 1], { penalty: 1 })!.coefficients[1]).toBeGreaterThan(0);
    const shared = fitted(twice, [0, 1, 0, 1], { penalty: 1 })!.coefficients;
    expect(shared[1]).toBeCloseTo(shared[2]!, 10);
  });

  it('computes the log odds of a sparse row', () => {
    const rows = rowsOf([
      [0, 2],
      [3, 0],
    ]);
    expect(logOddsOf(rows, 0, Float64Array.of(0.5, 10, 0.25))).toBe(1);
    expect(logOddsOf(rows, 1, Float64Array.of(0.5, 10, 0.25))).toBe(30.5);
  });
});

function expectAll(actual: readonly number[], expected: readonly number[], digits: number) {
  expect(actual).toHaveLength(expected.length);
  for (const [at, value] of expected.entries()) {
    expect(actual[at], `${at}`).toBeCloseTo(value, digits);
  }
}

describe('a wide design', () => {
  const narrow = rowsOf([
    [0.5, 1],
    [-1, 0.2],
    [2, -0.7],
    [0.1, 0.9],
    [-0.4, -1.2],
    [1.1, 0],
  ]);
  const outcomes = Uint8Array.from([1, 0, 1, 0, 0, 1]);
  const sample = { rows: narrow, outcomes, count: 6, penalty: 0.5 };

  it('is fitted to the same maximum by conjugate gradients', () => {
    const wide = logisticRegression({ ...sample, rows: { ...narrow, width: 3_000 } })!;
    const dense = logisticRegression(sample)!;
    for (const [column, value] of dense.entries()) expect(wide[column]).toBeCloseTo(value, 4);
    expect(wide.subarray(3).every((value) => value === 0)).toBe(true);
  });

  it('counts a row of weight 2 as two, and one of weight 0 not at all', () => {
    const twice = rowsOf([
      [0.5, 1],
      [0.5, 1],
      [-1, 0.2],
      [2, -0.7],
      [0.1, 0.9],
      [-0.4, -1.2],
    ]);
    const expected = logisticRegression({
      rows: twice,
      count: 6,
      penalty: 0.5,
      outcomes: Uint8Array.from([1, 1, 0, 1, 0, 0]),
    })!;
    const weights = Float64Array.from([2, 1, 1, 1, 1, 0]);
    for (const width of [3, 3_000]) {
      const fit = logisticRegression({ ...sample, weights, rows: { ...narrow, width } })!;
      for (const [column, value] of expected.entries()) expect(fit[column]).toBeCloseTo(value, 4);
    }
  });
});
