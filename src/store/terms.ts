import type { Endpoint } from '../endpoint.ts';
import type { Column } from '../params.ts';
import type { Matcher } from '../patterns.ts';
import type { Database } from './database.ts';
import type { RankRange } from './rank-range.ts';
import { listsTable, termsTable } from './served-store.ts';
import { statement } from './statements.ts';

/** How long a scan of terms holds the event loop before it lets others in, milliseconds. */
const scanSlice = 5;
/** Terms that a pattern is tried on at once. */
const termsAtOnce = 256;

/** The terms of a column that pass. */
export interface Matching {
  readonly column: Column;
  readonly ids: readonly number[];
}

/**
 * The ids of the values that a pattern matches. A plain word is looked for in one text that holds
 * them all; a pattern is tried on each, in slices, so that other callers are served between them.
 */
export async function matchingTerms(
  database: Database,
  endpoint: Endpoint,
  field: string,
  matcher: Matcher,
): Promise<readonly number[]> {
  if (matcher.literal !== undefined) {
    return termsHolding(database, endpoint, field, matcher.literal);
  }
  const table = termsTable(endpoint, field);
  const some = statement(
    database,
    `SELECT json_group_array(value) AS found
     FROM (SELECT value FROM ${table} WHERE id > ? AND id <= ? ORDER BY id)`,
  );
  const ids: number[] = [];
  let sliceEnd = performance.now() + scanSlice;
  for (let after = 0; ; after += termsAtOnce) {
    const { found } = some.get(after, after + termsAtOnce) as { found: string };
    const values: readonly string[] = JSON.parse(found);
    // The ids of a table of terms are 1, 2, 3 …
    values.forEach((value, index) => {
      if (matcher.test(value)) ids.push(after + 1 + index);
    });
    if (values.length < termsAtOnce) return ids;
    if (performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setImmediate(resolve));
    sliceEnd = performance.now() + scanSlice;
  }
}

function termsHolding(
  database: Database,
  endpoint: Endpoint,
  field: string,
  word: string,
): readonly number[] {
  const table = listsTable(endpoint, field);
  const read = statement(database, `SELECT folded, starts FROM ${table}`).get();
  const { folded, starts: bytes } = read as { folded: string; starts: Uint8Array };
  const starts = numbersOf(bytes);
  const ids: number[] = [];
  let next = 0;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, starts[next])) {
    while (next < starts.length && (starts[next] ?? 0) <= at) next += 1;
    // The term before the next one has it, and its id is its place counted from 1.
    ids.push(next);
    if (next === starts.length) break;
  }
  return ids;
}

/** A page of ranks, and how many there are in all. */
export interface Bearing {
  readonly ranks: readonly number[];
  readonly total: number;
}

/** The records that bear one of the matching terms of each column, in order. */
export function ranksBearing(
  database: Database,
  endpoint: Endpoint,
  { first, last }: RankRange,
  matching: readonly Matching[],
  { skip, size }: { readonly skip: number; readonly size: number },
): Bearing {
  const [one, ...more] = matching.map(({ column, ids }) => {
    const bearers = bearersOf(database, endpoint, column.field);
    // Term 0 is no term: a record without a value bears it.
    const passes = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
    for (const id of ids) passes[id] = 1;
    return { passes, bearers };
  });
  const ranks: number[] = [];
  let total = 0;
  if (!one) return { ranks, total };
  const { passes, bearers } = one;
  // The work of this loop is done for every record there is: plain on purpose.
  for (let rank = first; rank <= last; rank += 1) {
    if (passes[bearers[rank]!] !== 1) continue;
    if (more.length > 0 && !more.every((each) => each.passes[each.bearers[rank]!] === 1)) continue;
    if (total >= skip && total < skip + size) ranks.push(rank);
    total += 1;
  }
  return { ranks, total };
}

/** The term of each record, by rank. */
function bearersOf(database: Database, endpoint: Endpoint, field: string): Int32Array {
  const read = statement(database, `SELECT bearers FROM ${listsTable(endpoint, field)}`);
  return numbersOf((read.get() as { bearers: Uint8Array }).bearers);
}

function numbersOf(bytes: Uint8Array): Int32Array {
  const isAligned = bytes.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, byteLength } = isAligned ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT);
}
