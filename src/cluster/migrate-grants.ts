import { existsSync } from 'node:fs';
import type { TransactionSql } from 'postgres';
import type { Clock } from '../base/clock.ts';
import { withDatabase } from '../store/database.ts';
import { advisoryLocks, boundedTransaction } from './postgres.ts';
import { createPostgresClient } from './postgres-client.ts';
import { sharedNow } from './shared-clock.ts';

/** Time limit for copying all grants of a machine, in milliseconds. */
const MAX_MIGRATION_MS = 120_000;

interface Row {
  readonly kind: string;
  readonly id_hash: string;
  readonly account: string | null;
  readonly grant_id: string | null;
  readonly value: string;
  readonly taken: number;
  /** Milliseconds until the grant expires. */
  readonly rest: number;
}

/**
 * Copies the OAuth grants of one machine into the shared database, whose tables must exist. Grants
 * that the database already has are left unchanged. A grant contains the key and the plan of its
 * account, so it cannot give access to another account.
 * @param path the file with the grants of the machine
 * @returns number of grants that were copied
 * @throws Error with a readable message if PostgreSQL cannot be used
 */
export async function migrateGrants(path: string, url: string, clock: Clock): Promise<number> {
  if (!existsSync(path)) return 0;
  const rows = await rowsOf(path, clock());
  const database = createPostgresClient(url);
  try {
    const bring = async (transaction: TransactionSql) => {
      await transaction`SELECT pg_advisory_xact_lock(${advisoryLocks.grants})`;
      const came = await transaction<{ kind: string }[]>`
        INSERT INTO oauth_kept (kind, id_hash, account, grant_id, value, taken, expires)
        SELECT kind, id_hash, account, grant_id, value, taken <> 0,
          ${sharedNow(transaction)} + rest FROM unnest(
          ${rows.map(({ kind }) => kind)}::text[],
          ${rows.map(({ id_hash }) => id_hash)}::text[],
          ${rows.map(({ account }) => account)}::text[],
          ${rows.map(({ grant_id }) => grant_id)}::text[],
          ${rows.map(({ value }) => value)}::text[],
          ${rows.map(({ taken }) => taken)}::integer[],
          ${rows.map(({ rest }) => rest)}::bigint[])
          AS own (kind, id_hash, account, grant_id, value, taken, rest)
        ON CONFLICT (kind, id_hash) DO NOTHING RETURNING kind`;
      return came.filter(({ kind }) => kind === 'grant').length;
    };
    return await database.query(
      (sql) => boundedTransaction(sql, bring, MAX_MIGRATION_MS),
      MAX_MIGRATION_MS,
    );
  } finally {
    await database.close();
  }
}

function rowsOf(path: string, moment: number): Promise<readonly Row[]> {
  const sql = 'SELECT *, expires - ?1 AS rest FROM kept WHERE expires > ?1';
  return withDatabase(
    path,
    [],
    (database) => database.prepare(sql).all(moment) as unknown as Row[],
  );
}
