import { sha256 } from '../base/sha256.ts';
import { compareText } from '../domain/compare-text.ts';
import { inParts } from '../domain/group-by.ts';
import { subjectOf } from '../facts/company-reference.ts';
import { type Fact, type FactName, factKinds } from '../facts/fact-kinds.ts';
import { type Fields, type Mark, type Marked, merge, stated } from '../facts/merge-records.ts';
import type { Database, Migration } from './database.ts';
import {
  factOf,
  isCopy,
  markedOf,
  outcomeOf,
  rowOf,
  type StoredFact,
  type Written,
} from './fact-rows.ts';
import { firstServedTable } from './first-served.ts';
import { withPublicUrls } from './public-urls.ts';
import { noteChange } from './revisions.ts';
import { seriesDate, seriesTable, writeSeries } from './series.ts';
import { statement, writeRows } from './statements.ts';
import { syncChains, syncTables } from './sync-tables.ts';

/**
 * Migrations that create the tables of a store. A fact is either a row in `facts` or part of a row
 * in `series`. The table `meta` contains named values.
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
  {
    // Adds a column for the time at which a record was observed. Adds another for the source and
    // the time of each field that is older than the record. Records without a time are treated as
    // the oldest.
    version: 3,
    sql: `
      ALTER TABLE facts ADD COLUMN observed TEXT NOT NULL DEFAULT '';
      ALTER TABLE facts ADD COLUMN marks TEXT;`,
    upgrade: nameByCik,
  },
  { version: 4, sql: syncTables },
  {
    // Adds columns for the number of items that were skipped in valid responses, and for a
    // description of the last of these items.
    version: 5,
    sql: `
      ALTER TABLE sync_sources ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sync_sources ADD COLUMN refused_at INTEGER;
      ALTER TABLE sync_sources ADD COLUMN refusal TEXT;`,
  },
  {
    // Gives `meta` a rowid. Without a rowid, SQLite reads a whole row to compare its key `name`,
    // and a row can be several megabytes long.
    version: 6,
    sql: `
      ALTER TABLE meta RENAME TO meta_before;
      CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      INSERT INTO meta SELECT name, value FROM meta_before;
      DROP TABLE meta_before;`,
  },
  {
    // Stores the rows in the order of their keys, which is the order in which they are read. If
    // they were stored in the order of insertion, each row would be read from another part of the
    // file.
    version: 7,
    sql: `
      ALTER TABLE facts RENAME TO facts_before;
      CREATE TABLE facts (
        kind TEXT NOT NULL, key TEXT NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL,
        observed TEXT NOT NULL DEFAULT '', marks TEXT,
        PRIMARY KEY (kind, key)) WITHOUT ROWID;
      INSERT INTO facts SELECT kind, key, source, record, observed, marks FROM facts_before
        ORDER BY kind, key;
      DROP TABLE facts_before;`,
  },
  {
    // Deletes results that earlier releases cached. The fitted model is kept.
    version: 8,
    sql: `
      UPDATE meta SET name = 'fitted_model' WHERE name = 'derived_from outcome model';
      DELETE FROM meta WHERE name GLOB 'derived_from*';`,
  },
  { version: 9, sql: syncChains },
  { version: 10, sql: firstServedTable },
];

/** The source and the time that are assumed for facts that an early release wrote without them. */
const undated: Mark = { source: 'import', observed: '' };

/** Moves price bars from their former table, and reported figures from `facts`, into `series`. */
function moveIntoSeries(database: Database): void {
  const bars = database.prepare('SELECT * FROM prices WHERE ticker = ?');
  const tickers = database.prepare('SELECT DISTINCT ticker FROM prices').all();
  for (const { ticker } of tickers as { ticker: string }[]) {
    writeSeries(database, 'prices', bars.all(ticker), undated);
  }
  const figures = [...eachRecord(database, 'financial_facts')];
  writeSeries(database, 'financial_facts', figures, undated);
  database.exec("DROP TABLE prices; DELETE FROM facts WHERE kind = 'financial_facts'");
}

/**
 * Rewrites the keys of companies and of reported figures. If the CIK of a company is known, the key
 * contains the CIK instead of the ticker.
 */
function nameByCik(database: Database): void {
  const companies = readMarked(database, 'companies');
  database.exec("DELETE FROM facts WHERE kind = 'companies'");
  for (const { record, mark } of companies) {
    writeFacts(database, 'companies', [record], mark.source);
  }
  database.exec(`
    UPDATE OR IGNORE series SET ticker = 'cik:' || ltrim(json_extract(packed, '$.shared.cik'), '0')
    WHERE kind = 'financial_facts' AND json_extract(packed, '$.shared.cik') IS NOT NULL`);
}

type Records = readonly Fields[];

/**
 * Writes facts. A record is merged with the stored record of the same key (see merge-records.ts).
 * An identical record changes nothing. Runs inside the caller's transaction.
 * @param observed the time at which the source stated the facts, ISO 8601 in UTC. If it is empty,
 * the facts are treated as the oldest
 */
