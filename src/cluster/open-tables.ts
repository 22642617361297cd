import { migrations } from './migrations.ts';
import { MAX_MIGRATION_MS, migratePostgres } from './postgres.ts';
import { createPostgresClient, type PostgresClient } from './postgres-client.ts';

/**
 * Opens the shared database and migrates its tables to this release.
 *
 * @throws Error with a readable message if PostgreSQL cannot be used
 */
export async function openTables(url: string): Promise<PostgresClient> {
  const database = createPostgresClient(url);
  try {
    await database.query((sql) => migratePostgres(sql, migrations), MAX_MIGRATION_MS);
    return database;
  } catch (cause) {
    await database.close();
    throw cause;
  }
}
