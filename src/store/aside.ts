import { madeAnew } from '../domain/made-anew.ts';
import type { Database } from './database.ts';
import { statement } from './statements.ts';

/** Rows that are written and read together: each call costs more than what it carries. */
const ROWS_AT_ONCE = 100;
/** Up to so many rows lie in memory all the same: they are gone through again and again. */
const MAX_HELD = 15_000;

const CREATE_ASIDE =
  'CREATE TABLE IF NOT EXISTS temp.aside (id INTEGER PRIMARY KEY, rows TEXT NOT NULL)';

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
  const pages: number[] = [];
  let held: Row[] = [];
  const write = () => {
    database.exec(CREATE_ASIDE);
    for (let at = 0; at < held.length; at += ROWS_AT_ONCE) {
      pages.push(writePage(database, held.slice(at, at + ROWS_AT_ONCE)));
    }
    held = [];
  };
  for (const row of rows) {
    held.push(row);
    if (held.length > MAX_HELD || (pages.length > 0 && held.length === ROWS_AT_ONCE)) write();
  }
  if (pages.length === 0) return held;
  write();
  return madeAnew(() => read<Row>(database, pages));
}

function writePage(database: Database, rows: readonly object[]): number {
  const put = statement(database, 'INSERT INTO temp.aside (rows) VALUES (?)');
  return Number(put.run(JSON.stringify(rows)).lastInsertRowid);
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
