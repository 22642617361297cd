import type { Database } from './database.ts';

export type SqlValue = string | number | null;

/** Rows that one statement carries: a call to SQLite costs more than the row that it writes. */
const rowsAtOnce = 50;

/**
 * Writes rows of the same width, many a statement. Runs inside the caller's transaction.
 *
 * @returns how many rows were written
 */
export function writeRows(
  database: Database,
  into: string,
  rows: readonly (readonly SqlValue[])[],
): number {
  const [first] = rows;
  if (!first) return 0;
  const marks = `(${first.map(() => '?').join(', ')})`;
  const statement = (count: number) =>
    database.prepare(`${into} VALUES ${Array.from({ length: count }, () => marks).join(', ')}`);
  const whole = rows.length >= rowsAtOnce ? statement(rowsAtOnce) : undefined;
  let written = 0;
  for (const some of inParts(rows, rowsAtOnce)) {
    const full = some.length === rowsAtOnce ? whole : undefined;
    written += Number((full ?? statement(some.length)).run(...some.flat()).changes);
  }
  return written;
}

/** Parts of at most `size`, in order. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let start = 0; start < items.length; start += size) {
    parts.push(items.slice(start, start + size));
  }
  return parts;
}
