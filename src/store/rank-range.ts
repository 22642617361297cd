import type { Endpoint } from '../endpoint.ts';
import type { Condition } from '../params.ts';
import { columnName, ordersOf } from './columns.ts';
import type { Database } from './database.ts';
import { quote, tablesOf } from './served-store.ts';
import { type Clause, statement } from './statements.ts';

/** Ranks from first to last, both included; none where last is before first. */
export interface RankRange {
  readonly first: number;
  readonly last: number;
  /** Whether it is less than all. */
  readonly isPart: boolean;
}

/** Whether records that pass the condition are neighbours in the default order. */
export function isOnLead(endpoint: Endpoint, { is, column }: Condition): boolean {
  const lead = leadOf(endpoint);
  const isBound = is !== 'matching' && is !== 'one of';
  return (
    isBound &&
    lead?.field === column.field &&
    (lead.by ?? 'value') === 'value' &&
    column.as === 'value'
  );
}

/**
 * Where the records lie that pass conditions on the field by which they are sorted first: the ends
 * of the range are looked up, nothing is scanned. Without conditions, all of them.
 */
export function rankRange(
  database: Database,
  endpoint: Endpoint,
  onLead: readonly Clause[],
): RankRange {
  const { search } = tablesOf(endpoint);
  const row = statement(database, `SELECT max(rank) AS last FROM ${search}`).get();
  let [first, last] = [0, (row as { last: number | null }).last ?? -1];
  const everything = last;
  for (const clause of onLead) {
    const passing = rangeOf(database, endpoint, clause);
    first = Math.max(first, passing.first);
    last = Math.min(last, passing.last);
  }
  return { first, last, isPart: first > 0 || last < everything };
}

/** One condition by itself: with several, SQLite would seek by one and scan for the others. */
function rangeOf(database: Database, endpoint: Endpoint, { sql, values }: Clause) {
  const { search } = tablesOf(endpoint);
  const lead = leadOf(endpoint);
  const name = quote(columnName({ field: lead?.field ?? '', as: 'value' }));
  const [start, end] = lead?.direction === 'ascending' ? ['min', 'max'] : ['max', 'min'];
  const row = statement(
    database,
    `SELECT
      (SELECT min(rank) FROM ${search}
        WHERE ${name} = (SELECT ${start}(${name}) FROM ${search} WHERE ${sql})) AS first,
      (SELECT max(rank) FROM ${search}
        WHERE ${name} = (SELECT ${end}(${name}) FROM ${search} WHERE ${sql})) AS last`,
  ).get(...values, ...values);
  const { first, last } = row as { first: number | null; last: number | null };
  return first === null || last === null ? { first: 0, last: -1 } : { first, last };
}

function leadOf(endpoint: Endpoint) {
  return ordersOf(endpoint)[0]?.[1][0];
}
