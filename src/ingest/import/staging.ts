import { inParts } from '../../domain/group-by.ts';
import { subjectOf } from '../../facts/company-reference.ts';
import { type FactName, factKinds } from '../../facts/fact-kinds.ts';
import type { Database } from '../../store/database.ts';
import { rowKey } from '../../store/facts-store.ts';
import { storeFailure } from '../../store/failure.ts';
import { seriesDate } from '../../store/series.ts';
import { statement, writeRows } from '../../store/statements.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/** Checked records of files, kept outside of the store until all of them are written at once. */
export interface Staging {
  add(file: number, kind: FactName, records: Records): void;
  /** Forgets a file of which a later part could not be read. */
  drop(file: number): void;
  /** To be called before the records are read, and before a transaction begins. */
  finish(): void;
  /** A file's records, some at a time, as they lie in the store; of one row or series as they came. */
  records(file: number): Generator<{ readonly kind: FactName; readonly records: Records }>;
  /** Removes the staging file. */
  close(): void;
}

/** Pages of the staging file, 8 GiB; more is refused as a full disk is. */
const PAGE_BYTES = 16_384;
const MAX_PAGES = 524_288;
/** It has no name, and may lie on another disk than the store. */
const STAGING_FILE = 'The staging file in the temporary folder (TMPDIR)';
/** Records that are read together. */
const BATCH = 200;

/**
 * Opens a staging file beside a connection to the store. It is SQLite's temporary database, on disk
 * and without a name: it grows with the records while memory does not, and the system removes it
 * however the process ends.
 */
export function openStaging(database: Database): Staging {
  database.exec(`
    PRAGMA temp_store = FILE;
    ATTACH '' AS staging;
    PRAGMA staging.page_size = ${PAGE_BYTES};
    PRAGMA staging.max_page_count = ${MAX_PAGES};
    PRAGMA staging.journal_mode = OFF;
    PRAGMA staging.synchronous = OFF;
    CREATE TABLE staging.records (file INTEGER, kind TEXT, place TEXT, record TEXT)`);
  return {
    add(file, kind, records) {
      try {
        addRecords(database, file, kind, records);
      } catch (cause) {
        throw storeFailure(cause, STAGING_FILE);
      }
    },
    drop(file) {
      statement(database, 'DELETE FROM staging.records WHERE file = ?').run(file);
    },
    finish() {
      database.exec('CREATE INDEX staging.by_place ON records (file, kind, place)');
    },
    records: (file) => stagedRecords(database, file),
    close() {
      database.exec('DETACH staging');
    },
  };
}

function addRecords(database: Database, file: number, kind: FactName, records: Records): void {
  database.exec('BEGIN');
  for (const batch of inParts(records, BATCH)) {
    const rows = batch.map((record) => [file, kind, placeOf(kind, record), JSON.stringify(record)]);
    writeRows(database, 'INSERT INTO staging.records', rows);
  }
  database.exec('COMMIT');
}

/** Records of one place are written together, and places as they lie in the store. */
function placeOf(kind: FactName, record: Readonly<Record<string, unknown>>): string {
  const date = seriesDate(kind);
  return date === undefined
    ? rowKey(kind, record)
    : `${subjectOf(kind, record)} ${String(record[date]).slice(0, 4)}`;
}

interface StagedRow {
  readonly kind: FactName;
  readonly place: string;
  readonly id: number;
  readonly record: string;
}

function* stagedRecords(database: Database, file: number): ReturnType<Staging['records']> {
  const next = database.prepare(`
    SELECT kind, place, rowid AS id, record FROM staging.records
    WHERE file = ? AND kind = ? AND (place, rowid) > (?, ?) ORDER BY place, rowid LIMIT ${BATCH}`);
  for (const kind of Object.keys(factKinds) as FactName[]) {
    let last = { place: '', id: -1 };
    for (;;) {
      const rows = next.all(file, kind, last.place, last.id) as unknown as StagedRow[];
      const end = rows.at(-1);
      if (!end) break;
      yield { kind, records: JSON.parse(`[${rows.map(({ record }) => record).join(',')}]`) };
      last = end;
    }
  }
}
