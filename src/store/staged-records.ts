import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { statement, writeRows } from './statements.ts';

/** Records that are written or read together: each call costs more than what it carries. */
const RECORDS_AT_ONCE = 500;

/** Serialised records of one endpoint beside the store: together they are too large to hold. */
export interface StagedRecords {
  /** Numbers them from 0 as they come. */
  add(record: string): void;
  /** To be called once all are added. */
  end(): void;
  /** By number, the place of each record among all by its bytes; of two alike the first comes first. */
  ranks(): Uint32Array;
  /** Of the records as they came: the same for no others. To be asked for once. */
  digest(): string;
  /** Writes the records of some numbers into a table of position and record. */
  writeInto(table: string, order: Uint32Array): void;
}

/** Makes room for the records of one endpoint, in the place of those of the one before. */
export function stageRecords(database: Database): StagedRecords {
  database.exec('DROP TABLE IF EXISTS temp.staged');
  database.exec('CREATE TABLE temp.staged (number INTEGER PRIMARY KEY, record TEXT NOT NULL)');
  let count = 0;
  let pending: [number, string][] = [];
  let ranked: Uint32Array | undefined;
  const hash = createHash('sha256');
  const flush = () => {
    writeRows(database, 'INSERT INTO temp.staged', pending);
    // No record holds a line's end.
    hash.update(pending.map(([, record]) => `${record}\n`).join(''));
    pending = [];
  };
  return {
    add(record) {
      pending.push([count, record]);
      count += 1;
      if (pending.length === RECORDS_AT_ONCE) flush();
    },
    end: flush,
    ranks() {
      if (ranked) return ranked;
      const sql = `SELECT json_group_array(number) AS numbers
                   FROM (SELECT number FROM temp.staged ORDER BY record, number)`;
      const { numbers } = statement(database, sql).get() as { numbers: string };
      const ranks = new Uint32Array(count);
      (JSON.parse(numbers) as number[]).forEach((number, rank) => {
        ranks[number] = rank;
      });
      ranked = ranks;
      return ranks;
    },
    digest: () => hash.digest('base64url'),
    writeInto(table, order) {
      // Tables are many, and a statement that is prepared once would be kept for each.
      const put = database.prepare(
        `INSERT INTO ${table} SELECT ? + place.key, record FROM json_each(?) AS place
         CROSS JOIN temp.staged ON number = place.value`,
      );
      for (const [start, numbers] of parts(order)) put.run(start, numbers);
    },
  };
}

/** Parts of a list of numbers as JSON, each with the place at which it begins. */
function* parts(order: Uint32Array): Generator<readonly [start: number, numbers: string]> {
  for (let start = 0; start < order.length; start += RECORDS_AT_ONCE) {
    yield [start, `[${order.subarray(start, start + RECORDS_AT_ONCE).join()}]`];
  }
}
