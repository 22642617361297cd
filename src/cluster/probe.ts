import type { Clock } from '../base/clock.ts';
import { closePostgres, failureCode, openPostgres, withinTime } from './postgres.ts';
import { sharedNow } from './shared-clock.ts';

export interface Probed {
  /** In words. */
  readonly found: string;
  /** Where it cannot be used. */
  readonly advice?: string;
  /** Milliseconds that its clock is ahead of this machine's. */
  readonly ahead?: number;
}

/** How PostgreSQL does. */
export async function probePostgres(url: string, clock: Clock): Promise<Probed> {
  const sql = openPostgres(url);
  try {
    // Connected first, so that the moment is not older than one question.
    await withinTime(sql`SELECT`);
    const before = clock();
    const [row] = await withinTime(
      sql<{ version: string; migrations: string | null; now: string }[]>`
        SELECT ${sharedNow(sql)} AS now, current_setting('server_version') AS version,
          to_regclass('migration')::text AS migrations`,
    );
    const tables = row?.migrations ? 'its tables are there' : 'its tables are made at first use';
    const ahead = Number(row?.now) - (before + clock()) / 2;
    return { found: `answers, version ${row?.version}; ${tables}`, ahead };
  } catch (cause) {
    const advice =
      'check that it runs, and the address, user and password in CATALYST_DATABASE_URL';
    return { found: `cannot be used (${failureCode(cause)})`, advice };
  } finally {
    await closePostgres(sql);
  }
}
