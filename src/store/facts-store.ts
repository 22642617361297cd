import { hash } from 'node:crypto';
import { type Fact, type FactName, factKinds, isFactName } from '../facts.ts';
import type { Holding } from '../sources/source.ts';
import { syncTables } from '../sync/tables.ts';
import { inParts, writeRows } from './batch.ts';
import type { Database, Migration } from './database.ts';
import {
  column,
  type Packed,
  readSeries,
  seriesDate,
  seriesOf,
  seriesTable,
  tickersOf,
  unpack,
  writeSeries,
} from './series.ts';
import { statement } from './statements.ts';

/**
 * The tables of facts and of what is known about the store: a fact is a row of its kind, or stands
 * in its company's series.
 */
export const factMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE facts (
        kind TEXT NOT NULL, key TEXT NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL,
        PRIMARY KEY (kind, key));
      CREATE TABLE prices (
        ticker TEXT NOT NULL, date TEXT NOT NULL, open REAL, high REAL, low REAL,
        close REAL NOT NULL, volume REAL, source TEXT NOT NULL,
        PRIMARY KEY (ticker, date)) WITHOUT ROWID;
      CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
  },
  { version: 2, sql: seriesTable, upgrade: moveIntoSeries },
  { version: 10, sql: syncTables },
];

/** Moves bars from their former table, and the figures of filings from their rows. */
function moveIntoSeries(database: Database): void {
  const bars = database.prepare('SELECT * FROM prices WHERE ticker = ?');
  const tickers = database.prepare('SELECT DISTINCT ticker FROM prices').all();
  for (const { ticker } of tickers as { ticker: string }[]) {
    writeSeries(database, 'prices', bars.all(ticker), 'import');
  }
  const figures = readRecords(database, 'financial_facts');
  writeSeries(database, 'financial_facts', figures, 'import');
  database.exec("DROP TABLE prices; DELETE FROM facts WHERE kind = 'financial_facts'");
}

export interface Written {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  /** Records older than what the store holds. */
  readonly older: number;
}

type Records = readonly Readonly<Record<string, unknown>>[];

/**
 * Writes facts: a record with the same key replaces the older version, a copy changes nothing.
 * Runs inside the caller's transaction.
 */
export function writeFacts(
  database: Database,
  kind: FactName,
  records: Records,
  source: string,
): Written {
  return seriesDate(kind)
    ? { ...writeSeries(database, kind, records, source), older: 0 }
    : writeRecords(database, kind, records, source);
}

/** Records written, and where some stood there before, compared together. */
const batchSize = 500;

function writeRecords(
  database: Database,
  kind: FactName,
  records: Records,
  source: string,
): Written {
  const find = statement(
    database,
    'SELECT key, record FROM facts WHERE kind = ? AND key IN (SELECT value FROM json_each(?))',
  );
  const version = factKinds[kind].version as string | undefined;
  const written = { added: 0, replaced: 0, unchanged: 0, older: 0 };
  for (const batch of inParts(records, batchSize)) {
    const rows = batch.map((record) => [
      kind,
      shortKey(factKey(kind, record)),
      source,
      JSON.stringify(record),
    ]);
    const added = writeRows(database, 'INSERT OR IGNORE INTO facts', rows);
    written.added += added;
    if (added === rows.length) continue;
    // Of those that are now stored as they came, the ones just added are not "unchanged".
    written.unchanged -= added;
    const keys = JSON.stringify(rows.map(([, key]) => key));
    const found = find.all(kind, keys) as { key: string; record: string }[];
    const stored = new Map(found.map(({ key, record }) => [key, record]));
    for (const row of rows) {
      const [, key = '', , serialised = ''] = row;
      const outcome = compared(serialised, stored.get(key) ?? '', version);
      written[outcome] += 1;
      if (outcome !== 'replaced') continue;
      stored.set(key, serialised);
      writeRows(database, 'INSERT OR REPLACE INTO facts', [row]);
    }
  }
  return written;
}

function compared(
  record: string,
  stored: string,
  version: string | undefined,
): 'unchanged' | 'older' | 'replaced' {
  if (record === stored) return 'unchanged';
  return version && isOlder(JSON.parse(record), JSON.parse(stored), version) ? 'older' : 'replaced';
}

/** What makes a record the same record as before (see factKinds). */
export function factKey(kind: FactName, record: Readonly<Record<string, unknown>>): string {
  const { id, key } = factKinds[kind] as { id?: string; key: readonly string[] };
  const named = id === undefined ? undefined : record[id];
  if (named !== undefined && named !== null) return String(named);
  return JSON.stringify(key.map((field) => record[field] ?? null));
}

/** Keys are many and long: the store keeps the first 15 bytes of their SHA-256. */
function shortKey(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 20);
}

