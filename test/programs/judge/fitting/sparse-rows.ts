import type { SparseRows } from '../../../../src/domain/trials/learning/logistic-regression.ts';

/** A value of a row, and its column. */
interface Entry {
  readonly column: number;
  readonly value: number;
}

export function sparseRows(width: number, rows: readonly (readonly Entry[])[]): SparseRows {
  let end = 0;
  return {
    width,
    starts: Uint32Array.from([0, ...rows.map((entries) => (end += entries.length))]),
    columns: Uint32Array.from(rows.flat(), ({ column }) => column),
    values: Float64Array.from(rows.flat(), ({ value }) => value),
  };
}
