import { join } from 'node:path';
import { endpoints } from '../../tools/index.ts';
import { type Job, type JobParts, runJob } from '../cluster/job.ts';
import { migrations } from '../cluster/migrations.ts';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  type Postgres,
} from '../cluster/postgres.ts';
import { headOf, publishAgain } from '../cluster/versions.ts';
import { withWriteLock } from '../cluster/write-lock.ts';
import type { Config } from '../config.ts';
import type { Context } from './context.ts';
import { refreshInChild } from './start-app.ts';

export type Cluster = NonNullable<Config['cluster']>;

/** The store that several machines share, for a command that writes it. */
export interface Shared {
  readonly sql: Postgres;
  /** The data folder of this machine's copy. */
  readonly folder: string;
  /**
   * Does a piece of work as the only writer, and publishes what it leaves.
   *
   * @returns undefined where another one writes, for who does not wait
   */
  job<Result>(
    waits: 'waits' | 'does not wait',
    work: (job: Job) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly head: number } | undefined>;
  /** Publishes an older version again (see versions.ts), when no other writer is at work. */
  publishAgain(id: number): ReturnType<typeof publishAgain>;
  close(): Promise<void>;
}

/** The folder of a writer's copy: never that of a machine which is alone. */
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
  const sql = openPostgres(databaseUrl);
  const folder = writerFolder(config.CATALYST_DATA_DIR);
  const closing = new AbortController();
  const parts: JobParts = {
    ...{ databaseUrl, sql, folder, endpoints, clock },
    refresh: (kind) => refreshInChild(context, folder, kind, closing.signal),
  };
  const said = () =>
    stderr.write('Another machine writes; waiting until it has come to an end …\n');
  try {
    await migratePostgres(sql, migrations);
  } catch (cause) {
    await closePostgres(sql);
    throw cause;
  }
  return {
    sql,
    folder,
    job: (waits, work) => runJob({ ...parts, waits: waits === 'waits' ? said : undefined }, work),
    async publishAgain(id) {
      const again = async () => publishAgain(sql, await headOf(sql), id);
      return (await withWriteLock({ databaseUrl, sql, waits: said }, again))!;
    },
    async close() {
      closing.abort();
      await closePostgres(sql);
    },
  };
}