function isOlder(
  record: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
  version: string,
): boolean {
  const [mine, theirs] = [record[version], stored[version]];
  if (mine === undefined || mine === null) return theirs !== undefined && theirs !== null;
  return theirs !== undefined && theirs !== null && mine < theirs;
}

/** A fact with where it comes from. */
export type Sourced<Name extends FactName> = Fact<Name> & { readonly source: string };

export interface Prices {
  readonly closes: readonly { readonly date: string; readonly close_usd: number }[];
  readonly bars: readonly Sourced<'prices'>[];
}

/** The facts of a store, read once each, in the order of their keys. */
export interface Facts {
  all<Name extends Exclude<FactName, 'prices'>>(kind: Name): readonly Sourced<Name>[];
  /** A ticker's prices on or before a day, oldest first: every close, and the last bars whole. */
  prices(ticker: string, date: string, bars: number): Prices;
  /** Tickers that have bars, in order. */
  pricedTickers(): readonly string[];
}

/** Facts read together, in the order of their keys; `last` is null where none is left. */
interface Page {
  readonly last: string | null;
  readonly sources: string;
  readonly records: string | null;
}

const pageSize = 100;

export function readFacts(database: Database): Facts {
  const kept = new Map<FactName, readonly unknown[]>();
  return {
    all<Name extends Exclude<FactName, 'prices'>>(kind: Name) {
      const known = kept.get(kind) as readonly Sourced<Name>[] | undefined;
      if (known) return known;
      const read = seriesDate(kind)
        ? (readSeries(database, kind) as Sourced<Name>[])
        : readRecords(database, kind);
      kept.set(kind, read);
      return read;
    },
    prices(ticker, date, bars) {
      const years = seriesOf(database, 'prices', ticker);
      return { closes: closesOf(years, date), bars: barsOf(years, date, bars) };
    },
    pricedTickers: () => tickersOf(database, 'prices'),
  };
}

function closesOf(years: readonly Packed[], date: string): Prices['closes'] {
  return years.flatMap((year) => {
    const closes = column(year, 'close') as readonly number[];
    const days = column(year, 'date') as readonly string[];
    return days.slice(0, daysUpTo(year, date)).map((day, at) => ({
      date: day,
      close_usd: closes[at]!,
    }));
  });
}

function barsOf(years: readonly Packed[], date: string, most: number): Sourced<'prices'>[] {
  const bars: Sourced<'prices'>[] = [];
  for (const year of years.toReversed()) {
    const last = daysUpTo(year, date);
    const first = last - Math.min(last, most - bars.length);
    bars.unshift(...(unpack(year, first, last) as Sourced<'prices'>[]));
  }
  return bars;
}

function daysUpTo(year: Packed, date: string): number {
  const days = column(year, 'date') as readonly string[];
  return days.at(-1)! <= date ? days.length : days.filter((day) => day <= date).length;
}

function readRecords<Name extends FactName>(database: Database, kind: Name): Sourced<Name>[] {
  // One text a page: tens of thousands of records, row by row, would take twice as long.
  const page = statement(
    database,
    `SELECT max(key) AS last, json_group_array(source) AS sources,
       '[' || group_concat(record) || ']' AS records
     FROM (SELECT key, source, record FROM facts WHERE kind = ? AND key > ?
       ORDER BY key LIMIT ${pageSize})`,
  );
  const read: Sourced<Name>[] = [];
  for (let last: string | null = ''; last !== null; ) {
    const rows = page.get(kind, last) as unknown as Page;
    const sources = JSON.parse(rows.sources) as string[];
    const records = JSON.parse(rows.records ?? '[]') as Fact<Name>[];
    read.push(...records.map((record, at) => sourced<Name>(record, sources[at]!)));
    last = rows.last;
  }
  return read;
}

/**
 * A record as read, with its source written into it, since a copy of each would take longer than
 * the reading. A news item names its own source, the paper, and keeps it.
 */
function sourced<Name extends FactName>(record: Fact<Name>, source: string): Sourced<Name> {
  const read = record as Fact<Name> & { source?: string | null | undefined };
  read.source ??= source;
  return read as Sourced<Name>;
}

/** How many facts of each kind there are, and from which sources. */
export function countFacts(database: Database): Holding[] {
  const rows = database
    .prepare(
      `SELECT kind, source, count(*) AS records FROM facts GROUP BY kind, source
       UNION ALL SELECT series.kind, counted.key, sum(counted.value)
       FROM series, json_each(sources) AS counted GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    .all() as unknown as Omit<Holding, 'title'>[];
  return rows.map((row) => ({
    ...row,
    title: isFactName(row.kind) ? factKinds[row.kind].title : row.kind,
  }));
}

export function readMeta(database: Database, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name);
  return (row as { value: string } | undefined)?.value;
}

export function writeMeta(database: Database, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(name, value);
}
