import type { FactName } from '../facts.ts';
import type { Database } from '../store/database.ts';
import { writeFacts } from '../store/facts-store.ts';
import { seriesOf, unpack } from '../store/series.ts';
import { statement } from '../store/statements.ts';

interface Row {
  readonly kind: FactName;
  readonly key: string;
  readonly source: string;
  readonly record: string;
}

/**
 * Moves everything that is kept under a company's ticker to its new one. Runs inside the caller's
 * transaction. Facts that stand under the new ticker already stay where they say the same.
 */
export function changeTicker(database: Database, from: string, to: string): void {
  const rows = statement(
    database,
    `SELECT kind, key, source, record FROM facts
     WHERE json_extract(record, '$.ticker') = ?1 OR json_extract(record, '$.Ticker') = ?1`,
  ).all(from) as unknown as Row[];
  const remove = statement(database, 'DELETE FROM facts WHERE kind = ? AND key = ?');
  for (const { kind, key, source, record } of rows) {
    remove.run(kind, key);
    writeFacts(database, kind, [renamed(JSON.parse(record), to)], source);
  }
  const kinds = statement(database, 'SELECT DISTINCT kind FROM series WHERE ticker = ?').all(from);
  for (const { kind } of kinds as unknown as { kind: FactName }[]) {
    const records = seriesOf(database, kind, from).flatMap((year) => unpack(year));
    // Each of these names its own source; the last word is for those that do not.
    writeFacts(
      database,
      kind,
      records.map((record) => renamed(record, to)),
      'sync',
    );
    statement(database, 'DELETE FROM series WHERE kind = ? AND ticker = ?').run(kind, from);
  }
}

function renamed(record: Readonly<Record<string, unknown>>, ticker: string) {
  return 'Ticker' in record ? { ...record, Ticker: ticker } : { ...record, ticker };
}
