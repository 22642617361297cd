import { closePostgres, failureCode, openPostgres, withinTime } from './postgres.ts';

/** How PostgreSQL does, in words; with advice where it cannot be used. */
export async function probePostgres(
  url: string,
): Promise<{ readonly found: string; readonly advice?: string }> {
  const sql = openPostgres(url);
  try {
    const [row] = await withinTime(
      sql<{ version: string; migrations: string | null }[]>`
        SELECT current_setting('server_version') AS version,
          to_regclass('migration')::text AS migrations`,
    );
    const tables = row?.migrations ? 'its tables are there' : 'its tables are made at first use';
    return { found: `answers, version ${row?.version}; ${tables}` };
  } catch (cause) {
    const advice =
      'check that it runs, and the address, user and password in CATALYST_DATABASE_URL';
    return { found: `cannot be used (${failureCode(cause)})`, advice };
  } finally {
    await closePostgres(sql);
  }
}
