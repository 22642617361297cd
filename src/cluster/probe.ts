import type { Clock } from '../base/clock.ts';
import { closePostgres, failureCode, openPostgres, withTimeout } from './postgres.ts';
import { sharedNow } from './shared-clock.ts';

export interface Probed {
  /** The result as text, such as `answers, version 17.2; its tables exist`. */
  readonly found: string;
  /** The suggested fix if PostgreSQL cannot be used. */
  readonly advice?: string;
  /** Milliseconds by which the clock of PostgreSQL is ahead of this machine's clock. */
  readonly ahead?: number;
}

/** Checks that PostgreSQL answers, and compares its clock with the clock of this machine. */
export async function probePostgres(url: string, clock: Clock): Promise<Probed> {
  const sql = openPostgres(url);
  try {
    // The first query opens the connection, so that the time to open it does not affect the
    // comparison of the clocks.
    await withTimeout(sql`SELECT`);
    const before = clock();
    const [row] = await withTimeout(
      sql<{ version: string; migrations: string | null; now: string }[]>`
        SELECT ${sharedNow(sql)} AS now, current_setting('server_version') AS version,
          to_regclass('migration')::text AS migrations`,
    );
    const tables = row?.migrations ? 'its tables exist' : 'its tables are created at first use';
    const ahead = Number(row?.now) - (before + clock()) / 2;
    return { found: `answers, version ${row?.version}; ${tables}`, ahead };
  } catch (cause) {
    const advice =
      'check that it runs, and check the URL, user and password in CATALYST_DATABASE_URL';
    return { found: `cannot be used (${failureCode(cause)})`, advice };
  } finally {
    await closePostgres(sql);
  }
}
