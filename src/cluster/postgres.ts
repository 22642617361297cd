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
export const advisoryLocks = { migrate: 727_001, write: 727_002 } as const;
/** How soon the server notices that a machine has vanished: after 10 s and three more of 5 s. */
const KEEPALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const;

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

/** Opens one connection that stays, for what lasts as long as it does: an advisory lock. */
export function openSession(url: string): Postgres {
  return postgres(url, {
    max: 1,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'biotech-catalyst-mcp writer', ...KEEPALIVE },
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
