import { type Asking, askPostgres } from './asking.ts';
import { migrations } from './migrations.ts';
import { MAX_MIGRATION_MS, migratePostgres } from './postgres.ts';

/**
 * Opens the shared database, with its tables as this version of the program needs them.
 *
 * @throws Error in words where PostgreSQL cannot be used
 */
export async function openTables(url: string): Promise<Asking> {
  const database = askPostgres(url);
  try {
    await database.ask((sql) => migratePostgres(sql, migrations), MAX_MIGRATION_MS);
    return database;
  } catch (cause) {
    await database.close();
    throw cause;
  }
}
