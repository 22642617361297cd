import { type Asking, askPostgres } from './asking.ts';
import { migrations } from './migrations.ts';
import { MAX_MIGRATION_MS, migratePostgres, postgresFailure } from './postgres.ts';

/**
 * Opens the shared database, with its tables as this version of the program needs them.
 *
 * @throws Error in words where PostgreSQL does not let it
 */
export async function openTables(url: string): Promise<Asking> {
  const database = askPostgres(url);
  try {
    await database.ask((sql) => migratePostgres(sql, migrations), MAX_MIGRATION_MS);
    return database;
  } catch (cause) {
    await database.close();
    throw postgresFailure(cause);
  }
}
