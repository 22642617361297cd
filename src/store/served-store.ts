import { createHash } from 'node:crypto';
import { type Endpoint, ordersOf } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import { rounderOf } from '../catalogue/units.ts';
import { dayOf } from '../domain/dates.ts';
import type { Database } from './database.ts';
import { type DateMove, writeDateMoves } from './date-moves.ts';
import { type Row, sortValuesOf } from './served-order.ts';
import {
  columnName,
  quote,
  rowTermsTable,
  type Schema,
  tablesOf,
  termsTable,
} from './served-tables.ts';
import { type StagedRecords, stageRecords } from './staged-records.ts';
import { type SqlValue, writeRows } from './statements.ts';

/** To be raised whenever the layout of these tables, or of the directory beside them, changes. */
const TABLES_VERSION = 8;

/** Rows that are put together before they are written. */
const ROWS_AT_ONCE = 500;

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
  if (endpoint.wording) add({ field: endpoint.wording, as: 'term' });
  return [...named.values()];
}

/** What an endpoint serves, laid out: in its default order, as its tables will hold it. */
export interface Layout {
  readonly records: StagedRecords;
  /** By position, the number of each record among those. */
  readonly order: Uint32Array;
  /** By name of the column, the value of each row by position. */
  readonly columns: ReadonlyMap<string, readonly SqlValue[]>;
  /** By position, the moves of a record's date. */
  readonly moves: readonly (readonly DateMove[] | undefined)[];
  /** Of the records in the order in which they came, and of all else: the same for no other tables. */
  readonly digest: string;
}

/**
 * Lays records out beside the store, in the place of those that were laid out before.
 *
 * @param made read once, row by row, so that they need not lie in memory together
 */
export function layOut(database: Database, endpoint: Endpoint, made: Iterable<Row>): Layout {
  const noted = noteRows(database, endpoint, made);
  const { records } = noted;
  const [first, ...others] = noted.orders;
  const order = first?.values.inOrder(records.ranks) ?? new Uint32Array();
  const arranged = <Value>(list: readonly Value[]) =>
    list.map((_, position) => list[order[position]!]!);
  const columns = new Map<string, readonly SqlValue[]>();
  for (const { column, values } of noted.columns) columns.set(columnName(column), arranged(values));
  for (const { name, values } of others) {
    const places = Array<number>(order.length).fill(0);
    values.inOrder(records.ranks).forEach((at, place) => {
      places[at] = place;
    });
    columns.set(`order:${name}`, arranged(places));
  }
  const layout = { records, order, columns, moves: arranged(noted.moves) };
  return { ...layout, digest: digestOf(endpoint, layout) };
}

/** What is served of each row, and by what it is searched and sorted, as the rows come. */
function noteRows(database: Database, endpoint: Endpoint, made: Iterable<Row>) {
  const round = rounderOf(endpoint.record);
  const serialise = serialiserOf(endpoint);
  const records = stageRecords(database);
  const moves: (readonly DateMove[] | undefined)[] = [];
  const columns = columnsOf(endpoint).map((column) => ({ column, values: [] as SqlValue[] }));
  const orders = ordersOf(endpoint).map(([name, order]) => ({ name, values: sortValuesOf(order) }));
  for (const one of made) {
    const row = round(one);
    records.add(serialise(row));
    moves.push(row.date_moves as readonly DateMove[] | undefined);
    for (const { column, values } of columns) values.push(columnValue(row, column));
    for (const { values } of orders) values.add(row);
  }
  records.end();
  return { records, moves, columns, orders };
}

function digestOf(
  endpoint: Endpoint,
  { records, order, columns, moves }: Omit<Layout, 'digest'>,
): string {
  const digest = createHash('sha256').update(layoutOf([endpoint]));
  digest.update(records.digest()).update(order);
  for (const values of columns.values()) digest.update(JSON.stringify(values));
  digest.update(JSON.stringify(moves));
  return digest.digest('base64url');
}

/** Replaces an endpoint's records. Runs inside the caller's transaction. */
export function writeServed(database: Database, endpoint: Endpoint, made: Iterable<Row>): void {
  writeTables(database, endpoint, layOut(database, endpoint, made), 'main');
}