export function writeFacts(
  database: Database,
  kind: FactName,
  records: Records,
  source: string,
  observed = '',
): Written {
  return seriesDate(kind)
    ? writeSeries(database, kind, records, { source, observed })
    : writeRecords(database, kind, records.map(withPublicUrls), { source, observed });
}

/** Number of records that are compared and written together. */
const batchSize = 500;

function writeRecords(
  database: Database,
  kind: FactName,
  records: Records,
  { source, observed }: Mark,
): Written {
  const find = statement(
    database,
    `SELECT key, source, record, observed, marks FROM facts
     WHERE kind = ? AND key IN (SELECT value FROM json_each(?))`,
  );
  const written = { added: 0, replaced: 0, unchanged: 0, older: 0 };
  let hasWritten = false;
  for (const batch of inParts(inRowOrder(kind, records), batchSize)) {
    const rows = batch.map(({ key, record }) =>
      rowOf(kind, key, stated(kind, record, source, observed)),
    );
    const added = writeRows(database, 'INSERT OR IGNORE INTO facts', rows);
    written.added += added;
    hasWritten ||= added > 0;
    if (added === rows.length) continue;
    // The loop below counts the added records as unchanged, so they are subtracted here.
    written.unchanged -= added;
    const keys = JSON.stringify(rows.map(([, key]) => key));
    const found = find.all(kind, keys) as unknown as StoredFact[];
    const stored = new Map(found.map((fact) => [fact.key, fact]));
    batch.forEach(({ record }, at) => {
      const row = rows[at]!;
      const before = stored.get(row[1])!;
      if (isCopy(row, before)) {
        written.unchanged += 1;
        return;
      }
      const known = markedOf(kind, before);
      const merged = merge(kind, known, stated(kind, record, source, observed));
      const next = rowOf(kind, before.key, merged);
      written[outcomeOf(record, known, merged)] += 1;
      if (isCopy(next, before)) return;
      stored.set(before.key, factOf(next));
      writeRows(database, 'INSERT OR REPLACE INTO facts', [next]);
      hasWritten = true;
    });
  }
  if (hasWritten) noteChange(database, kind);
  return written;
}

/**
 * Returns the records with their row keys, sorted by key. Records with equal keys keep their order.
 */
function inRowOrder(kind: FactName, records: Records) {
  const keyed = records.map((record) => ({ key: rowKey(kind, record), record }));
  return keyed.sort((a, b) => compareText(a.key, b.key));
}

/** Deletes all facts. Runs inside the caller's transaction. */
export function clearFacts(database: Database): void {
  const kinds = database.prepare('SELECT kind FROM facts UNION SELECT kind FROM series').all();
  for (const { kind } of kinds as { kind: FactName }[]) noteChange(database, kind);
  database.exec('DELETE FROM facts; DELETE FROM series');
}

/** Returns the key that identifies a record within its kind (see factKinds). */
export function factKey(kind: FactName, record: Readonly<Record<string, unknown>>): string {
  const { id, key } = factKinds[kind] as { id?: string; key: readonly string[] };
  const named = id === undefined ? undefined : record[id];
  if (named !== undefined && named !== null) return String(named);
  const subject = kind !== 'companies' && key.includes('ticker') ? subjectOf(kind, record) : null;
  const at = (field: string) => (field === 'ticker' ? (subject ?? record.ticker) : record[field]);
  return JSON.stringify(key.map((field) => at(field) ?? null));
}

/**
 * Returns `_id` if the record has one. If not, returns a stable identifier that is computed from
 * the key.
 */
export function identifier(kind: FactName, record: Fields): string {
  if (record._id !== undefined && record._id !== null) return String(record._id);
  return sha256(factKey(kind, record)).slice(0, 24);
}

/**
 * Returns the key of the row in which a record is stored. It is the first 15 bytes of the SHA-256
 * hash of the fact key. The fact key itself would be longer.
 */
export function rowKey(kind: FactName, record: Fields): string {
  return sha256(factKey(kind, record), 'base64url').slice(0, 20);
}

/** A fact with its source. */
export type Sourced<Name extends FactName> = Fact<Name> & { readonly source: string };

/** A ticker's price bars as columns, oldest first. Unknown values are null. */
export interface Prices {
  /** Dates of all closes, `YYYY-MM-DD`. */
  readonly days: readonly string[];
  readonly closes: readonly number[];
  /** True for as-traded prices, which are not adjusted for later splits. */
  readonly as_traded: readonly (boolean | null)[];
  /**
   * Prices, volumes and sources. These lists have only the most recent bars, so they may be shorter
   * than `days`. Their last value belongs to the last day in `days`.
   */
  readonly open: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly volume: readonly (number | null)[];
  readonly sources: readonly string[];
}

/** Kinds with so many facts per company that they are read one company at a time. */
export type CompanyKind = 'financial_facts' | 'fails_to_deliver';

/** Kinds of facts that can be about a company without a ticker. */
export type LetterKind = 'complete_response_letters' | 'letter_deficiencies' | 'mentions';
/**
 * A fact about a company without a ticker. A statement in a text (`mentions`) always names the
 * company. The other kinds are about refusal letters, which may name no company.
 */
