import { createHash } from 'node:crypto';
import { dayOf } from '../domain/dates.ts';
import { phaseRank } from '../domain/programs/development-stage.ts';
import type { Endpoint, Order } from '../endpoint.ts';
import { ordersOf } from '../endpoint.ts';
import type { Column } from '../params.ts';
import { rounderOf } from '../units.ts';
import type { Database } from './database.ts';
import { type SqlValue, writeRows } from './statements.ts';

/**
 * What is served: laid out and written here, whole at each refresh, and searched by query.ts. For
 * an endpoint `x`:
 *
 * - `search x`: `position`, the row's place in the default order; one column a searched field; the
 *   place of the row in each other order;
 * - `records x`: `position` and the record, serialised once as it will be sent;
 * - `terms x:field`: the dictionary of a field searched by pattern, its distinct values numbered
 *   from 1. A pattern is tried on each value once, however many records bear it;
 * - `index x:field`: the inverted index of that field, one row to read at once. `postings`: the
 *   positions of the rows that bear each term, ascending, term after term; `folded`: all terms in
 *   one text, folded; and where in each the terms begin. 32-bit numbers.
 */
export type Row = Readonly<Record<string, unknown>>;

/** Grows whenever these tables are written otherwise than before. */
const TABLES_VERSION = 5;

/** Fewer rows than this are read through in less time than an index takes to be made. */
const MIN_INDEXED_ROWS = 1_000;

/** Changes when the search tables of an endpoint would be laid out otherwise. */
export function layoutOf(endpoints: readonly Endpoint[]): string {
  const layout = endpoints.map((endpoint) => [
    endpoint.name,
    endpoint.collection,
    Object.keys(endpoint.record),
    columnsOf(endpoint).map(columnName),
    ordersOf(endpoint),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([TABLES_VERSION, layout]))
    .digest('hex')
    .slice(0, 16);
}

/** The columns by which an endpoint's records are searched, each once. */
export function columnsOf(endpoint: Endpoint): readonly Column[] {
  const named = new Map<string, Column>();
  const add = (column: Column) => named.set(columnName(column), column);
  for (const parameter of Object.values(endpoint.parameters)) {
    if (parameter.kind === 'filter' || parameter.kind === 'choice') parameter.columns.forEach(add);
  }
  for (const { field } of endpoint.constraints ?? []) add({ field, as: 'value' });
  for (const field of endpoint.keys ?? []) add({ field, as: 'value' });
  return [...named.values()];
}

export function columnName({ field, as }: Column): string {
  return `${field}:${as}`;
}

export function tablesOf({ name }: Endpoint): { search: string; stored: string } {
  return { search: quote(`search ${name}`), stored: quote(`records ${name}`) };
}

export function termsTable(endpoint: Endpoint, field: string): string {
  return quote(`terms ${endpoint.name}:${field}`);
}

export function indexTable(endpoint: Endpoint, field: string): string {
  return quote(`index ${endpoint.name}:${field}`);
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Replaces an endpoint's records. Runs inside the caller's transaction. */
export function writeServed(database: Database, endpoint: Endpoint, made: readonly Row[]): void {
  const [first, ...others] = ordersOf(endpoint);
  const serialise = serialiserOf(endpoint);
  const served = made
    .map(rounderOf(endpoint.record))
    .map((row) => ({ row, record: serialise(row) }));
  dropServed(database, endpoint);
  const ordered = inOrder(served, first?.[1] ?? []);
  const searched = new Map<string, readonly SqlValue[]>();
  for (const column of columnsOf(endpoint)) {
    const values = ordered.map(({ row }) => columnValue(row, column));
    searched.set(
      columnName(column),
      column.as === 'term' ? writeTerms(database, endpoint, column.field, values) : values,
    );
  }
  for (const [name, order] of others) searched.set(`order:${name}`, placesIn(ordered, order));
  writeRecords(database, endpoint, ordered);
  writeSearch(database, endpoint, searched, ordered.length);
}

/**
 * Makes a record ready to serve: the endpoint's fields, in its order, without those that are
 * absent. Whatever is served has passed here.
 */
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

/** Drops the tables of an endpoint, whatever layout left them. */
function dropServed(database: Database, endpoint: Endpoint): void {
  const { name } = endpoint;
  const left = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND (name IN (?, ?) OR name GLOB ?)`,
    )
    .all(`search ${name}`, `records ${name}`, `* ${name}:*`) as { name: string }[];
  for (const table of left) database.exec(`DROP TABLE ${quote(table.name)}`);
}

function writeRecords(database: Database, endpoint: Endpoint, ordered: readonly Served[]): void {
  const { stored } = tablesOf(endpoint);
  database.exec(`CREATE TABLE ${stored} (position INTEGER PRIMARY KEY, record TEXT NOT NULL)`);
  const rows = ordered.map(({ record }, position) => [position, record]);
  writeRows(database, `INSERT INTO ${stored}`, rows);
}

/** @param columns by name, the value of each row by position */
function writeSearch(
  database: Database,
  endpoint: Endpoint,
  columns: ReadonlyMap<string, readonly SqlValue[]>,
  count: number,
): void {
  const { search } = tablesOf(endpoint);
  const names = [...columns.keys()].map(quote);
  const definitions = ['position INTEGER PRIMARY KEY', ...names];
  database.exec(`CREATE TABLE ${search} (${definitions.join(', ')})`);
  const values = [...columns.values()];
  const rows = Array.from({ length: count }, (_, position) => [
    position,
    ...values.map((each) => each[position] ?? null),
  ]);
  writeRows(database, `INSERT INTO ${search}`, rows);
  if (count < MIN_INDEXED_ROWS) return;
  names.forEach((name, index) => {
    database.exec(`CREATE INDEX ${quote(`${endpoint.name} by ${index}`)} ON ${search} (${name})`);
  });
}

/**
 * Writes the dictionary and the inverted index of a field.
 *
 * @param values of the field, by position
 * @returns the number of each row's term, by position; null where the record says nothing
 */
function writeTerms(
  database: Database,
  endpoint: Endpoint,
  field: string,
  values: readonly SqlValue[],
): readonly (number | null)[] {
  const positions = new Map<string, number[]>();
  const numbers = new Map<string, number>();
  const terms = values.map((value, position) => {
    if (value === null) return null;
    const term = String(value);
    const bearing = positions.get(term);
    if (bearing) bearing.push(position);
    else {
      positions.set(term, [position]);
      numbers.set(term, numbers.size + 1);
    }
    return numbers.get(term)!;
  });
  const dictionary = termsTable(endpoint, field);
  database.exec(`CREATE TABLE ${dictionary} (id INTEGER PRIMARY KEY, value TEXT NOT NULL)`);
  const rows = [...numbers].map(([value, id]) => [id, value]);
  writeRows(database, `INSERT INTO ${dictionary}`, rows);
  writeIndex(database, indexTable(endpoint, field), positions);
  return terms;
}

function writeIndex(
  database: Database,
  table: string,
  terms: ReadonlyMap<string, readonly number[]>,
): void {
  const postings = [...terms.values()];
  // No word holds a line's end, so that none is found across two terms, or across a NUL.
  const folded = [...terms.keys()].map((term) => `${foldCase(term).replaceAll('\0', '\n')}\n`);
  // The text comes last: whoever reads what stands before it does not page through it.
  const columns = 'posting_starts BLOB, postings BLOB, folded_starts BLOB, folded TEXT';
  database.exec(`CREATE TABLE ${table} (${columns})`);
  const put = database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`);
  put.run(
    bytesOf(startsOf(postings)),
    bytesOf(postings.flat()),
    bytesOf(startsOf(folded)),
    folded.join(''),
  );
}

/** Where each part begins when all are put after one another, and where the last one ends. */
function startsOf(parts: readonly { readonly length: number }[]): number[] {
  const starts = [0];
  let end = 0;
  for (const { length } of parts) {
    end += length;
    starts.push(end);
  }
  return starts;
}

function bytesOf(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(numbers).buffer);
}

