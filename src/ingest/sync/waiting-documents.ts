import { dayAt } from '../../base/clock.ts';
import type { PlacedText } from '../../sources/parsed.ts';
import { type ReadText, statedIn } from '../../sources/released-text.ts';
import type { SourceDocument } from '../../sources/source.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { writeFacts } from '../../store/facts-store.ts';
import { statement } from '../../store/statements.ts';
import { failureText, noteRefused } from './source-states.ts';

/** Converts the documents of a response to texts from which statements are extracted. */
export function textsOf(documents: readonly SourceDocument[]): readonly PlacedText[] {
  return documents.flatMap(({ published, ...document }) =>
    published === undefined ? [] : [{ ...document, published, where: 'text' }],
  );
}

/** Number of documents to read in one transaction. */
const MAX_READ = 50;

/**
 * Extracts statements from texts that an earlier version of this program stored without extracting
 * them. Then removes the texts from the store.
 * @returns number of new or changed `mentions` records
 */
export async function readWaiting(
  database: Database,
  source: string,
  read: ReadText,
  now: number,
): Promise<number> {
  let written = 0;
  for (;;) {
    const sql = 'SELECT record, text FROM sync_documents ORDER BY arrived_at, rowid LIMIT ?';
    const rows = statement(database, sql).all(MAX_READ) as { record: string; text: string }[];
    if (rows.length === 0) return written;
    const documents = rows.map(
      ({ record, text }) => ({ ...JSON.parse(record), text }) as SourceDocument,
    );
    const { batches, problems } = await statedIn(
      textsOf(documents).map((text) => ({ ...text, where: text.address ?? 'text' })),
      read,
    );
    inTransaction(database, () => {
      for (const { kind, records } of batches) {
        const { added, replaced } = writeFacts(database, kind, records, source, dayAt(now));
        if (kind === 'mentions') written += added + replaced;
      }
      const [first] = problems;
      if (first) {
        const refusal = failureText({ address: first.where }, first.reason);
        noteRefused(database, source, { refused: problems.length, refusal }, now);
      }
      const remove = statement(database, 'DELETE FROM sync_documents WHERE address = ?');
      for (const { address } of documents) remove.run(address);
    });
  }
}
