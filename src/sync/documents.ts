import type { Database } from '../store/database.ts';
import { statement } from '../store/statements.ts';

/** A filing's or a press release's text that waits until it has been read for facts. */
export interface WaitingDocument {
  readonly address: string;
  /** CIK of the filer, where there is one. */
  readonly cik?: string | undefined;
  readonly ticker?: string | undefined;
  /** `8-K`, `EX-99.1` … */
  readonly form?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly published?: string | undefined;
  readonly title?: string | undefined;
  /** HTML or plain text, as it came. */
  readonly text: string;
}

/** Beyond these, no more documents are fetched until some have been read. */
const MAX_WAITING = 2_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Puts documents behind those that wait; one that waits already is replaced. */
export function addDocuments(
  database: Database,
  documents: readonly WaitingDocument[],
  now: number,
): void {
  const put = statement(database, 'INSERT OR REPLACE INTO sync_documents VALUES (?, ?, ?, ?, ?)');
  for (const { text, ...about } of documents) {
    put.run(about.address, JSON.stringify(about), text, Buffer.byteLength(text), now);
  }
}

/** The documents that have waited longest. */
export function waitingDocuments(database: Database, most: number): WaitingDocument[] {
  const sql = 'SELECT record, text FROM sync_documents ORDER BY arrived_at, rowid LIMIT ?';
  const rows = statement(database, sql).all(most) as { record: string; text: string }[];
  return rows.map(({ record, text }) => ({ ...JSON.parse(record), text }));
}

/** Takes a document that was read out. Runs in the transaction that writes what it said. */
export function documentRead(database: Database, address: string): void {
  statement(database, 'DELETE FROM sync_documents WHERE address = ?').run(address);
}

/** Whether as many documents wait as may. */
export function documentsAreFull(database: Database): boolean {
  const sql = 'SELECT count(*) AS documents, total(bytes) AS bytes FROM sync_documents';
  const row = statement(database, sql).get() as { documents: number; bytes: number };
  return row.documents >= MAX_WAITING || row.bytes >= MAX_WAITING_BYTES;
}
