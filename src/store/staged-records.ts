import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { statement, writeRows } from './statements.ts';

/**
 * Number of records that are written or read together, because each call of SQLite has a fixed
 * cost.
 */
const RECORDS_AT_ONCE = 500;

/**
 * Stores the serialized records of one endpoint in the temporary database, because they may not fit
 * into memory. Deletes the records of an earlier endpoint that has the same columns.
 * @param columns the names of the texts of a record
 */
export function stageRecords(database: Database, columns: readonly string[] = ['record']) {
  const typed = columns.map((column) => `${column} TEXT NOT NULL`).join(', ');
  const listed = columns.join(', ');
  const staged = `temp.staged_${columns.join('_')}`;
  // It is much faster to delete all rows than to create a new table, because a new table changes
  // the schema.
  database.exec(`CREATE TABLE IF NOT EXISTS ${staged} (number INTEGER PRIMARY KEY, ${typed})`);
  database.exec(`DELETE FROM ${staged}`);
  let count = 0;
  let pending: [number, ...string[]][] = [];
  let ranked: Uint32Array | undefined;
  const hash = createHash('sha256');
  const flush = () => {
    writeRows(database, `INSERT INTO ${staged}`, pending);
    // Line breaks separate the texts, because serialized JSON contains none.
    hash.update(pending.map(([, ...texts]) => `${texts.join('\n')}\n`).join(''));
    pending = [];
  };
  return {
    /** Adds the texts of a record. Records are numbered from 0 in the order of these calls. */
    add(...texts: readonly string[]): void {
      pending.push([count, ...texts]);
      count += 1;
      if (pending.length === RECORDS_AT_ONCE) flush();
    },
    /** Must be called after the last `add`. */
    end: flush,
    /**
     * Returns the rank of each record, indexed by record number. Records are ranked by the bytes of
     * their texts. Of two equal records, the first has the lower rank.
     */
    ranks(): Uint32Array {
      if (ranked) return ranked;
      const sql = `SELECT json_group_array(number) AS numbers
                   FROM (SELECT number FROM ${staged} ORDER BY ${listed}, number)`;
      const { numbers } = statement(database, sql).get() as { numbers: string };
      const ranks = new Uint32Array(count);
      (JSON.parse(numbers) as number[]).forEach((number, rank) => {
        ranks[number] = rank;
      });
      ranked = ranks;
      return ranks;
    },
    /** Digest of the records in the order of `add`. Must be called only once. */
    digest: () => hash.digest('base64url'),
    /**
     * Writes the records into a table that has a column for the position, followed by the columns
     * for the texts. `order` contains the number of the record at each position.
     * @param texts the names of the texts to write
     */
    writeInto(table: string, order: Uint32Array, texts = columns): void {
      // The statement is not cached, because it is used only for this table.
      const put = database.prepare(
        `INSERT INTO ${table} SELECT ? + place.key, ${texts.join(', ')} FROM json_each(?) AS place
         CROSS JOIN ${staged} ON number = place.value`,
      );
      for (const [start, numbers] of parts(order)) put.run(start, numbers);
    },
  };
}

export type StagedRecords = ReturnType<typeof stageRecords>;

/** Splits a list of numbers into JSON arrays, each with its start index. */
function* parts(order: Uint32Array): Generator<readonly [start: number, numbers: string]> {
  for (let start = 0; start < order.length; start += RECORDS_AT_ONCE) {
    yield [start, `[${order.subarray(start, start + RECORDS_AT_ONCE).join()}]`];
  }
}
