import type { Sorting } from '../catalogue/sorting.ts';
import type { Database } from './database.ts';
import { between, type Found, matchingClause, rangeOf, type Search } from './search.ts';
import { compareValues, type SortValue, sortValue } from './served-order.ts';
import { tablesOf } from './served-tables.ts';
import { statement } from './statements.ts';

/**
 * Number of records that a sort reads in one step. A step takes about 1 ms, and other callers run
 * between the steps.
 */
const ROWS_A_STEP = 256;

/**
 * Finds a page of rows in the order of any field. The field needs no index, because its values are
 * read from the records. Only the rows up to the end of the page are kept in memory.
 */
export function* sortedPositions(
  database: Database,
  search: Search,
  { field, by, direction }: Sorting,
): Generator<undefined, Found> {
  const { endpoint, others, matching, size, skip } = search;
  const { first, last } = rangeOf(database, search);
  const clauses = [between(0, 0), ...others, ...matching.map(matchingClause)];
  const { search: table, stored } = tablesOf(endpoint);
  const text = field in (endpoint.beside ?? {}) ? 'beside' : 'record';
  const some = statement(
    database,
    `SELECT position,
       (SELECT ${text} ->> ? FROM ${stored} WHERE position = ${table}.position) AS value
     FROM ${table} WHERE ${clauses.map(({ sql }) => sql).join(' AND ')}`,
  );
  const values = clauses.slice(1).flatMap((clause) => clause.values);
  const sign = direction === 'ascending' ? 1 : -1;
  const wanted = Math.min(skip + size, last - first + 1);
  let best: { readonly position: number; readonly value: SortValue }[] = [];
  const keepBest = () => {
    best.sort((a, b) => compareValues(a.value, b.value, sign) || a.position - b.position);
    best = best.slice(0, wanted);
  };
  let total = 0;
  for (let start = first; start <= last; start += ROWS_A_STEP) {
    const end = Math.min(last, start + ROWS_A_STEP - 1);
    const rows = some.all(`$."${field}"`, start, end, ...values) as unknown as {
      position: number;
      value: unknown;
    }[];
    total += rows.length;
    best.push(...rows.map(({ position, value }) => ({ position, value: sortValue(value, by) })));
    if (best.length >= 2 * wanted) keepBest();
    yield;
  }
  keepBest();
  return { positions: best.slice(skip).map(({ position }) => position), total };
}