export type OfOther<Name extends LetterKind> = Sourced<Name> &
  (Name extends 'mentions'
    ? { readonly company_name: string }
    : { readonly company_name?: string | null });

/** Reads the facts of a store, sorted by key. Each call reads the store again. */
export interface Facts {
  all<Name extends Exclude<FactName, 'prices'>>(kind: Name): readonly Sourced<Name>[];
  /** Iterates over the facts of a kind, reading them page by page. Each iteration reads again. */
  each<Name extends Exclude<FactName, 'prices'>>(kind: Name): Iterable<Sourced<Name>>;
  /** The facts of a kind for one ticker, sorted as in `all`. */
  ofCompany<Name extends CompanyKind>(kind: Name, ticker: string): readonly Sourced<Name>[];
  /** The facts of a kind about companies that are in no stored list of companies, sorted by key. */
  ofOthers<Name extends LetterKind>(kind: Name): readonly OfOther<Name>[];
  /** Tickers that have facts of a kind, sorted as in `all`. */
  tickersOf(kind: CompanyKind): readonly string[];
  /**
   * A ticker's prices up to `date`, oldest first. All closes are included. The other values are
   * included only for the last `bars` bars.
   */
  prices(ticker: string, date: string, bars: number): Prices;
  /** Tickers that have price bars, sorted. */
  pricedTickers(): readonly string[];
}

/**
 * Facts of one page, sorted by key, as JSON arrays. `last` is the last key, or null if the page is
 * empty.
 */
interface Page {
  readonly last: string | null;
  readonly sources: string;
  readonly records: string | null;
}

const pageSize = 100;

/** Returns the records of a kind, sorted by key, with the source and the time of each field. */
export function readMarked(database: Database, kind: FactName): Marked[] {
  const sql = 'SELECT source, record, observed, marks FROM facts WHERE kind = ? ORDER BY key';
  const rows = statement(database, sql).all(kind) as unknown as StoredFact[];
  return rows.map((row) => markedOf(kind, row));
}

/** Iterates over the records of a kind, sorted by key. The kind must not be stored in `series`. */
export function* eachRecord<Name extends FactName>(
  database: Database,
  kind: Name,
): Generator<Sourced<Name>> {
  // Each page is read as one JSON text, which is twice as fast as reading row by row.
  const page = statement(
    database,
    `SELECT max(key) AS last, json_group_array(source) AS sources,
       '[' || group_concat(record) || ']' AS records
     FROM (SELECT key, source, record FROM facts WHERE kind = ? AND key > ?
       ORDER BY key LIMIT ${pageSize})`,
  );
  for (let last: string | null = ''; last !== null; ) {
    const rows = page.get(kind, last) as unknown as Page;
    const sources = JSON.parse(rows.sources) as string[];
    const records = JSON.parse(rows.records ?? '[]') as Fact<Name>[];
    for (let at = 0; at < records.length; at += 1) {
      yield sourced<Name>(records[at]!, sources[at]!);
    }
    last = rows.last;
  }
}

/** The fields that can identify a record's company. */
const NAMES = ['ticker', 'cik', 'company_name'];

/** SQL expression for a JSON array with the values of the fields in `NAMES`. */
const namesSql = `json_extract(record, ${NAMES.map((name) => `'$.${name}'`).join()})`;

/**
 * Iterates over the records of a kind whose company fields pass a test, sorted by key. The test is
 * applied to the distinct values of these fields. Reading these values takes a fifth of the time of
 * reading all records.
 */
export function* eachNamed(
  database: Database,
  kind: FactName,
  matches: (names: Fields) => boolean,
): Generator<Fields> {
  const distinct = `SELECT DISTINCT ${namesSql} AS names FROM facts WHERE kind = ?`;
  const found = statement(database, distinct).all(kind) as unknown as { names: string }[];
  const meant = found
    .map(({ names }) => names)
    .filter((names) => {
      const values = JSON.parse(names) as readonly unknown[];
      return matches(Object.fromEntries(NAMES.map((name, at) => [name, values[at]])));
    });
  if (meant.length === 0) return;
  const sql = `SELECT source, record FROM facts
    WHERE kind = ? AND ${namesSql} IN (SELECT value FROM json_each(?)) ORDER BY key`;
  const rows = statement(database, sql).iterate(kind, JSON.stringify(meant));
  for (const { source, record } of rows as unknown as Iterable<StoredFact>) {
    yield sourced(JSON.parse(record), source);
  }
}

/**
 * Adds a source to a record and returns the record. The record itself is changed, because copying
 * it would take longer than reading it. A record that already has a source keeps it. For example,
 * the source of a news item is the publication.
 */
function sourced<Name extends FactName>(record: Fact<Name>, source: string): Sourced<Name> {
  const read = record as Fact<Name> & { source?: string | null | undefined };
  read.source ??= source;
  return read as Sourced<Name>;
}

export function readMeta(database: Database, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name);
  return (row as { value: string } | undefined)?.value;
}

export function writeMeta(database: Database, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(name, value);
}
