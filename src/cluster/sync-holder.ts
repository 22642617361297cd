import type { Clock } from '../base/clock.ts';
import type { Holder, Self } from '../ingest/sync/lock.ts';
import type { Postgres } from './postgres.ts';
import type { PostgresClient } from './postgres-client.ts';

/** Milliseconds between two progress reports of a running sync. */
export const REPORT_EVERY_MS = 10_000;

/**
 * Creates a reporter that tells all machines which process runs the sync, and how far the sync is.
 * @param clock the clock that all machines share
 */
export function createProgressReporter(database: PostgresClient, self: Self, clock: Clock) {
  const { holder, pid, host } = self;
  const started_at = clock();
  let progress = 'starts';
  // If a report fails, the error is ignored, because the next report replaces it.
  const report = () =>
    database
      .query((sql) =>
        writeHolder(sql, { holder, pid, host, started_at, heartbeat: clock(), progress }),
      )
      .catch(() => {});
  let last = report();
  const reporting = setInterval(() => {
    last = report();
  }, REPORT_EVERY_MS);
  return {
    /** Sets the progress text for the next report. */
    say(words: string): void {
      progress = words;
    },
    /** Reports that the sync has ended. */
    async close(): Promise<void> {
      clearInterval(reporting);
      await last;
      await database.query((sql) => deleteHolder(sql, holder)).catch(() => {});
    },
  };
}

export type ProgressReporter = ReturnType<typeof createProgressReporter>;

async function writeHolder(sql: Postgres, holder: Holder): Promise<void> {
  const json = sql.json({ ...holder });
  await sql`
    INSERT INTO sync_holder VALUES (1, ${json}) ON CONFLICT (id) DO UPDATE SET holder = ${json}`;
}

async function deleteHolder(sql: Postgres, holder: string): Promise<void> {
  await sql`DELETE FROM sync_holder WHERE holder->>'holder' = ${holder}`;
}

/**
 * Returns the process that last reported that it runs the sync. The process may have ended since
 * then (see ingest/sync/lock.ts).
 */
export async function readHolder(sql: Postgres): Promise<Holder | undefined> {
  const [row] = await sql<{ holder: Holder }[]>`SELECT holder FROM sync_holder`;
  return row?.holder;
}