/** What a column holds of a record: text or number, null where the record says nothing. */
function columnValue(record: Row, { field, as }: Column): string | number | null {
  const value = record[field];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return as === 'value' ? value : String(value);
  const words = Array.isArray(value) ? value.join('; ') : String(value);
  // No caller can ask for NUL, at which a driver of SQLite may end the text.
  const text = words.replaceAll('\0', '');
  if (as === 'date') return dayOf(text) ?? null;
  return as === 'lower' ? text.toLowerCase() : text;
}

/**
 * Folds the letters that match ASCII letters when case is ignored: A–Z, the long s and the Kelvin
 * sign. Folded values can be compared with folded ASCII words byte by byte.
 */
export function foldCase(value: string): string {
  return value
    .replace(/[A-Z]+/g, (run) => run.toLowerCase())
    .replaceAll('\u017f', 's')
    .replaceAll('\u212a', 'k');
}

interface Served {
  readonly row: Row;
  readonly record: string;
}

/** Absent values last, whatever the direction; ties fall to the record itself, so no two places tie. */
function inOrder(records: readonly Served[], order: readonly Order[]): readonly Served[] {
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

/** The place of each record, by its position, in another order. */
function placesIn(ordered: readonly Served[], order: readonly Order[]): number[] {
  const places = new Map(inOrder(ordered, order).map((record, place) => [record, place]));
  return ordered.map((record) => places.get(record)!);
}

function sortValue(value: unknown, by: Order['by']): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (by === 'date') return dayOf(String(value));
  if (by === 'stage') {
    const stage = phaseRank(String(value));
    return stage < 0 ? undefined : stage;
  }
  return typeof value === 'number' ? value : String(value);
}
