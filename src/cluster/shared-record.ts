/**
 * The recorded forecasts that several machines share. They consist of sheets, each with the
 * forecasts of one kind and day. The versions of the records do not contain the sheets, so
 * publishing an older version keeps all sheets.
 */
import { rmSync } from 'node:fs';
import type { TransactionSql } from 'postgres';
import type { SheetReader } from '../domain/track-record/chain.ts';
import { appendSheets, packed, readSheets, recordIn, unpacked } from '../store/record-file.ts';
import type { Postgres } from './postgres.ts';
import { createPostgresClient, type PostgresClient } from './postgres-client.ts';

/** Time limit for reading all sheets, in milliseconds. */
const MAX_READING_MS = 60_000;

type Row = Parameters<typeof unpacked>[0];

const headersOf = (sql: Postgres) =>
  sql<{ head: string; header: string }[]>`SELECT head, header FROM forecast_sheet ORDER BY seq`;

/**
 * Adds shared sheets to the forecasts file if they are missing there. If a sheet in the file
 * differs from the shared sheet, the file is replaced.
 */
export async function fetchSheets(database: PostgresClient, path: string): Promise<void> {
  const own = await recordIn(path).headers();
  const shared = await database.query(headersOf, MAX_READING_MS);
  const isSame = shared.every(({ head }, at) => at >= own.length || head === own[at]!.head);
  if (!isSame) for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  const after = isSame ? own.length : 0;
  if (after >= shared.length) return;
  const rows = await database.query(
    (sql) => sql<Row[]>`
      SELECT head, header, sheet FROM forecast_sheet WHERE seq > ${after} ORDER BY seq`,
    MAX_READING_MS,
  );
  await appendSheets(path, () => rows.map(unpacked));
}

/**
 * Adds the sheets that exist only in the file to the shared sheets. The caller must be the only
 * writer.
 */
export async function publishSheets(sql: TransactionSql, path: string): Promise<void> {
  const [last] = await sql<{ seq: number }[]>`
    SELECT coalesce(max(seq), 0) AS seq FROM forecast_sheet`;
  const rows = (await readSheets(path)).map((one, at) => ({ seq: at + 1, ...packed(one) }));
  for (const row of rows.slice(last!.seq)) await sql`INSERT INTO forecast_sheet ${sql(row)}`;
}

/** Reads the shared sheets. The connection is opened at the first request. */
export function sharedRecord(databaseUrl: string): SheetReader {
  const database = createPostgresClient(databaseUrl);
  return {
    headers: () => database.query(headersOf),
    async sheet(seq) {
      const [row] = await database.query(
        (sql) => sql<Row[]>`SELECT head, header, sheet FROM forecast_sheet WHERE seq = ${seq}`,
      );
      return row && unpacked(row);
    },
    close: () => database.close(),
  };
}
