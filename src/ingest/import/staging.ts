import { inParts } from '../../domain/group-by.ts';
import { subjectOf } from '../../facts/company-reference.ts';
import { type FactName, factKinds } from '../../facts/fact-kinds.ts';
import type { Database } from '../../store/database.ts';
import { rowKey } from '../../store/facts-store.ts';
import { storeFailure } from '../../store/failure.ts';
import { seriesDate } from '../../store/series.ts';
import { statement, writeRows } from '../../store/statements.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/**
 * Size of a page in bytes. Together with `MAX_PAGES`, it limits the file to 8 GiB. At the limit,
 * SQLite reports a full disk.
 */
const PAGE_BYTES = 16_384;
/** Maximum number of pages of the staging file. */
const MAX_PAGES = 524_288;
/** Name of the staging file in error messages. The file and the store may be on different disks. */
const STAGING_FILE = 'The staging file in the temporary folder (TMPDIR)';
/** Records per batch. */
const BATCH = 200;

/**
 * Opens the staging file, which contains the checked records of import files. The file is a
 * temporary SQLite database on disk, attached to the connection of the store. It has no name, so
 * the operating system deletes it when the process ends.
 */
export function openStaging(database: Database) {
  database.exec(`
    PRAGMA temp_store = FILE;
    ATTACH '' AS staging;
    PRAGMA staging.page_size = ${PAGE_BYTES};
    PRAGMA staging.max_page_count = ${MAX_PAGES};
    PRAGMA staging.journal_mode = OFF;
    PRAGMA staging.synchronous = OFF;
    CREATE TABLE staging.records (file INTEGER, kind TEXT, place TEXT, record TEXT)`);
  return {
    add(file: number, kind: FactName, records: Records): void {
      try {
        addRecords(database, file, kind, records);
      } catch (cause) {
        throw storeFailure(cause, STAGING_FILE);
      }
    },
    /**
     * Discards the staged records of a file. Call this function if a later part of the file could
     * not be read.
     */
    drop(file: number): void {
      statement(database, 'DELETE FROM staging.records WHERE file = ?').run(file);
    },
    /**
     * Finishes writing. Call this function before the staged records are read and before a
     * transaction starts.
     */
    finish(): void {
      database.exec('CREATE INDEX staging.by_place ON records (file, kind, place)');
    },
    records: (file: number) => stagedRecords(database, file),
    close(): void {
      database.exec('DETACH staging');
    },
  };
}

export type Staging = ReturnType<typeof openStaging>;

function addRecords(database: Database, file: number, kind: FactName, records: Records): void {
  database.exec('BEGIN');
  for (const batch of inParts(records, BATCH)) {
    const rows = batch.map((record) => [file, kind, placeOf(kind, record), JSON.stringify(record)]);
    writeRows(database, 'INSERT INTO staging.records', rows);
  }
  database.exec('COMMIT');
}

/**
 * Returns the key by which staged records are sorted. The records then have the order of the store.
 */
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

/**
 * Yields a file's records in batches, in the order of the store. Records with the same sort key
 * (see `placeOf`) stay in the order of the file.
 */
function* stagedRecords(
  database: Database,
  file: number,
): Generator<{ readonly kind: FactName; readonly records: Records }> {
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
