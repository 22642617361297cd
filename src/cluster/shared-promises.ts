import type { Postgres } from './postgres.ts';

/** Tells all instances how fresh each source is (see store/promises.ts). */
export async function tellPromises(sql: Postgres, said: string): Promise<void> {
  await sql`
    INSERT INTO sync_promises VALUES (1, ${said}) ON CONFLICT (id) DO UPDATE SET said = ${said}`;
}

/** What was told last; undefined before any sync. */
export async function toldPromises(sql: Postgres): Promise<string | undefined> {
  const [row] = await sql<{ said: string }[]>`SELECT said FROM sync_promises`;
  return row?.said;
}
