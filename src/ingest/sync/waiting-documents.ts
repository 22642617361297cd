import type { Batch } from '../../sources/parsed.ts';
import { mentionBatches, mentionRecord, mentionsAmong } from '../../sources/released-text.ts';
import type { SourceDocument } from '../../sources/source.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { writeFacts } from '../../store/facts-store.ts';
import { statement } from '../../store/statements.ts';

/** What the documents and the headlines of an answer state. A text without a day states nothing. */
export function statedIn(
  documents: readonly SourceDocument[],
  batches: readonly Batch[],
): readonly Batch[] {
  const records = documents.flatMap(({ published, ...document }) => {
    const record = published === undefined ? undefined : mentionRecord({ ...document, published });
    return record && record.mentions.length > 0 ? [record] : [];
  });
  return [...mentionBatches(records), ...mentionsAmong(batches)];
}

/** Documents read in one transaction. */
const MAX_READ = 50;

/**
 * Reads the texts that a former version left waiting, and takes them out of the store.
 *
 * @param observed day on which they are read, `YYYY-MM-DD`
 * @returns how many documents stated something
 */
export function readWaiting(database: Database, source: string, observed: string): number {
  let written = 0;
  for (;;) {
    const sql = 'SELECT record, text FROM sync_documents ORDER BY arrived_at, rowid LIMIT ?';
    const rows = statement(database, sql).all(MAX_READ) as { record: string; text: string }[];
    if (rows.length === 0) return written;
    const documents = rows.map(
      ({ record, text }) => ({ ...JSON.parse(record), text }) as SourceDocument,
    );
    inTransaction(database, () => {
      for (const { kind, records } of statedIn(documents, [])) {
        const { added, replaced } = writeFacts(database, kind, records, source, observed);
        written += added + replaced;
      }
      const remove = statement(database, 'DELETE FROM sync_documents WHERE address = ?');
      for (const { address } of documents) remove.run(address);
    });
  }
}
