import { endpoints } from '../../tools/index.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import { newestCopy, withTemporaryFolder } from '../cluster/job-folder.ts';
import { openTables } from '../cluster/open-tables.ts';
import type { PostgresClient } from '../cluster/postgres-client.ts';
import { listVersions, newestVersion, type Version } from '../cluster/published-versions.ts';
import { fetchVersion } from '../cluster/pull-version.ts';
import { createSharedClock } from '../cluster/shared-clock.ts';
import { DamagedRecords, verifyVersion } from '../cluster/stored-parts.ts';
import { readHolder } from '../cluster/sync-holder.ts';
import { sharedStates } from '../cluster/sync-hosts.ts';
import { isWriting } from '../cluster/write-lock.ts';
import { layoutOf } from '../store/served-store.ts';
import { type Cluster, writerFolder } from './shared.ts';
import { table } from './terminal-table.ts';

/** Calls a function with a temporary data folder that contains the newest published records. */
export function withCopy<Result>(
  { CATALYST_DATA_DIR: dataDir }: Config,
  cluster: Cluster,
  look: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder(dataDir, async (folder) => {
    await asking(cluster, async (database) => {
      const facts = await database.query((sql) => newestVersion(sql, 'facts'));
      const last = newestCopy(writerFolder(dataDir));
      if (facts) await fetchVersion(database, facts, filesOf(folder).store, last);
    });
    return look(folder);
  });
}

/** Time limit for reading one version, in milliseconds. */
const MAX_READING_MS = 5 * 60_000;

/**
 * Reads all published versions. Returns the newest version that this release can serve, and the
 * versions that are damaged.
 */
export function checkVersions(cluster: Cluster): Promise<{
  readonly newest: Version | undefined;
  readonly damaged: readonly DamagedRecords[];
}> {
  const layout = layoutOf(endpoints);
  return asking(cluster, async (database) => {
    const damaged: DamagedRecords[] = [];
    const read = new Set<string>();
    for (const { id } of await database.query(listVersions)) {
      await database
        .query((sql) => verifyVersion(sql, id, read), MAX_READING_MS)
        .catch((cause) => {
          if (!(cause instanceof DamagedRecords)) throw cause;
          damaged.push(cause);
        });
    }
    return { newest: await database.query((sql) => newestVersion(sql, 'served', layout)), damaged };
  });
}

/** Formats the list of published versions. */
export function listVersionsText(cluster: Cluster): Promise<string> {
  return asking(cluster, async (database) => {
    const writing = (await isWriting(database)) ? 'a machine is writing' : 'no machine is writing';
    const versions = await database.query(listVersions);
    const rows = versions.map(({ id, kind, layout, made_at, bytes, ...days }) => ({
      version: id,
      kind,
      layout,
      published: `${made_at.toISOString().slice(0, 16)}Z`,
      'computed on': days.derived_on,
      'facts of': days.facts_at,
      MB: (bytes / 1e6).toFixed(1),
    }));
    const shown =
      rows.length > 0 ? table(rows) : '  none: run `work`, or run `import SOURCE FILE…`';
    return `Shared by several machines, ${writing}. Versions:\n${shown}\n`;
  });
}

/**
 * Returns the stored state of each source host, the process that runs the sync, and the time of the
 * shared clock.
 */
export function readSharedSync(cluster: Cluster, clock: Clock) {
  return asking(cluster, async (database) => {
    const sharedClock = createSharedClock(database, clock);
    await sharedClock.compare();
    return {
      hosts: await sharedStates(database),
      holder: await database.query(readHolder),
      now: sharedClock.now(),
    };
  });
}

async function asking<Result>(
  { databaseUrl }: Cluster,
  ask: (database: PostgresClient) => Promise<Result>,
): Promise<Result> {
  const database = await openTables(databaseUrl);
  try {
    return await ask(database);
  } finally {
    await database.close();
  }
}
