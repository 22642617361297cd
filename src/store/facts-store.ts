import { type Fact, type FactName, factKinds, isFactName } from '../facts.ts';
import type { Holding } from '../sources/source.ts';
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
    : writeRows(database, kind, records, source);
}

function writeRows(database: Database, kind: FactName, records: Records, source: string): Written {
  const find = database.prepare('SELECT record FROM facts WHERE kind = ? AND key = ?');
  const put = database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)');
  const version = factKinds[kind].version as string | undefined;
  const written = { added: 0, replaced: 0, unchanged: 0, older: 0 };
  for (const record of records) {
    const key = factKey(kind, record);
    const serialised = JSON.stringify(record);
    const stored = (find.get(kind, key) as { record: string } | undefined)?.record;
    if (stored === serialised) written.unchanged += 1;
    else if (stored && version && isOlder(record, JSON.parse(stored), version)) written.older += 1;
    else {
      put.run(kind, key, source, serialised);
      written[stored === undefined ? 'added' : 'replaced'] += 1;
    }
  }
  return written;
}

function writePrices(database: Database, bars: readonly Fact<'prices'>[], source: string): Written {
  const find = database.prepare('SELECT 1 FROM prices WHERE ticker = ? AND date = ?');
  const put = database.prepare(
    `INSERT INTO prices VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
       volume = excluded.volume, source = excluded.source
     WHERE (open, high, low, close, volume) IS NOT
       (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)`,
  );
  const written = { added: 0, replaced: 0, unchanged: 0, older: 0 };
  for (const { ticker, date, open, high, low, close, volume } of bars) {
    const stood = find.get(ticker, date) !== undefined;
    const { changes } = put.run(
      ticker,
      date,
      open ?? null,
      high ?? null,
      low ?? null,
      close,
      volume ?? null,
      source,
    );
    written[Number(changes) === 0 ? 'unchanged' : stood ? 'replaced' : 'added'] += 1;
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
  /** The last close on a day or in the week before it. */
  closeOnOrBefore(ticker: string, date: string): number | undefined;
  /** The first close on a day or in the week after it. */
  closeOnOrAfter(ticker: string, date: string): number | undefined;
  /** Tickers that have bars, in order. */
  pricedTickers(): readonly string[];
}

export function readFacts(database: Database): Facts {
  const kept = new Map<FactName, readonly unknown[]>();
  const select = database.prepare('SELECT record, source FROM facts WHERE kind = ? ORDER BY key');
  const bars = database.prepare(
    'SELECT ticker, date, open, high, low, close, volume FROM prices WHERE ticker = ? ORDER BY date',
  );
  const recent = database.prepare(
    `SELECT ticker, date, open, high, low, close, volume, source FROM prices
     WHERE ticker = ? AND date <= ? ORDER BY date DESC LIMIT ?`,
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
      const rows = select.all(kind) as { record: string; source: string }[];
      const read = rows.map(({ record, source }) => sourced<Name>(JSON.parse(record), source));
      kept.set(kind, read);
      return read;
    },
    prices: (ticker) => bars.all(ticker) as unknown as Fact<'prices'>[],
    recentPrices: (ticker, date, sessions) =>
      (recent.all(ticker, date, sessions) as unknown as Sourced<'prices'>[]).reverse(),
    pricedTickers: () =>
      (
        database.prepare('SELECT DISTINCT ticker FROM prices ORDER BY ticker').all() as {
          ticker: string;
        }[]
      ).map((row) => row.ticker),
  };
}

/**
 * A record as read, with its source written into it, since a copy of each would take longer than
 * the reading. A news item names its own source, the paper, and keeps it.
 */
function sourced<Name extends FactName>(
  record: Fact<Name> & { source?: string | null },
  source: string,
): Sourced<Name> {
  record.source ??= source;
  return record as Sourced<Name>;
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
