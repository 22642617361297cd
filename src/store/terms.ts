import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import type { Matcher } from '../catalogue/patterns.ts';
import type { Database } from './database.ts';
import { rowTermsTable, termsTable, wordsTable } from './served-tables.ts';
import { statement } from './statements.ts';

/** Number of terms that are read from the dictionary together. */
const TERMS_AT_ONCE = 256;
/**
 * Number of terms that are compared with a pattern before other callers run. The slowest measured
 * pattern took 0.1 ms per term.
 */
const TERMS_A_STEP = 8;

/**
 * Returns the IDs of the terms that match a pattern. Plain text is searched for by SQLite. Other
 * patterns are compared with the terms in steps, and other callers run between the steps. For a
 * column of words, returns the positions of the rows that contain the words.
 */
export async function matchingTerms(
  database: Database,
  endpoint: Endpoint,
  { field }: Column,
  matcher: Matcher,
  scan: Scan,
): Promise<readonly number[]> {
  const { literal, words } = matcher;
  if (words) return scan(rowsWithWords(database, wordsTable(endpoint), words));
  const table = termsTable(endpoint, field);
  if (literal === undefined) return scan(termsMatching(database, table, matcher));
  const sql = `SELECT json_group_array(id) AS ids FROM ${table} WHERE instr(folded, ?)`;
  return numbersOf(database, sql, literal);
}

function numbersOf(database: Database, sql: string, value: string): readonly number[] {
  return JSON.parse((statement(database, sql).get(value) as { ids: string }).ids);
}

/**
 * Returns the positions of the rows that contain at least `least` of the words in `all`. If `needed`
 * is given, this word must be one of them.
 */
function* rowsWithWords(
  database: Database,
  table: string,
  { all, least, needed }: NonNullable<Matcher['words']>,
) {
  const sql = `SELECT json_group_array(rowid) AS ids FROM ${table} WHERE ${table} MATCH ?`;
  const counts = new Map<number, number>();
  let ids: readonly number[] | undefined;
  for (const word of all) {
    const found = numbersOf(database, sql, `"${word}" *`);
    if (word === needed) ids = found;
    for (const id of found) counts.set(id, (counts.get(id) ?? 0) + 1);
    yield;
  }
  return [...(ids ?? counts.keys())].filter((id) => counts.get(id)! >= least);
}

function* termsMatching(database: Database, table: string, matcher: Matcher) {
  const some = statement(
    database,
    `SELECT json_group_array(value) AS found
     FROM (SELECT value FROM ${table} WHERE id > ? AND id <= ? ORDER BY id)`,
  );
  const ids: number[] = [];
  for (let after = 0; ; after += TERMS_AT_ONCE) {
    const { found } = some.get(after, after + TERMS_AT_ONCE) as { found: string };
    const values: readonly string[] = JSON.parse(found);
    // The IDs in a dictionary count up from 1.
    for (const [index, value] of values.entries()) {
      if (matcher.test(value)) ids.push(after + 1 + index);
      if (index % TERMS_A_STEP === TERMS_A_STEP - 1) yield;
    }
    if (values.length < TERMS_AT_ONCE) return ids;
  }
}

/** Returns the number of the term at each position; 0 for a row without a value. */
export function rowTerms(database: Database, endpoint: Endpoint, { field }: Column): Int32Array {
  const sql = `SELECT terms FROM ${rowTermsTable(endpoint, field)}`;
  const { terms } = statement(database, sql).get() as { terms: Uint8Array };
  // The bytes are copied, because an array of 32-bit integers needs an aligned buffer.
  return new Int32Array(terms.slice().buffer);
}
