import { groupBy } from '../domain/group-by.ts';
import { subjectOf } from '../facts/company-reference.ts';
import { type FactName, factKinds } from '../facts/fact-kinds.ts';
import { canonical, compareMarks, type Fields, type Mark } from '../facts/merge-records.ts';
import type { Database } from './database.ts';
import type { Written } from './fact-rows.ts';
import { noteChange } from './revisions.ts';
import { statement } from './statements.ts';

/**
 * The table for kinds of facts with hundreds of records per company, such as price bars. A row
 * contains all records of one kind, ticker and year as columns (see `Packed`). With one row per
 * record, writing and reading would be several times slower. `sources` contains the number of
 * records from each source. A missing value is read as null.
 */
export const seriesTable = `
  CREATE TABLE series (
    kind TEXT NOT NULL, ticker TEXT NOT NULL, year TEXT NOT NULL,
    sources TEXT NOT NULL, packed TEXT NOT NULL,
    PRIMARY KEY (kind, ticker, year))`;

/** The records of one row in `series`, as columns. */
export interface Packed {
  readonly size: number;
  /** Fields with the same value in all records. */
  readonly shared: Fields;
  /** Values of the fields that differ between the records. A field has one value per record. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Returns the name of the date field whose year determines the row of a record. Undefined for kinds
 * that are not stored in `series`.
 */
export function seriesDate(kind: FactName): string | undefined {
  return (factKinds[kind] as { series?: string }).series;
}

/** Column with the time when each record was observed. No field name begins with `@`. */
export const OBSERVED = '@observed';

/**
 * Writes records into the rows of their ticker and year. Of two records with the same key, the one
 * with more known fields is kept. If both have the same number of known fields, the newer record is
 * kept. Fields of different records are not mixed, because their sources may contradict each other.
 * Runs inside the caller's transaction.
 * @param mark the source and time for records that do not state them
 */
export function writeSeries(
  database: Database,
  kind: FactName,
  records: readonly Fields[],
  mark: Mark,
): Written {
  const put = statement(database, 'INSERT OR REPLACE INTO series VALUES (?, ?, ?, ?, ?)');
  const date = seriesDate(kind)!;
  const yearOf = (record: Fields) => String(record[date]).slice(0, 4);
  const keyOf = keyWithin(kind);
  const sum = { added: 0, replaced: 0, unchanged: 0, older: 0 };
  let hasWritten = false;
  for (const some of groupBy(records, (one) => `${subjectOf(kind, one)} ${yearOf(one)}`).values()) {
    const place = [kind, subjectOf(kind, some[0]!), yearOf(some[0]!)] as const;
    const known = new Map(stored(database, place).map((one) => [keyOf(one), one]));
    let isChanged = false;
    for (const record of some) {
      const key = keyOf(record);
      const { outcome, keeps } = compareRecords(known.get(key), record, mark);
      sum[outcome] += 1;
      if (keeps) continue;
      known.set(key, record);
      isChanged = true;
    }
    if (!isChanged) continue;
    const inOrder = [...known.keys()].sort().map((key) => known.get(key)!);
    const { sources, packed } = pack(kind, inOrder, mark);
    put.run(...place, sources, packed);
    hasWritten = true;
  }
  if (hasWritten) noteChange(database, kind);
  return sum;
}

/** A pool of strings. The same dates and tags are in every row, so each is kept in memory once. */
export type Texts = Map<string, string>;

/**
 * Returns the row IDs of a kind, grouped by company and year. Rows of companies for which
 * `tickerOf` returns no current ticker are omitted.
 */
export function seriesPlaces(
  database: Database,
  kind: FactName,
  tickerOf: (record: Fields) => string | undefined,
) {
  const rows = statement(database, FIRST_OF_ROWS).all(kind) as unknown as FirstOfRow[];
  const found = rows.flatMap(({ rowid, year, ...first }) => {
    const ticker = tickerOf(stated(first));
    return ticker === undefined ? [] : [{ place: `${ticker} ${year}`, ticker, rowid }];
  });
  const places = [...groupBy(found, ({ place }) => place)].sort(([a], [b]) => (a < b ? -1 : 1));
  return places.map(([, own]) => ({
    ticker: own[0]!.ticker,
    rowids: own.map(({ rowid }) => rowid),
  }));
}

/**
 * The rows with the records of one company and year. A company has several rows if it had other
 * tickers.
 */
export type SeriesPlace = ReturnType<typeof seriesPlaces>[number];

/** Reads the records of one company and year, sorted by key. */
export function readPlace(
  database: Database,
  kind: FactName,
  { ticker, rowids }: SeriesPlace,
  texts: Texts,
): readonly Fields[] {
  const find = statement(database, 'SELECT packed FROM series WHERE rowid = ?');
  const rows = rowids.map((rowid) => {
    const { packed } = find.get(rowid) as { packed: string };
    return withTicker(parsed(packed, texts), ticker);
  });
  return unpack(joined(kind, rows));
}

/** Reads all records of a kind, sorted by ticker, year and key (see `seriesPlaces`). */
export function readSeries(
  database: Database,
  kind: FactName,
  tickerOf: (record: Fields) => string | undefined,
  texts: Texts,
): readonly Fields[] {
  const places = seriesPlaces(database, kind, tickerOf);
  return places.flatMap((place) => readPlace(database, kind, place, texts));
}

/**
 * Selects the company fields of the first record in each row, because all records of a row belong
 * to one company.
 */
const FIRST_OF_ROWS = `SELECT rowid, year, ${['ticker', 'cik', 'company_name']
  .map(
    (field) => `coalesce(packed ->> '$.columns.${field}[0]', packed ->> '$.shared.${field}')
    AS ${field}`,
  )
  .join(', ')} FROM series WHERE kind = ? ORDER BY ticker, year`;

interface FirstOfRow {
  readonly rowid: number;
  readonly year: string;
  readonly ticker: unknown;
  readonly cik: unknown;
  readonly company_name: unknown;
}

function stated(first: Fields): Fields {
  return Object.fromEntries(Object.entries(first).filter(([, value]) => value !== null));
}

/**
 * Reads the records of a kind that are stored under the given tickers of one company. Returns them
 * packed by year, oldest first.
 */
export function seriesOf(
  database: Database,
  kind: FactName,
  tickers: readonly string[],
  texts: Texts,
): Packed[] {
  const sql = `SELECT year, packed FROM series WHERE kind = ?
    AND ticker IN (SELECT value FROM json_each(?)) ORDER BY year, ticker`;
  const rows = statement(database, sql).all(kind, JSON.stringify(tickers));
  const years = groupBy(rows as unknown as SeriesRow[], ({ year }) => year);
  return [...years.values()].map((some) =>
    joined(
      kind,
      some.map(({ packed }) => withTicker(parsed(packed, texts), tickers[0]!)),
    ),
  );
}

/** The tickers that have records of a kind, sorted. */
export function tickersOf(database: Database, kind: FactName): string[] {
  const sql = 'SELECT DISTINCT ticker FROM series WHERE kind = ? ORDER BY ticker';
  const rows = statement(database, sql).all(kind) as unknown as { ticker: string }[];
  return rows.map(({ ticker }) => ticker);
}

interface SeriesRow {
  readonly year: string;
  readonly packed: string;
}

function parsed(packed: string, texts: Texts): Packed {
  const row = JSON.parse(packed) as Packed;
  for (const values of Object.values(row.columns) as unknown[][]) {
    if (typeof (values[0] ?? values.at(-1)) !== 'string') continue;
    values.forEach((value, at) => {
      if (typeof value !== 'string') return;
      const known = texts.get(value);
      if (known === undefined) texts.set(value, value);
      else values[at] = known;
    });
  }
  return row;
}

function withTicker(row: Packed, ticker: string): Packed {
  if (row.shared.ticker === ticker) return row;
  const { ticker: _, ...columns } = row.columns;
  return { ...row, shared: { ...row.shared, ticker }, columns };
}

/**
 * Merges the rows of one company and year. A company has several rows if its facts state different
 * tickers or names.
 */
function joined(kind: FactName, rows: readonly Packed[]): Packed {
  if (rows.length === 1) return rows[0]!;
  const keyOf = keyWithin(kind);
  const records = new Map<string, Fields>();
  for (const record of rows.flatMap(marked)) {
    const key = keyOf(record);
    if (!compareRecords(records.get(key), record, unmarked).keeps) records.set(key, record);
  }
  const inOrder = [...records.keys()].sort().map((key) => records.get(key)!);
  return packedOf(kind, inOrder, unmarked);
}

/** The records of a row, with the times when they were observed. */
function marked(row: Packed): Fields[] {
  const observed = column(row, OBSERVED);
  return unpack(row).map((one, at) => ({ ...one, [OBSERVED]: observed[at] ?? '' }));
}

const unmarked: Mark = { source: '', observed: '' };

type Place = readonly [kind: FactName, ticker: string, year: string];

function stored(database: Database, place: Place): Fields[] {
  const sql = 'SELECT packed FROM series WHERE kind = ? AND ticker = ? AND year = ?';
  const row = statement(database, sql).get(...place) as { packed: string } | undefined;
  return row ? marked(JSON.parse(row.packed)) : [];
}

/** Returns a function that computes a record's key within its row. */
function keyWithin(kind: FactName): (record: Fields) => string {
  const [first = '', ...others] = factKinds[kind].key.filter((field) => field !== 'ticker');
  return (record) => {
    let key = String(record[first]);
    for (const field of others) key += `\n${record[field] ?? ''}`;
    return key;
  };
}

/**
 * Compares a new record with the stored record. Returns the outcome, and whether the stored record
 * is kept.
 */
function compareRecords(
  before: Fields | undefined,
  record: Fields,
  mark: Mark,
): { readonly outcome: keyof Written; readonly keeps: boolean } {
  if (!before) return { outcome: 'added', keeps: false };
  const age = compareMarks(markOf(record, mark), markOf(before, mark));
  const [mine, theirs] = [sourceOf(record, mark), sourceOf(before, mark)];
  if (isSame(before, record)) {
    const keeps = age < 0 || (age === 0 && mine >= theirs);
    return { outcome: keeps || mine === theirs ? 'unchanged' : 'replaced', keeps };
  }
  const richer = known(record) - known(before);
  if (richer !== 0) return { outcome: richer > 0 ? 'replaced' : 'unchanged', keeps: richer < 0 };
  const isNewer = age === 0 ? valuesOf(record) > valuesOf(before) : age > 0;
  return { outcome: isNewer ? 'replaced' : 'older', keeps: !isNewer };
}

function markOf(record: Fields, mark: Mark): Mark {
  return { source: '', observed: String(record[OBSERVED] ?? mark.observed) };
}

function sourceOf(record: Fields, mark: Mark): string {
  return String(record.source ?? mark.source);
}

function fieldsOf(record: Fields): string[] {
  const named = Object.keys(record).filter((field) => (record[field] ?? null) !== null);
  return named.filter((field) => field !== 'source' && field !== OBSERVED);
}

/** The number of fields with a known value. */
function known(record: Fields): number {
  return fieldsOf(record).length;
}

function valuesOf(record: Fields): string {
  return fieldsOf(record)
    .sort()
    .map((field) => `${field} ${canonical(record[field])}`)
    .join('\n');
}

/** Whether two records have the same values, regardless of their sources. */
function isSame(a: Fields, b: Fields): boolean {
  const fields = new Set([...fieldsOf(a), ...fieldsOf(b)]);
  return [...fields].every((field) => canonical(a[field]) === canonical(b[field]));
}

/** @param mark the source and time for records that do not state them */
function pack(
  kind: FactName,
  records: readonly Fields[],
  mark: Mark,
): { sources: string; packed: string } {
  const row = packedOf(kind, records, mark);
  const counts = [...groupBy(column(row, 'source').map(String), String)].sort();
  return {
    sources: JSON.stringify(Object.fromEntries(counts.map(([name, own]) => [name, own.length]))),
    packed: JSON.stringify(row),
  };
}

function packedOf(kind: FactName, records: readonly Fields[], mark: Mark): Packed {
  const named = ['source', OBSERVED, ...Object.keys(factKinds[kind].schema.shape)];
  const others = new Set<string>();
  for (const record of records) for (const field in record) others.add(field);
  for (const field of named) others.delete(field);
  const absent: Fields = { source: mark.source, [OBSERVED]: mark.observed };
  const valuesIn = (field: string): [string, unknown[]] => {
    const value = absent[field] ?? null;
    return [field, records.map((record) => record[field] ?? value)];
  };
  // A field that the kind does not declare is packed only if a record has a value for it.
  const isKnown = ([, values]: [string, unknown[]]) => values.some((value) => value !== null);
  const all = [...named.map(valuesIn), ...[...others].sort().map(valuesIn).filter(isKnown)];
  const isShared = ([, values]: [string, unknown[]]) => values.every((one) => one === values[0]);
  const shared = all.filter(isShared);
  return {
    size: records.length,
    shared: Object.fromEntries(shared.map(([field, [value]]) => [field, value])),
    columns: Object.fromEntries(all.filter((column) => !shared.includes(column))),
  };
}

/** The records of a row, sorted by key. */
export function unpack(row: Packed): Fields[] {
  const { [OBSERVED]: _, ...shared } = row.shared;
  const varying = Object.entries(row.columns).filter(([field]) => field !== OBSERVED);
  // Copying an object that already has all fields is faster than adding the fields one by one.
  const model = { ...shared, ...Object.fromEntries(varying.map(([field]) => [field, null])) };
  const records = Array.from({ length: row.size }, (): Record<string, unknown> => ({ ...model }));
  for (const [field, values] of varying) {
    for (let at = 0; at < records.length; at += 1) records[at]![field] = values[at];
  }
  return records;
}

/** Values of a field in a row, one per record. */
export function column({ size, shared, columns }: Packed, field: string): readonly unknown[] {
  return columns[field] ?? Array(size).fill(shared[field] ?? null);
}
