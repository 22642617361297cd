import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import type { Matcher } from '../catalogue/patterns.ts';
import type { Database } from './database.ts';
import { indexTable, termsTable } from './served-tables.ts';
import { statement } from './statements.ts';

/** Terms that are read at once. */
const TERMS_AT_ONCE = 256;
/** Terms that a pattern is tried on before others may be let in; the slowest seen took 0.1 ms each. */
const TERMS_A_STEP = 8;

/**
 * The ids of the terms that a pattern matches. A plain word is looked for in one text that holds
 * them all; a pattern is tried on each, in steps, so that other callers are served between them.
 */
export async function matchingTerms(
  database: Database,
  endpoint: Endpoint,
  { field }: Column,
  matcher: Matcher,
  scan: Scan,
): Promise<readonly number[]> {
  if (matcher.literal !== undefined) {
    return termsHolding(database, indexTable(endpoint, field), matcher.literal);
  }
  return scan(termsMatching(database, termsTable(endpoint, field), matcher));
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
    // The ids of a dictionary are 1, 2, 3 …
    for (const [index, value] of values.entries()) {
      if (matcher.test(value)) ids.push(after + 1 + index);
      if (index % TERMS_A_STEP === TERMS_A_STEP - 1) yield;
    }
    if (values.length < TERMS_AT_ONCE) return ids;
  }
}

function termsHolding(database: Database, table: string, word: string): readonly number[] {
  const row = statement(database, `SELECT folded_starts, folded FROM ${table}`).get();
  const { folded, folded_starts } = row as { folded: string; folded_starts: Uint8Array };
  const starts = numbersOf(folded_starts);
  const ids: number[] = [];
  let next = 0;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, starts[next])) {
    while (starts[next]! <= at) next += 1;
    // The term before the next one has it, and its id is its place counted from 1.
    ids.push(next);
  }
  return ids;
}

/** The positions of the rows that bear each term, and where those of the next one begin. */
export function postingsOf(database: Database, endpoint: Endpoint, { field }: Column) {
  const table = indexTable(endpoint, field);
  const row = statement(database, `SELECT posting_starts, postings FROM ${table}`).get();
  const { posting_starts, postings } = row as Record<'posting_starts' | 'postings', Uint8Array>;
  return { starts: numbersOf(posting_starts), postings: numbersOf(postings) };
}

function numbersOf(bytes: Uint8Array): Int32Array {
  const isAligned = bytes.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, byteLength } = isAligned ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT);
}
