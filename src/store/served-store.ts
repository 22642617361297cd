import { createHash } from 'node:crypto';
import { sha256 } from '../base/sha256.ts';
import { type Endpoint, ordersOf } from '../catalogue/endpoint.ts';
import type { Column } from '../catalogue/parameter.ts';
import { rounderOf } from '../catalogue/units.ts';
import { dayOf } from '../domain/dates.ts';
import type { Database } from './database.ts';
import { type Row, sortValuesOf } from './served-order.ts';
import {
  columnName,
  quote,
  rowTermsTable,
  type Schema,
  tablesOf,
  termsTable,
  textColumns,
  wordsTable,
} from './served-tables.ts';
import { type StagedRecords, stageRecords } from './staged-records.ts';
import { type SqlValue, writeRows } from './statements.ts';

/**
 * Version of the layout of the served tables and of the stored directory. Increment it with every
 * change.
 */
const TABLES_VERSION = 12;

/** Number of rows that one statement writes. */
const ROWS_AT_ONCE = 500;

/**
 * Tables with fewer rows have no index. In a table of 282 rows, the search for the rows between two
 * dates takes 170 µs without an index and 5 µs with an index.
 */
const MIN_INDEXED_ROWS = 250;

/** Returns a hash that identifies the layout of the served tables of the given endpoints. */
export function layoutOf(endpoints: readonly Endpoint[]): string {
  const layout = endpoints.map((endpoint) => [
    endpoint.name,
    endpoint.collection,
    storedFields(endpoint),
    Object.keys(endpoint.beside ?? {}),
    endpoint.wording,
    columnsOf(endpoint).map(columnName),
    ordersOf(endpoint),
  ]);
  return sha256(JSON.stringify([TABLES_VERSION, layout])).slice(0, 16);
}

/**
 * Returns the distinct columns of the table in which the records of an endpoint are searched. Words
 * of texts are in a separate table.
 */
export function columnsOf(endpoint: Endpoint): readonly Column[] {
  const named = new Map<string, Column>();
  const add = (column: Column) => named.set(columnName(column), column);
  for (const parameter of Object.values({ ...endpoint.parameters, ...endpoint.added })) {
    if ('columns' in parameter) parameter.columns.forEach(add);
  }
  for (const { field } of endpoint.constraints ?? []) add({ field, as: 'value' });
  for (const field of endpoint.keys ?? []) add({ field, as: 'value' });
  return [...named.values()].filter(({ as }) => as !== 'words');
}

/** An endpoint's records and search columns in the default order. */
export interface Layout {
  readonly records: StagedRecords;
  /** The number of the record at each position. Records are numbered as in `records`. */
  readonly order: Uint32Array;
  /** Values of each column, by position. */
  readonly columns: ReadonlyMap<string, readonly SqlValue[]>;
  /**
   * Digest of the contents of all tables of the endpoint. If two digests are equal, the tables are
   * equal.
   */
  readonly digest: string;
}

/**
 * Writes the records of an endpoint to the temporary database, where they replace those of the
 * previous endpoint. Computes their order and the values of the search columns.
 * @param made the rows. They are iterated only once, because together they may not fit into memory
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
  const layout = { records, order, columns };
  return { ...layout, digest: digestOf(endpoint, layout) };
}

/** Reads the rows once. Serializes each row, and collects its values for searching and sorting. */
function noteRows(database: Database, endpoint: Endpoint, made: Iterable<Row>) {
  const round = rounderOf(endpoint.record);
  const serialize = serializerOf(storedFields(endpoint));
  const beside = endpoint.beside && serializerOf(Object.keys(endpoint.beside));
  const { wording } = endpoint;
  const records = stageRecords(database, [...textColumns(endpoint), ...(wording ? ['words'] : [])]);
  const columns = columnsOf(endpoint).map((column) => ({ column, values: [] as SqlValue[] }));
  const orders = ordersOf(endpoint).map(([name, order]) => ({ name, values: sortValuesOf(order) }));
  for (const one of made) {
    const row = round(one);
    const words = wording ? [String(row[wording] ?? '')] : [];
    records.add(serialize(row), ...(beside ? [beside(row)] : []), ...words);
    for (const { column, values } of columns) values.push(columnValue(row, column));
    for (const { values } of orders) values.add(row);
  }
  records.end();
  return { records, columns, orders };
}

