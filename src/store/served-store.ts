import { dayOf } from '../domain/dates.ts';
import { phaseRank } from '../domain/programs/development-stage.ts';
import type { Endpoint, Order } from '../endpoint.ts';
import { rounderOf } from '../units.ts';
import { writeRows } from './batch.ts';
import { columnName, columnsOf, columnValue, foldCase, ordersOf } from './columns.ts';
import type { Database } from './database.ts';

/**
 * The served tables, written whole at each refresh. For an endpoint `x`:
 *
 * - `search x`: `rank` in the default order, one column a searched field, the ranks of other orders;
 * - `records x`: `rank` and the record, serialised once as it will be sent;
 * - `terms x:field`: the distinct values of a field searched by pattern. A pattern is tried on each
 *   value once, however many records bear it;
 * - `lists x:field`: one row to read at once: `bearers`, the term of each record by rank, 0 for none;
 *   `folded`, all terms in one text, folded; `starts`, where in it each begins. 32-bit numbers.
 */
export type Row = Readonly<Record<string, unknown>>;

/** Fewer rows than this are read through in less time than an index takes to be made. */
const indexedFrom = 1_000;

/** Replaces an endpoint's records. Runs inside the caller's transaction. */
export function writeServed(database: Database, endpoint: Endpoint, made: readonly Row[]): void {
  const rows = made.map(rounderOf(endpoint.record));
  const columns = columnsOf(endpoint);
  const [, ...otherOrders] = ordersOf(endpoint);
  const serialise = serialiserOf(endpoint);
  const records = rows.map((row) => ({ row, record: serialise(row) }));
  const ranked = sorted(records, ordersOf(endpoint)[0]?.[1] ?? []);
  const otherRanks = otherOrders.map(([, order]) => ranks(ranked, order));

  const { search, stored } = tablesOf(endpoint);
  const names = [...columns.map(columnName), ...otherOrders.map(([name]) => `order:${name}`)];
  database.exec(`DROP TABLE IF EXISTS ${search}; DROP TABLE IF EXISTS ${stored};
    CREATE TABLE ${search} (${['rank INTEGER PRIMARY KEY', ...names.map(quote)].join(', ')});
    CREATE TABLE ${stored} (rank INTEGER PRIMARY KEY, record TEXT NOT NULL)`);
  const terms = columns.map((column) => (column.as === 'term' ? new Map<string, number>() : null));
  const searched = ranked.map(({ row }, rank) => {
    const values = columns.map((column, index) => {
      const value = columnValue(row, column);
      const known = terms[index];
      return known && value !== null ? termId(known, String(value)) : value;
    });
    return [rank, ...values, ...otherRanks.map((order) => order[rank] ?? null)];
  });
  writeRows(database, `INSERT INTO ${search}`, searched);
  writeRows(
    database,
    `INSERT INTO ${stored}`,
    ranked.map(({ record }, rank) => [rank, record]),
  );
  (rows.length < indexedFrom ? [] : names).forEach((name, index) => {
    database.exec(
      `CREATE INDEX ${quote(`${endpoint.name} by ${index}`)} ON ${search} (${quote(name)})`,
    );
  });
  columns.forEach((column, index) => {
    const values = terms[index];
    if (!values) return;
    writeTerms(database, termsTable(endpoint, column.field), [...values.keys()]);
    const bearers = searched.map((row) => Number(row[index + 1] ?? 0));
    writeLists(database, listsTable(endpoint, column.field), [...values.keys()], bearers);
  });
}

export function tablesOf(endpoint: Endpoint): { search: string; stored: string } {
  return { search: quote(`search ${endpoint.name}`), stored: quote(`records ${endpoint.name}`) };
}

export function termsTable(endpoint: Endpoint, field: string): string {
  return quote(`terms ${endpoint.name}:${field}`);
}

export function listsTable(endpoint: Endpoint, field: string): string {
  return quote(`lists ${endpoint.name}:${field}`);
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** The record as it is sent: the endpoint's fields, in its order, without those that are absent. */
function serialiserOf(endpoint: Endpoint): (row: Row) => string {
  const fields = Object.keys(endpoint.record);
  // Copies of one whole record are filled faster than records that grow; JSON leaves out undefined.
  const model: Row = Object.fromEntries(fields.map((field) => [field, undefined]));
  return (row) => {
    const record: Record<string, unknown> = { ...model };
    for (const field of fields) record[field] = row[field];
    return JSON.stringify(record);
  };
}

interface Ranked {
  readonly row: Row;
  readonly record: string;
}

/** Absent values last, whatever the direction; ties fall to the record itself, so no two places tie. */
function sorted(records: readonly Ranked[], order: readonly Order[]): readonly Ranked[] {
  const placed = records.map((one) => ({
    one,
    values: order.map(({ field, by }) => sortValue(one.row[field], by)),
  }));
  const directions = order.map(({ direction }) => (direction === 'ascending' ? 1 : -1));
  return placed
    .sort((a, b) => {
      for (let at = 0; at < directions.length; at += 1) {
        const [x, y] = [a.values[at], b.values[at]];
        if (x === y) continue;
        if (x === undefined) return 1;
        if (y === undefined) return -1;
        // As SQLite compares: numbers before text.
        const before = typeof x === typeof y ? x < y : typeof x === 'number';
        return before ? -directions[at]! : directions[at]!;
      }
      return a.one.record < b.one.record ? -1 : a.one.record > b.one.record ? 1 : 0;
    })
    .map(({ one }) => one);
}

/** The place of each record, by its default rank, in another order. */
function ranks(records: readonly Ranked[], order: readonly Order[]): number[] {
  const places = new Map(sorted(records, order).map((record, place) => [record, place]));
  return records.map((record) => places.get(record)!);
}

function sortValue(value: unknown, by: Order['by']): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (by === 'date') return dayOf(String(value));
  if (by === 'stage') {
    const rank = phaseRank(String(value));
    return rank < 0 ? undefined : rank;
  }
  return typeof value === 'number' ? value : String(value);
}

function termId(known: Map<string, number>, value: string): number {
  const id = known.get(value) ?? known.size + 1;
  known.set(value, id);
  return id;
}

function writeTerms(database: Database, table: string, values: readonly string[]): void {
  database.exec(`DROP TABLE IF EXISTS ${table};
    CREATE TABLE ${table} (id INTEGER PRIMARY KEY, value TEXT NOT NULL)`);
  const rows = values.map((value, index) => [index + 1, value]);
  writeRows(database, `INSERT INTO ${table}`, rows);
}

function writeLists(
  database: Database,
  table: string,
  values: readonly string[],
  bearers: readonly number[],
): void {
  // No word holds a line's end, so that none is found across two terms, or across a NUL.
  const folded = values.map((value) => `${foldCase(value).replaceAll('\0', '\n')}\n`);
  let end = 0;
  const starts = folded.map((value) => {
    end += value.length;
    return end - value.length;
  });
  database.exec(`DROP TABLE IF EXISTS ${table};
    CREATE TABLE ${table} (bearers BLOB, folded TEXT, starts BLOB)`);
  const put = database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`);
  put.run(bytesOf(bearers), folded.join(''), bytesOf(starts));
}

function bytesOf(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(numbers).buffer);
}
