import type { Order } from '../catalogue/endpoint.ts';
import { dayOf } from '../domain/dates.ts';
import { phaseRank } from '../domain/programs/development-stage.ts';

/**
 * The served tables, which served-store.ts writes at a refresh and run-query.ts searches. For an
 * endpoint `x`:
 *
 * - `search x`: `position`, the row's place in the default order; one column per searched field; the
 *   row's place in each other order;
 * - `records x`: `position` and the record as serialized JSON;
 * - `terms x:field`: the dictionary of a field searched by pattern: its distinct values, numbered
 *   from 1. A pattern is matched against each value once, however many records have it. `folded` is
 *   the value without case;
 * - `rows x:field`: one row, `terms`: for each position the number of its term, 0 for none, as 32-bit
 *   integers. Counting the records of a pattern through an SQL index takes 30 ms in a million
 *   records, through this array 3 ms;
 * - `moves x:field`: for an endpoint that takes `as_of`, the moves of that date (date-moves.ts).
 */
export type Row = Readonly<Record<string, unknown>>;

/** By what the rows of a collection stand in an order, noted row by row, so that none need be kept. */
export interface SortValues {
  add(row: Row): void;
  /**
   * The places of the rows, as they were added, in the order. Absent values last, whatever the
   * direction; ties fall to the record itself, so no two places tie.
   *
   * @param ranks the place of each row among all by its record's bytes; asked for where rows tie
   */
  inOrder(ranks: () => Uint32Array): Uint32Array;
}

type SortValue = string | number | undefined;

export function sortValuesOf(order: readonly Order[]): SortValues {
  const keys = order.map(({ field, by, direction }) => ({
    ...{ field, by, values: [] as SortValue[] },
    sign: direction === 'ascending' ? 1 : -1,
  }));
  let count = 0;
  return {
    add(row) {
      count += 1;
      for (const { field, by, values } of keys) values.push(sortValue(row[field], by));
    },
    inOrder(ranks) {
      let ranked: Uint32Array | undefined;
      return Uint32Array.from({ length: count }, (_, at) => at).sort((a, b) => {
        for (const { values, sign } of keys) {
          const compared = compare(values[a], values[b], sign);
          if (compared !== 0) return compared;
        }
        ranked ??= ranks();
        return ranked[a]! - ranked[b]!;
      });
    },
  };
}

function compare(x: SortValue, y: SortValue, sign: number): number {
  if (x === y) return 0;
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  // As SQLite compares: numbers before text.
  const before = typeof x === typeof y ? x < y : typeof x === 'number';
  return before ? -sign : sign;
}

function sortValue(value: unknown, by: Order['by']): SortValue {
  if (value === undefined || value === null) return undefined;
  if (by === 'date') return dayOf(String(value));
  if (by === 'stage') {
    const stage = phaseRank(String(value));
    return stage < 0 ? undefined : stage;
  }
  return typeof value === 'number' ? value : String(value);
}
