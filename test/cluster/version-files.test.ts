import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { factsLayout, makeFactsFile, makeServedFile } from '../../src/cluster/version-files.ts';
import { type Database, openDatabase, openImmutable } from '../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../src/store/facts-store.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';

const meta = {
  layout: 'a-layout',
  facts_at: '2026-03-09',
  derived_on: '2026-03-10',
  revision: 'served',
  demo_seed: '7',
};
/** Data that only the next refresh reads. */
const ofRefreshes = {
  derived_from: 'x',
  fitted_model: 'x',
  'revision companies': '3',
  sync_changed: '1',
};

async function storeWith(words: Readonly<Record<string, string>>): Promise<Database> {
  const database = await openDatabase(join(temporaryFolder(), 'store'), factMigrations);
  onTestFinished(() => database.close());
  // The tables are created in an order other than alphabetical.
  database.exec(`
    CREATE TABLE zeta (n INTEGER PRIMARY KEY); INSERT INTO zeta VALUES (1), (2);
    CREATE TABLE "alpha of it" (word TEXT); INSERT INTO "alpha of it" VALUES ('one');
    CREATE INDEX by_word ON "alpha of it" (word)`);
  for (const [name, value] of Object.entries(words)) writeMeta(database, name, value);
  return database;
}

async function opened(path: string): Promise<(sql: string) => unknown[]> {
  const database = await openImmutable(path);
  onTestFinished(() => database.close());
  return (sql) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...(row as object) }));
}

describe('the file of what is served', () => {
  it('holds its tables in the order of their names, and what is known of the records', async () => {
    const folder = temporaryFolder();
    fileIn(folder, 'served-made.sqlite', 'what another left');
    const database = await storeWith({ ...meta, ...ofRefreshes });
    const made = await makeServedFile(database, folder);
    const path = join(folder, 'served-made.sqlite');
    expect(made).toEqual({
      kind: 'served',
      layout: 'a-layout',
      path,
      facts_at: '2026-03-09',
      derived_on: '2026-03-10',
    });
    const read = await opened(path);
    expect(read('SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL')).toEqual([
      { type: 'table', name: 'alpha of it' },
      { type: 'index', name: 'by_word' },
      { type: 'table', name: 'zeta' },
      { type: 'table', name: 'meta' },
    ]);
    expect(read('SELECT * FROM "alpha of it"')).toEqual([{ word: 'one' }]);
    expect(read('SELECT * FROM zeta')).toEqual([{ n: 1 }, { n: 2 }]);
    const kept = read('SELECT name, value FROM meta') as { name: string; value: string }[];
    expect(Object.fromEntries(kept.map(({ name, value }) => [name, value]))).toEqual(meta);
    expect(read('PRAGMA page_size')).toEqual([{ page_size: 16_384 }]);
    // The store file has no other users, so it can be replaced.
    expect(
      database.prepare("SELECT name FROM pragma_database_list WHERE name = 'made'").all(),
    ).toEqual([]);
    expect(await makeServedFile(database, folder)).toEqual(made);
  });

  it('says nothing of days that are not known', async () => {
    const made = await makeServedFile(await storeWith({ layout: 'l' }), temporaryFolder());
    expect(made).toMatchObject({ layout: 'l', facts_at: null, derived_on: null });
  });

  it('is null if nothing has been computed', async () => {
    const { layout, ...rest } = meta;
    expect(layout).toBe('a-layout');
    await expect(makeServedFile(await storeWith(rest), temporaryFolder())).rejects.toThrow(
      'no records have been computed yet',
    );
  });
});

it('the file of the facts is the whole store, laid out as the last of the migrations says', async () => {
  const folder = temporaryFolder();
  fileIn(folder, 'facts-made.sqlite', 'what another left');
  const database = await storeWith({ ...meta, ...ofRefreshes });
  const made = await makeFactsFile(database, folder);
  const path = join(folder, 'facts-made.sqlite');
  expect(made).toEqual({
    kind: 'facts',
    layout: factsLayout,
    path,
    facts_at: '2026-03-09',
    derived_on: '2026-03-10',
  });
  const read = await opened(path);
  expect(read('PRAGMA user_version')).toEqual([{ user_version: Number(factsLayout) }]);
  expect(read("SELECT count(*) AS n FROM meta WHERE name = 'sync_changed'")).toEqual([{ n: 1 }]);
  expect(factsLayout).toBe(String(Math.max(...factMigrations.map(({ version }) => version))));
});
