import { hash } from 'node:crypto';
import { type Fact, type FactName, factKinds, isFactName } from '../facts.ts';
import type { Holding } from '../sources/source.ts';
import { inParts, type SqlValue, writeRows } from './batch.ts';
import type { Database, Migration } from './database.ts';

/**
 * The tables of facts and of what is known about the store. Bars have a table of their own, since
 * they outnumber all else; every other fact is a row of its kind.
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
];

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
  return kind === 'prices'
    ? writePrices(database, records as readonly Fact<'prices'>[], source)
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
  const find = database.prepare(
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

function writePrices(database: Database, bars: readonly Fact<'prices'>[], source: string): Written {
  const replace = database.prepare(
    `UPDATE prices SET open = ?3, high = ?4, low = ?5, close = ?6, volume = ?7, source = ?8
     WHERE ticker = ?1 AND date = ?2
       AND (open, high, low, close, volume) IS NOT (?3, ?4, ?5, ?6, ?7)`,
  );
  const written = { added: 0, replaced: 0, unchanged: 0, older: 0 };
  for (const batch of inParts(bars, batchSize)) {
    const rows = batch.map(({ ticker, date, open, high, low, close, volume }): SqlValue[] => [
      ticker,
      date,
      open ?? null,
      high ?? null,
      low ?? null,
      close,
      volume ?? null,
      source,
    ]);
    const added = writeRows(database, 'INSERT OR IGNORE INTO prices', rows);
    const replaced =
      added === rows.length
        ? 0
        : rows.reduce((sum, row) => sum + Number(replace.run(...row).changes), 0);
    written.added += added;
    written.replaced += replaced;
    written.unchanged += rows.length - added - replaced;
  }
  return written;
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

/** The facts of a store, read once each, in the order of their keys. */
export interface Facts {
  all<Name extends Exclude<FactName, 'prices'>>(kind: Name): readonly Sourced<Name>[];
  /** A ticker's bars, oldest first. */
  prices(ticker: string): readonly Fact<'prices'>[];
  /** A ticker's last so many bars on or before a day, oldest first. */
  recentPrices(ticker: string, date: string, sessions: number): readonly Sourced<'prices'>[];
  /** A ticker's closes on or before a day, oldest first. */
  closes(ticker: string, date: string): readonly { date: string; close_usd: number }[];
  /** The last close on a day or in the week before it. */
  closeOnOrBefore(ticker: string, date: string): number | undefined;
  /** The first close on a day or in the week after it. */
  closeOnOrAfter(ticker: string, date: string): number | undefined;
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
  // One text a page: tens of thousands of records, row by row, would take twice as long.
  const page = database.prepare(
    `SELECT max(key) AS last, json_group_array(source) AS sources,
       '[' || group_concat(record) || ']' AS records
     FROM (SELECT key, source, record FROM facts WHERE kind = ? AND key > ?
       ORDER BY key LIMIT ${pageSize})`,
  );
  const bars = database.prepare(
    'SELECT ticker, date, open, high, low, close, volume FROM prices WHERE ticker = ? ORDER BY date',
  );
  const recent = database.prepare(
    `SELECT json_group_array(json_array(date, open, high, low, close, volume, source)) AS bars
     FROM (SELECT * FROM prices WHERE ticker = ? AND date <= ? ORDER BY date DESC LIMIT ?)`,
  );
  // One text a ticker: years of closes, row by row, would cost four times as much.
  const closes = database.prepare(
    `SELECT json_group_array(date) AS dates, json_group_array(close) AS closes
     FROM (SELECT date, close FROM prices WHERE ticker = ? AND date <= ? ORDER BY date)`,
  );
  const before = database.prepare(
    `SELECT close FROM prices WHERE ticker = ? AND date <= ? AND date >= date(?, '-7 days')
     ORDER BY date DESC LIMIT 1`,
  );
  const after = database.prepare(
    `SELECT close FROM prices WHERE ticker = ? AND date >= ? AND date <= date(?, '+7 days')
     ORDER BY date LIMIT 1`,
  );
  const close = (row: unknown) => (row as { close: number } | undefined)?.close;
  return {
    closeOnOrBefore: (ticker, date) => close(before.get(ticker, date, date)),
    closeOnOrAfter: (ticker, date) => close(after.get(ticker, date, date)),
    all<Name extends Exclude<FactName, 'prices'>>(kind: Name) {
      const known = kept.get(kind) as readonly Sourced<Name>[] | undefined;
      if (known) return known;
      const read: Sourced<Name>[] = [];
      for (let last: string | null = ''; last !== null; ) {
        const rows = page.get(kind, last) as unknown as Page;
        const sources = JSON.parse(rows.sources) as string[];
        const records = JSON.parse(rows.records ?? '[]') as Fact<Name>[];
        read.push(...records.map((record, at) => sourced<Name>(record, sources[at]!)));
        last = rows.last;
      }
      kept.set(kind, read);
      return read;
    },
    prices: (ticker) => bars.all(ticker) as unknown as Fact<'prices'>[],
    recentPrices: (ticker, date, sessions) => {
      const row = recent.get(ticker, date, sessions) as { bars: string };
      return (JSON.parse(row.bars) as BarValues[]).map((bar) => barOf(ticker, bar)).reverse();
    },
    closes: (ticker, date) => {
      const row = closes.get(ticker, date) as { dates: string; closes: string };
      const values = JSON.parse(row.closes) as number[];
      return (JSON.parse(row.dates) as string[]).map((day, at) => ({
        date: day,
        close_usd: values[at]!,
      }));
    },
    pricedTickers: () =>
      (
        database.prepare('SELECT DISTINCT ticker FROM prices ORDER BY ticker').all() as {
          ticker: string;
        }[]
      ).map((row) => row.ticker),
  };
}

type BarValues = readonly [
  date: string,
  open: number | null,
  high: number | null,
  low: number | null,
  close: number,
  volume: number | null,
  source: string,
];

function barOf(ticker: string, values: BarValues): Sourced<'prices'> {
  const [date, open, high, low, close, volume, source] = values;
  return { ticker, date, open, high, low, close, volume, source };
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
       UNION ALL SELECT 'prices', source, count(*) FROM prices GROUP BY source ORDER BY 1, 2`,
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
