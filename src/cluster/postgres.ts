import postgres, { type Sql } from 'postgres';

export type Postgres = Sql;

/** A change of the shared tables. Migrations only add; what goes is dropped by a later release. */
export interface PostgresMigration {
  readonly version: number;
  readonly sql: string;
}

/** Connections of one process: reads are kept in memory, and few questions are under way at once. */
const MAX_CONNECTIONS = 4;
const CONNECT_SECONDS = 5;
/** One key of advisory locks each; the numbers are arbitrary and must never change. */
const advisoryLocks = { migrate: 727_001 } as const;

/** Opens PostgreSQL; nothing is connected before the first question. */
export function openPostgres(url: string): Postgres {
  return postgres(url, {
    max: MAX_CONNECTIONS,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: 300,
    onnotice: () => {},
    connection: { application_name: 'biotech-catalyst-mcp' },
  });
}

/** Brings the shared tables to the newest migration, one process at a time. */
export async function migratePostgres(
  sql: Postgres,
  migrations: readonly PostgresMigration[],
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${advisoryLocks.migrate})`;
    await transaction`CREATE TABLE IF NOT EXISTS migration (version integer PRIMARY KEY)`;
    const done = await transaction<{ version: number }[]>`SELECT version FROM migration`;
    const versions = new Set(done.map(({ version }) => version));
    for (const { version, sql: text } of migrations) {
      if (versions.has(version)) continue;
      await transaction.unsafe(text);
      await transaction`INSERT INTO migration VALUES (${version})`;
    }
  });
}