function digestOf(endpoint: Endpoint, { records, order, columns }: Omit<Layout, 'digest'>): string {
  const digest = createHash('sha256').update(layoutOf([endpoint]));
  digest.update(records.digest()).update(order);
  for (const values of columns.values()) digest.update(JSON.stringify(values));
  return digest.digest('base64url');
}

/** Writes an endpoint's tables to the temporary database. It must not contain them yet. */
export function writeTables(
  database: Database,
  endpoint: Endpoint,
  { records, order, columns }: Layout,
): void {
  const searched = new Map(columns);
  for (const column of columnsOf(endpoint)) {
    if (column.as !== 'term') continue;
    const values = columns.get(columnName(column))!;
    searched.set(columnName(column), writeTerms(database, endpoint, column.field, values));
  }
  const { stored } = tablesOf(endpoint);
  const texts = textColumns(endpoint).map((column) => `${column} TEXT NOT NULL`);
  database.exec(`CREATE TABLE temp.${stored} (position INTEGER PRIMARY KEY, ${texts.join(', ')})`);
  records.writeInto(`temp.${stored}`, order, textColumns(endpoint));
  if (endpoint.wording) {
    const table = `temp.${wordsTable(endpoint)}`;
    database.exec(`CREATE TABLE ${table} (position INTEGER PRIMARY KEY, words TEXT NOT NULL)`);
    records.writeInto(table, order, ['words']);
  }
  writeSearch(database, endpoint, searched, order.length);
}

/**
 * A table that SQLite searches by the first letters of words. It contains the words but not the
 * texts. The ASCII tokenizer splits a text only at spaces and punctuation of ASCII.
 */
const WORDS = "fts5(words, content = '', columnsize = 0, detail = none, tokenize = ascii)";

/**
 * Moves the tables of endpoints from the temporary database into the store. Runs inside the
 * caller's transaction.
 */
export function moveTables(database: Database, endpoints: readonly Endpoint[]): void {
  dropTables(database, endpoints, 'main');
  for (const endpoint of endpoints) {
    if (!endpoint.wording) continue;
    const table = wordsTable(endpoint);
    database.exec(`CREATE VIRTUAL TABLE main.${table} USING ${WORDS};
      INSERT INTO main.${table} (rowid, words) SELECT position, words FROM temp.${table};
      DROP TABLE temp.${table}`);
  }
  for (const { name, sql } of tablesIn(database, endpoints, 'temp')) {
    database.exec(sql.replace(/^CREATE TABLE /, 'CREATE TABLE main.'));
    database.exec(`INSERT INTO main.${quote(name)} SELECT * FROM temp.${quote(name)}`);
  }
  for (const endpoint of endpoints) {
    const { stored } = tablesOf(endpoint);
    const counted = database.prepare(`SELECT count(*) AS rows FROM temp.${stored}`).get();
    writeIndexes(database, endpoint, (counted as { rows: number }).rows);
  }
  dropTables(database, endpoints, 'temp');
}

/**
 * Returns a function that serializes the given fields of a row, in this order. Absent values are
 * omitted.
 */
function serializerOf(fields: readonly string[]): (row: Row) => string {
  // Copying an object that already has all fields is faster than adding the fields one by one. JSON
  // omits undefined values.
  const model: Row = Object.fromEntries(fields.map((field) => [field, undefined]));
  return (row) => {
    const record: Record<string, unknown> = { ...model };
    for (const field of fields) record[field] = row[field];
    return JSON.stringify(record);
  };
}

