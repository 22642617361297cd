import type { Database } from './database.ts';

/** A condition as SQL, and the values of its marks. */
export interface Clause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const statements = new WeakMap<Database, Map<string, ReturnType<Database['prepare']>>>();

/** A prepared statement, prepared once a database. Their number is bounded by the catalogue's. */
export function statement(database: Database, sql: string): ReturnType<Database['prepare']> {
  let known = statements.get(database);
  if (!known) {
    known = new Map();
    statements.set(database, known);
  }
  const ready = known.get(sql) ?? database.prepare(sql);
  known.set(sql, ready);
  return ready;
}
