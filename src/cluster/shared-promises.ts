import type { Postgres } from './postgres.ts';

/**
 * Publishes how up to date each source is, so that all servers can read it (see store/promises.ts).
 */
export async function writePromises(sql: Postgres, said: string): Promise<void> {
  await sql`
    INSERT INTO sync_promises VALUES (1, ${said}) ON CONFLICT (id) DO UPDATE SET said = ${said}`;
}

/** Returns the text that was published last. Undefined before the first sync. */
export async function readPromises(sql: Postgres): Promise<string | undefined> {
  const [row] = await sql<{ said: string }[]>`SELECT said FROM sync_promises`;
  return row?.said;
}
