import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import type { Query } from '../catalogue/query.ts';
import { type Clause, constraintsOn } from './clauses.ts';
import type { Database } from './database.ts';
import { matchingClause, matchingOf, searchOf } from './search.ts';
import { columnName, quote, tablesOf, termsTable } from './served-tables.ts';
import { statement } from './statements.ts';

/**
 * Returns at most `most` distinct text values of a column. If `today` is given, reads only the
 * records that the endpoint shows on that day (see `constraintsOn`). Otherwise, reads all records.
 */
export function distinctValues(
  database: Database,
  endpoint: Endpoint,
  column: Column,
  { most, today }: { readonly most: number; readonly today?: string },
): string[] {
  const clauses = today === undefined ? [] : constraintsOn(endpoint, today);
  return readValues(database, endpoint, column, { clauses, most });
}

/**
 * Returns at most `most` distinct text values of a column. Reads only the records that match a
 * query.
 */
export async function valuesWithin(
  database: Database,
  endpoint: Endpoint,
  column: Column,
  { query, most, scan }: { readonly query: Query; readonly most: number; readonly scan: Scan },
): Promise<string[]> {
  const matching = await matchingOf(database, endpoint, query, scan);
  const { bounds, others } = searchOf(endpoint, query, matching);
  const clauses = [...bounds, ...others, ...matching.map(matchingClause)];
  return readValues(database, endpoint, column, { clauses, most });
}

function readValues(
  database: Database,
  endpoint: Endpoint,
  column: Column,
  { clauses, most }: { readonly clauses: readonly Clause[]; readonly most: number },
): string[] {
  // Words are searched but not listed.
  if (column.as === 'words') return [];
  const name = quote(columnName(column));
  const { search } = tablesOf(endpoint);
  const terms = termsTable(endpoint, column.field);
  const where = clauses.map(({ sql }) => ` AND ${sql}`).join('');
  const isTerm = column.as === 'term';
  const values =
    isTerm && clauses.length === 0
      ? `SELECT value FROM ${terms}`
      : `SELECT DISTINCT ${isTerm ? 'value' : `${name} AS value`} FROM ${search}
         ${isTerm ? `JOIN ${terms} ON id = ${name}` : ''} WHERE typeof(${isTerm ? 'value' : name}) = 'text'${where}`;
  const rows = statement(database, `${values} LIMIT ?`).all(
    ...clauses.flatMap((clause) => clause.values),
    most,
  ) as { value: string }[];
  return rows.map(({ value }) => value);
}