export function writeTables(
  database: Database,
  endpoint: Endpoint,
  { records, order, columns, moves }: Layout,
  schema: Schema,
): void {
  dropTables(database, endpoint, schema);
  const searched = new Map(columns);
  for (const column of columnsOf(endpoint)) {
    if (column.as !== 'term') continue;
    const values = columns.get(columnName(column))!;
    searched.set(columnName(column), writeTerms(database, endpoint, column.field, values, schema));
  }
  const { stored } = tablesOf(endpoint);
  database.exec(
    `CREATE TABLE ${schema}.${stored} (position INTEGER PRIMARY KEY, record TEXT NOT NULL)`,
  );
  records.writeInto(`${schema}.${stored}`, order);
  writeSearch(database, endpoint, searched, order.length, schema);
  writeDateMoves(database, endpoint, moves, schema);
  if (schema === 'main') writeIndexes(database, endpoint, order.length);
}

/**
 * Takes an endpoint's tables from the temporary database into the store. Runs inside the caller's
 * transaction.
 */
export function landTables(database: Database, endpoint: Endpoint): void {
  dropTables(database, endpoint, 'main');
  for (const { name, sql } of tablesIn(database, endpoint, 'temp')) {
    database.exec(sql.replace(/^CREATE TABLE /, 'CREATE TABLE main.'));
    database.exec(`INSERT INTO main.${quote(name)} SELECT * FROM temp.${quote(name)}`);
  }
  const { stored } = tablesOf(endpoint);
  const counted = database.prepare(`SELECT count(*) AS rows FROM temp.${stored}`).get();
  writeIndexes(database, endpoint, (counted as { rows: number }).rows);
  dropTables(database, endpoint, 'temp');
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
export function dropTables(database: Database, endpoint: Endpoint, schema: Schema): void {
  for (const { name } of tablesIn(database, endpoint, schema)) {
    database.exec(`DROP TABLE ${schema}.${quote(name)}`);
  }
}

function tablesIn(database: Database, { name }: Endpoint, schema: Schema) {
  const tables = database
    .prepare(
      `SELECT name, sql FROM ${schema}.sqlite_schema
       WHERE type = 'table' AND (name IN (?, ?) OR name GLOB ?)`,
    )
    .all(`search ${name}`, `records ${name}`, `* ${name}:*`);
  return tables as { name: string; sql: string }[];
}

function writeSearch(
  database: Database,
  endpoint: Endpoint,
  columns: Layout['columns'],
  count: number,
  schema: Schema,
): void {
  const { search } = tablesOf(endpoint);
  const definitions = ['position INTEGER PRIMARY KEY', ...[...columns.keys()].map(quote)];
  database.exec(`CREATE TABLE ${schema}.${search} (${definitions.join(', ')})`);
  const values = [...columns.values()];
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - start);
    const rows = Array.from({ length }, (_, at) => [
      start + at,
      ...values.map((each) => each[start + at] ?? null),
    ]);
    writeRows(database, `INSERT INTO ${schema}.${search}`, rows);
  }
}

/** The indexes of a search table that is worth them. */
function writeIndexes(database: Database, endpoint: Endpoint, count: number): void {
  if (count < MIN_INDEXED_ROWS) return;
  const { search } = tablesOf(endpoint);
  const [, ...others] = ordersOf(endpoint);
  const names = [
    ...columnsOf(endpoint).map(columnName),
    ...others.map(([name]) => `order:${name}`),
  ];
  names.forEach((name, index) => {
    const called = quote(`${endpoint.name} by ${index}`);
    database.exec(`CREATE INDEX main.${called} ON ${search} (${quote(name)})`);
  });
}

/**
 * Writes the dictionary of a field, and the term of each row.
 *
 * @param values of the field, by position
 * @returns the number of each row's term, by position; null where the record has none
 */
function writeTerms(
  database: Database,
  endpoint: Endpoint,
  field: string,
  values: readonly SqlValue[],
  schema: Schema,
): readonly (number | null)[] {
  const numbers = new Map<string, number>();
  const terms = values.map((value) => {
    if (value === null) return null;
    const term = String(value);
    const number = numbers.get(term) ?? numbers.size + 1;
    numbers.set(term, number);
    return number;
  });
  const dictionary = `${schema}.${termsTable(endpoint, field)}`;
  database.exec(`CREATE TABLE ${dictionary} (id INTEGER PRIMARY KEY, value TEXT, folded TEXT)`);
  const rows = [...numbers].map(([value, id]) => [id, value, foldCase(value)]);
  writeRows(database, `INSERT INTO ${dictionary}`, rows);
  const ofRows = `${schema}.${rowTermsTable(endpoint, field)}`;
  database.exec(`CREATE TABLE ${ofRows} (terms BLOB)`);
  const bytes = new Uint8Array(Int32Array.from(terms, (term) => term ?? 0).buffer);
  database.prepare(`INSERT INTO ${ofRows} VALUES (?)`).run(bytes);
  return terms;
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
