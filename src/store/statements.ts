import type { DatabaseSync } from 'node:sqlite';

export type SqlValue = string | number | null;

/** Number of rows that one statement writes. A call of SQLite costs more than writing a row. */
const ROWS_AT_ONCE = 50;

const statements = new WeakMap<DatabaseSync, Map<string, ReturnType<DatabaseSync['prepare']>>>();

/**
 * Returns a prepared statement from the cache of the database. The cache stays small, because the
 * texts of all statements come from the catalogue and not from clients.
 */
export function statement(
  database: DatabaseSync,
  sql: string,
): ReturnType<DatabaseSync['prepare']> {
  let known = statements.get(database);
  if (!known) {
    known = new Map();
    statements.set(database, known);
  }
  const ready = known.get(sql) ?? database.prepare(sql);
  known.set(sql, ready);
  return ready;
}

/**
 * Writes rows that have the same number of values, several rows per statement. Runs inside the
 * caller's transaction.
 *
 * @returns the number of rows that were written
 */
export function writeRows(
  database: DatabaseSync,
  into: string,
  rows: readonly (readonly SqlValue[])[],
): number {
  const [first] = rows;
  if (!first) return 0;
  const marks = `(${first.map(() => '?').join(', ')})`;
  const inBatches = rows.length - (rows.length % ROWS_AT_ONCE);
  let written = 0;
  if (inBatches > 0) {
    const many = statement(
      database,
      `${into} VALUES ${Array(ROWS_AT_ONCE).fill(marks).join(', ')}`,
    );
    const values = new Array<SqlValue>(ROWS_AT_ONCE * first.length);
    for (let start = 0; start < inBatches; start += ROWS_AT_ONCE) {
      for (let at = 0; at < values.length; at += 1) {
        values[at] = rows[start + Math.floor(at / first.length)]![at % first.length]!;
      }
      written += Number(many.run(...values).changes);
    }
  }
  const one = statement(database, `${into} VALUES ${marks}`);
  for (const row of rows.slice(inBatches)) written += Number(one.run(...row).changes);
  return written;
}
