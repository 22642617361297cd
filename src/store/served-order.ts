import { dayOf } from '../domain/dates.ts';
import { phaseRank } from '../domain/programs/development-stage.ts';
import type { Order } from '../endpoint.ts';
import type { Row } from './served-store.ts';

/** A record with what is served of it. */
export interface Served {
  readonly row: Row;
  readonly record: string;
}

/** Absent values last, whatever the direction; ties fall to the record itself, so no two places tie. */
export function inOrder(records: readonly Served[], order: readonly Order[]): readonly Served[] {
  const placed = records.map((one) => ({
    one,
    values: order.map(({ field, by }) => sortValue(one.row[field], by)),
  }));
  const directions = order.map(({ direction }) => (direction === 'ascending' ? 1 : -1));
  return placed
    .sort((a, b) => {
      for (let at = 0; at < directions.length; at += 1) {
        const [x, y] = [a.values[at], b.values[at]];
        if (x === y) continue;
        if (x === undefined) return 1;
        if (y === undefined) return -1;
        // As SQLite compares: numbers before text.
        const before = typeof x === typeof y ? x < y : typeof x === 'number';
        return before ? -directions[at]! : directions[at]!;
      }
      return a.one.record < b.one.record ? -1 : a.one.record > b.one.record ? 1 : 0;
    })
    .map(({ one }) => one);
}

/** The place of each record, by its position, in another order. */
export function placesIn(ordered: readonly Served[], order: readonly Order[]): number[] {
  const places = new Map(inOrder(ordered, order).map((record, place) => [record, place]));
  return ordered.map((record) => places.get(record)!);
}

function sortValue(value: unknown, by: Order['by']): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (by === 'date') return dayOf(String(value));
  if (by === 'stage') {
    const stage = phaseRank(String(value));
    return stage < 0 ? undefined : stage;
  }
  return typeof value === 'number' ? value : String(value);
}
