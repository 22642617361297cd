import type { Database } from './database.ts';
import { statement } from './statements.ts';

/**
 * What a refresh keeps of computations that are made unit by unit (see derive/recall.ts): in the table
 * of what is said of the store, a row a unit, `derived_from/COMPUTATION/INPUT`. What a refresh makes
 * lies in the temporary database until it lands.
 */
export interface UnitResults {
  /** The result of an input as JSON: of this refresh, else of the one before. */
  find(computation: string, input: string): string | undefined;
  /** Notes that a result counts: one that was made now, or null for the one of the refresh before. */
  note(computation: string, input: string, json: string | null): void;
}

/** Begins with nothing that counts. */
export function beginUnitResults(database: Database): UnitResults {
  dropUnitResults(database);
  database.exec(`CREATE TABLE temp.unit_results
    (computation TEXT, input TEXT, result TEXT, PRIMARY KEY (computation, input)) WITHOUT ROWID`);
  const resultBy = (sql: string, ...values: string[]) =>
    (statement(database, sql).get(...values) as { value: string | null } | undefined)?.value;
  return {
    find: (computation, input) =>
      resultBy(
        'SELECT result AS value FROM temp.unit_results WHERE computation = ? AND input = ?',
        computation,
        input,
      ) ??
      resultBy('SELECT value FROM main.meta WHERE name = ?', rowName(computation, input)) ??
      undefined,
    note(computation, input, json) {
      const sql = 'INSERT OR REPLACE INTO temp.unit_results VALUES (?, ?, ?)';
      statement(database, sql).run(computation, input, json);
    },
  };
}

/**
 * Keeps the results that count, and no others of the computations that were made. Runs inside the
 * caller's transaction.
 */
export function landUnitResults(database: Database): void {
  const made = database.prepare('SELECT DISTINCT computation FROM temp.unit_results').all();
  for (const { computation } of made as { computation: string }[]) {
    const counted = 'SELECT ? || input FROM temp.unit_results WHERE computation = ?';
    database
      .prepare(`DELETE FROM main.meta WHERE name GLOB ? AND name NOT IN (${counted})`)
      .run(rowName(computation, '*'), rowName(computation, ''), computation);
    database
      .prepare(
        `INSERT OR REPLACE INTO main.meta SELECT ? || input, result FROM temp.unit_results
         WHERE computation = ? AND result IS NOT NULL`,
      )
      .run(rowName(computation, ''), computation);
  }
  dropUnitResults(database);
}

export function dropUnitResults(database: Database): void {
  database.exec('DROP TABLE IF EXISTS temp.unit_results');
}

function rowName(computation: string, input: string): string {
  return `derived_from/${computation}/${input}`;
}
