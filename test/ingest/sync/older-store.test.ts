import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { temporaryFolder } from '../../support/files.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { factsOf, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

/** The last version before cursors belonged to lists. */
const OLDER = factMigrations.filter(({ version }) => version <= 8);

/** Copies a store into one of the older version, as far as that version has its columns. */
async function olderStoreOf(filled: Database, path: string): Promise<Database> {
  const older = await openDatabase(path, OLDER);
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite*'";
  for (const { name } of older.prepare(tables).all() as { name: string }[]) {
    const columnsOf = (database: Database) =>
      database.prepare(`SELECT name FROM pragma_table_info('${name}')`).all() as { name: string }[];
    const there = new Set(columnsOf(filled).map((column) => column.name));
    const columns = columnsOf(older).flatMap((column) =>
      there.has(column.name) ? column.name : [],
    );
    const rows = filled.prepare(`SELECT ${columns.join()} FROM "${name}"`).all();
    const insert = older.prepare(
      `INSERT OR REPLACE INTO "${name}" (${columns}) VALUES (${columns.map(() => '?')})`,
    );
    for (const row of rows) insert.run(...(Object.values(row) as string[]));
  }
  // It had one cursor for each source.
  const cursors = filled.prepare(
    'SELECT source, max(cursor) AS cursor FROM sync_chains GROUP BY 1',
  );
  for (const { source, cursor } of cursors.all() as { source: string; cursor: string }[]) {
    older.prepare('UPDATE sync_sources SET cursor = ? WHERE name = ?').run(cursor, source);
  }
  return older;
}

it('a store of the older version is made whole by the next sync, and asked for once', async () => {
  const world = createWorld(260);
  const tickers = world.companies.slice(0, 4).map(({ ticker }) => ticker);
  const folder = temporaryFolder();
  const whole = await openDatabase(join(folder, 'whole.db'), factMigrations);
  await syncOnce({ database: whole, hosts: createHosts(world.routes, Date.now), tickers });
  const facts = factsOf(whole);
  const path = join(folder, 'older.db');
  const older = await olderStoreOf(whole, path);
  whole.close();
  // Four tries in half an hour failed, and the cursors moved nevertheless: the pages after the first
  // of the trials, the search and its documents, and all insider forms are missing.
  older.exec(`
    DELETE FROM facts WHERE kind IN ('trials', 'trial_versions') AND key NOT IN (
      SELECT key FROM facts WHERE kind = 'trials' ORDER BY key LIMIT 100);
    DELETE FROM sync_requests WHERE source = 'clinicaltrials' AND address LIKE '%pageToken%';
    DELETE FROM facts WHERE kind IN ('mentions', 'insider_transactions')
      AND source IN ('sec-documents', 'sec-form4');
    DELETE FROM sync_requests WHERE source = 'sec-documents';
    UPDATE sync_requests SET state = 'failed', attempts = 4, error = 'could not connect to the host'
      WHERE source IN ('sec-search', 'sec-form4');
    DELETE FROM sync_validators WHERE address LIKE '%search-index%' OR address LIKE '%.txt'
      OR address LIKE '%/ex991.htm';
  `);
  const missing = facts.length - factsOf(older).length;
  expect(missing).toBeGreaterThan(300);
  older.close();

  vi.setSystemTime(Date.now() + 60 * 60_000);
  const database = await openDatabase(path, factMigrations);
  const hosts = createHosts(world.routes, Date.now);
  const ran = await syncOnce({ database, hosts, tickers });
  expect(ran).toMatchObject({ end: 'nothing is due', failed: 0, waiting: [] });
  expect(factsOf(database)).toEqual(facts);
  const again = createHosts(world.routes, Date.now);
  await syncOnce({ database, hosts: again, tickers });
  const repeated = again.seen.filter(({ path: asked }) => /studies|Archives/.test(asked));
  expect(repeated).toEqual([]);
  database.close();
});
