import { hostname } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '../../tools/index.ts';
import type { Config } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { type Job, type JobParts, runJob } from '../cluster/job.ts';
import { openTables } from '../cluster/open-tables.ts';
import type { PostgresClient } from '../cluster/postgres-client.ts';
import { headOf, MAX_PUBLISHING_MS, publishAgain } from '../cluster/published-versions.ts';
import { REPLACED } from '../cluster/stored-parts.ts';
import { withWriteLock } from '../cluster/write-lock.ts';
import type { Context } from './context.ts';
import { refreshInChild } from './start-app.ts';

export type Cluster = NonNullable<Config['cluster']>;

/** The shared store, for commands that write records. */
export interface Shared {
  readonly database: PostgresClient;
  /**
   * Calls `work` while no other process writes, and then publishes the changed store.
   *
   * @param waits whether this call waits for another active writer, or returns immediately
   * @returns undefined if another writer is active and this call does not wait
   */
  job<Result>(
    waits: 'waits' | 'does not wait',
    work: (job: Job) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly head: number } | undefined>;
  /**
   * Waits until no other writer is active, and then publishes an older version as the newest
   * version.
   */
  publishAgain(id: number): ReturnType<typeof publishAgain>;
  close(): Promise<void>;
}

/** Returns the folder in which a writing machine keeps copies of the shared records. */
export function writerFolder(dataDir: string): string {
  return join(dataDir, 'shared');
}

/** Opens the shared store and updates its tables for this release. */
export async function openShared(
  context: Context,
  config: Config,
  { databaseUrl }: Cluster,
): Promise<Shared> {
  const { clock, stderr } = context;
  const folder = writerFolder(config.CATALYST_DATA_DIR);
  const closing = new AbortController();
  const database = await openTables(databaseUrl);
  const parts: JobParts = {
    databaseUrl,
    database,
    folder,
    endpoints,
    clock,
    refresh: (own, kind, useless) =>
      refreshInChild(context, own, kind, AbortSignal.any([closing.signal, useless])),
    replaced: (parts) => createLog({ instance: hostname() }).warn({ parts }, REPLACED),
  };
  const said = () => stderr.write('Another machine is writing; waiting for it to finish …\n');
  return {
    database,
    job: (waits, work) => runJob({ ...parts, waits: waits === 'waits' ? said : undefined }, work),
    async publishAgain(id) {
      const again = async () => {
        const head = await database.query(headOf);
        return database.query((sql) => publishAgain(sql, head, id), MAX_PUBLISHING_MS);
      };
      return (await withWriteLock({ databaseUrl, database, waits: said }, again))!;
    },
    async close() {
      closing.abort();
      await database.close();
    },
  };
}
