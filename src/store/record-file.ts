import { existsSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SheetReader, StoredHeader, StoredSheet } from '../domain/track-record/chain.ts';
import { type Database, inTransaction, type Migration, openDatabase } from './database.ts';

/**
 * The record of forecasts. Each row is a sheet: the forecasts of one kind and day. Rows cannot be
 * changed or deleted. The record has its own file, because the files of the store can be cleared,
 * for example to store new demo data.
 */
const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `CREATE TABLE sheets (
        seq INTEGER PRIMARY KEY, head TEXT NOT NULL, header TEXT NOT NULL, sheet BLOB NOT NULL
      );
      CREATE TRIGGER sheets_stay BEFORE DELETE ON sheets
        BEGIN SELECT RAISE(ABORT, 'the record cannot be changed'); END;
      CREATE TRIGGER sheets_keep BEFORE UPDATE ON sheets
        BEGIN SELECT RAISE(ABORT, 'the record cannot be changed'); END`,
  },
];

/**
 * Name of the `meta` value that contains the scores of the recorded forecasts. The scores include
 * the head: the hash of the newest entry in the record.
 */
export const RECORD_SCORES = 'record_scores';

export function newestHead(database: Database): string | undefined {
  const sql = "SELECT json_extract(value, '$[0].head') AS head FROM meta WHERE name = ?";
  const row = database.prepare(sql).get(RECORD_SCORES) as { head: string | null } | undefined;
  return row?.head ?? undefined;
}

/** All sheets in the file, in order. Empty if the file does not exist. */
export const readSheets = (path: string) => rowsIn(path, sheetsIn);

export function recordIn(path: string): SheetReader {
  return {
    headers: () => rowsIn(path, headersIn),
    sheet: async (seq) => (await rowsIn(path, (file) => sheetsIn(file, seq, seq)))[0],
  };
}

async function rowsIn<Row>(path: string, read: (file: Database) => readonly Row[]) {
  return existsSync(path) ? inRecord(path, read) : [];
}

/**
 * Calls `make` with the stored sheets and appends the sheets that it returns. Uses one transaction,
 * so that an interrupted append leaves no trace. Two processes cannot append the same sheet twice.
 */
export function appendSheets(
  path: string,
  make: (sheets: readonly StoredSheet[]) => readonly StoredSheet[],
): Promise<void> {
  return inRecord(path, (database) =>
    inTransaction(database, () => {
      const insert = database.prepare('INSERT INTO sheets (head, header, sheet) VALUES (?, ?, ?)');
      const added = make(sheetsIn(database)).map(packed);
      for (const { head, header, sheet } of added) insert.run(head, header, sheet);
    }),
  );
}

/** Opens the record, calls `use`, and closes the record. */
async function inRecord<Value>(path: string, use: (database: Database) => Value): Promise<Value> {
  const database = await openDatabase(path, migrations);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function headersIn(database: Database): readonly StoredHeader[] {
  const rows = database.prepare('SELECT head, header FROM sheets ORDER BY seq').all();
  return rows as unknown as readonly StoredHeader[];
}

function sheetsIn(database: Database, first = 1, last = Number.MAX_SAFE_INTEGER) {
  const sql = 'SELECT head, header, sheet FROM sheets WHERE seq BETWEEN ? AND ? ORDER BY seq';
  return (database.prepare(sql).all(first, last) as unknown as readonly Packed[]).map(unpacked);
}

/** A sheet whose text is compressed. */
type Packed = StoredSheet<Uint8Array>;

export const packed = (one: StoredSheet): Packed => ({ ...one, sheet: gzipSync(one.sheet) });

export function unpacked({ sheet, ...one }: Packed): StoredSheet {
  // Most sheets are empty and need not be decompressed. The last four bytes of a compressed sheet
  // are the size of its text (RFC 1952), which is 0 if the sheet is empty.
  const isEmpty = sheet.subarray(-4).every((byte) => byte === 0);
  return { ...one, sheet: isEmpty ? '' : gunzipSync(sheet).toString('utf8') };
}