function storedFields({ record, expanded }: Endpoint): readonly string[] {
  return [...Object.keys(record), ...(expanded ? [expanded.stored] : [])];
}

/** Drops all tables of the given endpoints, including tables with an older layout. */
export function dropTables(
  database: Database,
  endpoints: readonly Endpoint[],
  schema: Schema,
): void {
  for (const { name } of tablesIn(database, endpoints, schema)) {
    database.exec(`DROP TABLE ${schema}.${quote(name)}`);
  }
}

/**
 * Finds the tables of the given endpoints. One query reads the names of all tables, because a store
 * has hundreds of them.
 */
function tablesIn(database: Database, endpoints: readonly Endpoint[], schema: Schema) {
  const names = new Set(endpoints.map(({ name }) => name));
  const tables = database
    .prepare(`SELECT name, sql FROM ${schema}.sqlite_schema WHERE type = 'table'`)
    .all() as { name: string; sql: string }[];
  return tables.filter(({ name }) => names.has(/^\w+ ([^:]+)/.exec(name)?.[1] ?? ''));
}

function writeSearch(
  database: Database,
  endpoint: Endpoint,
  columns: Layout['columns'],
  count: number,
): void {
  const { search } = tablesOf(endpoint);
  const definitions = ['position INTEGER PRIMARY KEY', ...[...columns.keys()].map(quote)];
  database.exec(`CREATE TABLE temp.${search} (${definitions.join(', ')})`);
  const values = [...columns.values()];
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - start);
    const rows = Array.from({ length }, (_, at) => [
      start + at,
      ...values.map((each) => each[start + at] ?? null),
    ]);
    writeRows(database, `INSERT INTO temp.${search}`, rows);
  }
}

/** Creates the indexes of a search table. A small table gets no index. */
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
 * Writes the dictionary of a field, and for each row the number of its term in the dictionary.
 * @param values the values of the field, by position
 * @returns for each position, the number of the term; null for a row without a value
 */
function writeTerms(
  database: Database,
  endpoint: Endpoint,
  field: string,
  values: readonly SqlValue[],
): readonly (number | null)[] {
  const numbers = new Map<string, number>();
  const terms = values.map((value) => {
    if (value === null) return null;
    const term = String(value);
    const number = numbers.get(term) ?? numbers.size + 1;
    numbers.set(term, number);
    return number;
  });
  const dictionary = `temp.${termsTable(endpoint, field)}`;
  database.exec(`CREATE TABLE ${dictionary} (id INTEGER PRIMARY KEY, value TEXT, folded TEXT)`);
  const rows = [...numbers].map(([value, id]) => [id, value, foldCase(value)]);
  writeRows(database, `INSERT INTO ${dictionary}`, rows);
  const ofRows = `temp.${rowTermsTable(endpoint, field)}`;
  database.exec(`CREATE TABLE ${ofRows} (terms BLOB)`);
  const bytes = new Uint8Array(Int32Array.from(terms, (term) => term ?? 0).buffer);
  database.prepare(`INSERT INTO ${ofRows} VALUES (?)`).run(bytes);
  return terms;
}

/** Returns the value by which a record is searched in a column: text, a number, or null. */
function columnValue(record: Row, { field, as }: Column): string | number | null {
  const value = record[field];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return as === 'value' ? value : String(value);
  const words = Array.isArray(value) ? value.join('; ') : String(value);
  // NUL is removed, because callers cannot search for it and some SQLite drivers cut the text at
  // NUL.
  const text = words.replaceAll('\0', '');
  if (as === 'date') return dayOf(text) ?? null;
  return as === 'lower' ? text.toLowerCase() : text;
}

/**
 * Replaces A–Z, the long s and the Kelvin sign with lower-case ASCII letters. No other character
 * equals a lower-case ASCII letter when case is ignored.
 */
export function foldCase(value: string): string {
  return value
    .replace(/[A-Z]+/g, (run) => run.toLowerCase())
    .replaceAll('\u017f', 's')
    .replaceAll('\u212a', 'k');
}
