import { hostname } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '../../tools/index.ts';
import type { Config } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import type { Asking } from '../cluster/asking.ts';
import { type Job, type JobParts, runJob } from '../cluster/job.ts';
import { openTables } from '../cluster/open-tables.ts';
import { headOf, MAX_PUBLISHING_MS, publishAgain } from '../cluster/published-versions.ts';
import { REPLACED } from '../cluster/stored-parts.ts';
import { withWriteLock } from '../cluster/write-lock.ts';
import type { Context } from './context.ts';
import { refreshInChild } from './start-app.ts';

export type Cluster = NonNullable<Config['cluster']>;

/** The store that several machines share, for a command that writes it. */
export interface Shared {
  readonly database: Asking;
  /**
   * Does a piece of work as the only writer, and publishes what it leaves.
   *
   * @returns undefined where another one writes, for who does not wait
   */
  job<Result>(
    waits: 'waits' | 'does not wait',
    work: (job: Job) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly head: number } | undefined>;
  /** Publishes an older version again (see published-versions.ts), when no other writer is at work. */
  publishAgain(id: number): ReturnType<typeof publishAgain>;
  close(): Promise<void>;
}

/** Where a writer keeps its copies: never the folder of a machine which is alone. */
export function writerFolder(dataDir: string): string {
  return join(dataDir, 'shared');
}

/** Opens the shared store, with its tables as this version of the program needs them. */
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
    ...{ databaseUrl, database, folder, endpoints, clock },
    refresh: (own, kind, useless) =>
      refreshInChild(context, own, kind, AbortSignal.any([closing.signal, useless])),
    replaced: (parts) => createLog({ instance: hostname() }).warn({ parts }, REPLACED),
  };
  const said = () =>
    stderr.write('Another machine writes; waiting until it has come to an end …\n');
  return {
    database,
    job: (waits, work) => runJob({ ...parts, waits: waits === 'waits' ? said : undefined }, work),
    async publishAgain(id) {
      const again = async () => {
        const head = await database.ask(headOf);
        return database.ask((sql) => publishAgain(sql, head, id), MAX_PUBLISHING_MS);
      };
      return (await withWriteLock({ databaseUrl, database, waits: said }, again))!;
    },
    async close() {
      closing.abort();
      await database.close();
    },
  };
}
