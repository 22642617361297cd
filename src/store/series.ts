import { groupBy } from '../domain/group-by.ts';
import { type FactName, factKinds } from '../facts.ts';
import type { Database } from './database.ts';
import { statement } from './statements.ts';

/**
 * Facts that come by the hundred a company, such as its bars. A row of `series` holds those of one
 * kind, ticker and year, packed field by field, since rows of their own would cost several times as
 * much to write and to read; `sources` counts them by source. What a record lacks reads as null.
 */
export const seriesTable = `
  CREATE TABLE series (
    kind TEXT NOT NULL, ticker TEXT NOT NULL, year TEXT NOT NULL,
    sources TEXT NOT NULL, packed TEXT NOT NULL,
    PRIMARY KEY (kind, ticker, year))`;

type Fields = Readonly<Record<string, unknown>>;

/** The records of a row. */
export interface Packed {
  readonly size: number;
  /** Fields that have one value in all records. */
  readonly shared: Fields;
  /** The values of the other fields, record by record. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
}

export interface Merged {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
}

/** The date whose year, with the ticker, names a record's row; undefined for kinds kept singly. */
export function seriesDate(kind: FactName): string | undefined {
  return (factKinds[kind] as { series?: string }).series;
}

/**
 * Writes records into the rows of their ticker and year: one with the same key replaces the older,
 * a copy changes nothing. Runs inside the caller's transaction.
 */
export function writeSeries(
  database: Database,
  kind: FactName,
  records: readonly Fields[],
  source: string,
): Merged {
  const put = statement(database, 'INSERT OR REPLACE INTO series VALUES (?, ?, ?, ?, ?)');
  const date = seriesDate(kind)!;
  const yearOf = (record: Fields) => String(record[date]).slice(0, 4);
  const keyOf = keyWithin(kind);
  const sum = { added: 0, replaced: 0, unchanged: 0 };
  for (const some of groupBy(records, (one) => `${one.ticker} ${yearOf(one)}`).values()) {
    const place = [kind, String(some[0]!.ticker), yearOf(some[0]!)] as const;
    const known = new Map(stored(database, place).map((one) => [keyOf(one), one]));
    const outcomes = some.map((record) => merge(known, keyOf(record), record));
    for (const outcome of outcomes) sum[outcome] += 1;
    if (outcomes.every((outcome) => outcome === 'unchanged')) continue;
    const inOrder = [...known.keys()].sort().map((key) => known.get(key)!);
    const { sources, packed } = pack(kind, inOrder, source);
    put.run(...place, sources, packed);
  }
  return sum;
}

/** The records of a kind, by ticker, year and key. */
export function readSeries(database: Database, kind: FactName): Fields[] {
  const sql = 'SELECT packed FROM series WHERE kind = ? ORDER BY ticker, year';
  const rows = statement(database, sql).all(kind) as unknown as { packed: string }[];
  return rows.flatMap(({ packed }) => unpack(JSON.parse(packed)));
}

/** The records of a kind and ticker, packed by year, the oldest first. */
export function seriesOf(database: Database, kind: FactName, ticker: string): Packed[] {
  const sql = 'SELECT packed FROM series WHERE kind = ? AND ticker = ? ORDER BY year';
  const rows = statement(database, sql).all(kind, ticker) as unknown as { packed: string }[];
  return rows.map(({ packed }) => JSON.parse(packed));
}

/** The tickers that have records of a kind, in order. */
export function tickersOf(database: Database, kind: FactName): string[] {
  const sql = 'SELECT DISTINCT ticker FROM series WHERE kind = ? ORDER BY ticker';
  const rows = statement(database, sql).all(kind) as unknown as { ticker: string }[];
  return rows.map(({ ticker }) => ticker);
}

type Place = readonly [kind: FactName, ticker: string, year: string];

function stored(database: Database, place: Place): Fields[] {
  const sql = 'SELECT packed FROM series WHERE kind = ? AND ticker = ? AND year = ?';
  const row = statement(database, sql).get(...place) as { packed: string } | undefined;
  return row ? unpack(JSON.parse(row.packed)) : [];
}

/** What tells a record from the others of its row. */
function keyWithin(kind: FactName): (record: Fields) => string {
  const [first = '', ...others] = factKinds[kind].key.filter((field) => field !== 'ticker');
  return (record) => {
    let key = String(record[first]);
    for (const field of others) key += `\n${record[field] ?? ''}`;
    return key;
  };
}

function merge(known: Map<string, Fields>, key: string, record: Fields): keyof Merged {
  const before = known.get(key);
  if (before && isSame(before, record)) return 'unchanged';
  known.set(key, record);
  return before ? 'replaced' : 'added';
}

/** Whether two records say the same, whoever says it. */
function isSame(a: Fields, b: Fields): boolean {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
  fields.delete('source');
  return [...fields].every(
    (field) => JSON.stringify(a[field] ?? null) === JSON.stringify(b[field] ?? null),
  );
}

/** @param source of the records that name none */
function pack(
  kind: FactName,
  records: readonly Fields[],
  source: string,
): { sources: string; packed: string } {
  const fields = new Set(['source', ...Object.keys(factKinds[kind].schema.shape)]);
  for (const record of records) for (const field in record) fields.add(field);
  const all = [...fields].map((field): [string, unknown[]] => {
    const absent = field === 'source' ? source : null;
    return [field, records.map((record) => record[field] ?? absent)];
  });
  const isShared = ([, values]: [string, unknown[]]) => values.every((one) => one === values[0]);
  const shared = all.filter(isShared);
  const packed: Packed = {
    size: records.length,
    shared: Object.fromEntries(shared.map(([field, [value]]) => [field, value])),
    columns: Object.fromEntries(all.filter((column) => !shared.includes(column))),
  };
  const counts = [...groupBy(all[0]![1].map(String), String)];
  return {
    sources: JSON.stringify(Object.fromEntries(counts.map(([name, own]) => [name, own.length]))),
    packed: JSON.stringify(packed),
  };
}

/** The records of a row, or some of them, in the order of their keys. */
export function unpack(row: Packed, from = 0, end = row.size): Fields[] {
  const { shared, columns } = row;
  const varying = Object.entries(columns);
  // Copies of one whole record are made, and then filled, faster than records that grow.
  const model = { ...shared, ...Object.fromEntries(varying.map(([field]) => [field, null])) };
  const length = end - from;
  const records = Array.from({ length }, (): Record<string, unknown> => ({ ...model }));
  for (const [field, values] of varying) {
    for (let at = 0; at < length; at += 1) records[at]![field] = values[from + at];
  }
  return records;
}

/** The values of a field in a row, record by record. */
export function column({ size, shared, columns }: Packed, field: string): readonly unknown[] {
  return columns[field] ?? Array(size).fill(shared[field] ?? null);
}
