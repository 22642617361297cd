import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../cluster/migrations.ts';
import {
  closePostgres,
  migratePostgres,
  openPostgres,
  type Postgres,
} from '../cluster/postgres.ts';
import { fetchVersion } from '../cluster/pull.ts';
import { listVersions, newestVersion } from '../cluster/versions.ts';
import { isWriting } from '../cluster/write-lock.ts';
import type { Config } from '../config.ts';
import { filesOf } from '../data-files.ts';
import { type Cluster, writerFolder } from './shared.ts';
import { table } from './table.ts';

/** Looks at the newest published facts, in a data folder that goes afterwards. */
export async function withCopy<Result>(
  config: Config,
  cluster: Cluster,
  look: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const { CATALYST_DATA_DIR: dataDir } = config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(dataDir, 'look-'));
  try {
    await asking(cluster, async (sql) => {
      const facts = await newestVersion(sql, 'facts');
      const { store } = filesOf(folder);
      if (facts) await fetchVersion(sql, facts, store, filesOf(writerFolder(dataDir)).store);
    });
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The versions that are kept, for people. */
export function listVersionsText(cluster: Cluster): Promise<string> {
  return asking(cluster, async (sql) => {
    const writing = (await isWriting(sql)) ? 'a machine writes at the moment' : 'no machine writes';
    const rows = (await listVersions(sql)).map(({ id, kind, layout, made_at, bytes, ...days }) => ({
      version: id,
      kind,
      layout,
      published: `${made_at.toISOString().slice(0, 16)}Z`,
      'computed on': days.derived_on,
      'facts of': days.facts_at,
      MB: (bytes / 1e6).toFixed(1),
    }));
    const shown = rows.length > 0 ? table(rows) : '  none: start work, or import SOURCE FILE…';
    return `Shared by several machines, ${writing}. Versions:\n${shown}\n`;
  });
}

async function asking<Result>(
  { databaseUrl }: Cluster,
  ask: (sql: Postgres) => Promise<Result>,
): Promise<Result> {
  const sql = openPostgres(databaseUrl);
  try {
    await migratePostgres(sql, migrations);
    return await ask(sql);
  } finally {
    await closePostgres(sql);
  }
}
