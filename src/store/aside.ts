import type { Database } from './database.ts';
import { statement } from './statements.ts';

/** Rows that are written and read together: each call costs more than what it carries. */
const ROWS_AT_ONCE = 100;

/**
 * Puts rows aside in the temporary database, beside the store and for this connection alone, to be
 * gone through as often as needed: few of them lie in memory at a time.
 *
 * @param rows plain data as JSON can hold it; gone through once
 * @returns the same rows, read anew whenever they are gone through, until `dropAside`
 */
export function putAside<Row extends object>(
  database: Database,
  rows: Iterable<Row>,
): Iterable<Row> {
  database.exec(
    'CREATE TABLE IF NOT EXISTS temp.aside (id INTEGER PRIMARY KEY, rows TEXT NOT NULL)',
  );
  const pages: number[] = [];
  let page: string[] = [];
  const turnPage = () => {
    const put = statement(database, 'INSERT INTO temp.aside (rows) VALUES (?)');
    pages.push(Number(put.run(`[${page.join()}]`).lastInsertRowid));
    page = [];
  };
  for (const row of rows) {
    page.push(JSON.stringify(row));
    if (page.length === ROWS_AT_ONCE) turnPage();
  }
  if (page.length > 0) turnPage();
  return { [Symbol.iterator]: () => read<Row>(database, pages) };
}

/** Ends what was put aside. */
export function dropAside(database: Database): void {
  database.exec('DROP TABLE IF EXISTS temp.aside');
}

function* read<Row>(database: Database, pages: readonly number[]): Generator<Row, undefined> {
  const get = statement(database, 'SELECT rows FROM temp.aside WHERE id = ?');
  for (const id of pages) yield* JSON.parse((get.get(id) as { rows: string }).rows) as Row[];
  return undefined;
}
