import type { Order } from '../catalogue/endpoint.ts';
import { dayOf } from '../domain/dates.ts';
import { phaseRank } from '../domain/programs/development-stage.ts';

/**
 * A row of the served tables. A refresh writes these tables (served-store.ts), and requests search
 * them (run-query.ts). An endpoint with `as_of` has a second set of tables for past days (`pastOf`
 * in served-tables.ts). The tables of an endpoint `x` are:
 * - `search x`: the columns for searching. `position` is the row's index in the default order. Each
 *   searched field has a column. Each other order has a column with the row's index in that order.
 * - `records x`: `position` and the record as serialized JSON. If the endpoint has fields that
 *   tools return but REST records lack, the column `beside` contains these fields.
 * - `words x`: an FTS5 table of the words of the field `wording`, with the position as rowid.
 * - `terms x:field`: the dictionary of a field that is searched by pattern. It contains the
 *   distinct values of the field, numbered from 1. A pattern is matched once against each distinct
 *   value. `folded` is the value with ASCII letters in lower case.
 * - `rows x:field`: one row with the column `terms`. It contains the number of the term at each
 *   position (0 for none) as 32-bit integers. In a million records, counting those that match a
 *   pattern takes 3 ms with this array and 30 ms with an SQL index.
 */
export type Row = Readonly<Record<string, unknown>>;

export type SortValue = string | number | undefined;

/** Collects the sort values of rows one at a time, so that the rows need not stay in memory. */
export function sortValuesOf(order: readonly Order[]) {
  const keys = order.map(({ field, by, direction }) => ({
    field,
    by,
    values: [] as SortValue[],
    sign: direction === 'ascending' ? 1 : -1,
  }));
  let count = 0;
  return {
    add(row: Row): void {
      count += 1;
      for (const { field, by, values } of keys) values.push(sortValue(row[field], by));
    },
    /**
     * Returns the row numbers in sorted order. Rows without a value are last in both directions.
     * Rows with equal values are sorted by the bytes of their JSON records.
     * @param ranks a function that returns the rank of each row in the order of these bytes. It is
     * called only if rows have equal values
     */
    inOrder(ranks: () => Uint32Array): Uint32Array {
      let ranked: Uint32Array | undefined;
      return Uint32Array.from({ length: count }, (_, at) => at).sort((a, b) => {
        for (const { values, sign } of keys) {
          const compared = compareValues(values[a], values[b], sign);
          if (compared !== 0) return compared;
        }
        ranked ??= ranks();
        return ranked[a]! - ranked[b]!;
      });
    },
  };
}

export function compareValues(x: SortValue, y: SortValue, sign: number): number {
  if (x === y) return 0;
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  // Sorts in the same order as SQLite, with numbers before text.
  const before = typeof x === typeof y ? x < y : typeof x === 'number';
  return before ? -sign : sign;
}

export function sortValue(value: unknown, by: Order['by']): SortValue {
  if (value === undefined || value === null) return undefined;
  if (by === 'date') return dayOf(String(value));
  if (by === 'stage') {
    const stage = phaseRank(String(value));
    return stage < 0 ? undefined : stage;
  }
  return typeof value === 'number' ? value : String(value);
}
