import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../../../src/base/data-files.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { countFacts } from '../../../src/store/fact-counts.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { endpoints } from '../../../tools/index.ts';
import { type Check, check } from './check.ts';
import { recordsFile } from './records-file.ts';
import { environment, newKey, type Part, runProgram, type Stage, startServer } from './stage.ts';
import { contents } from './store-contents.ts';
import { validArguments } from './valid-arguments.ts';

/** Opens the stores of each released version with the current version. */
export const released: Part = { title: 'Stores of released versions', run };

const IMPORTED = 10;

async function run(stage: Stage): Promise<readonly Check[]> {
  const folder = join(stage.project, 'test/fixtures/stores');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
  return Promise.all(
    names.map((name) => check(name, () => opensStore(stage, join(folder, name)), 180)),
  );
}

/**
 * Checks that no record is lost, that every endpoint answers, and that new records can be stored.
 */
async function opensStore(stage: Stage, kept: string): Promise<string> {
  const dataDir = stage.folder('released');
  mkdirSync(dataDir, { recursive: true });
  const { store } = filesOf(dataDir);
  copyFileSync(kept, store);
  const held = await factsBefore(store);
  const run = (...words: string[]) => runProgram(stage, words, environment(dataDir));
  await run('refresh', 'real');
  const once = await contents(store);
  await run('refresh', 'real');
  assert.equal(await contents(store), once, 'opened again, it is another store');
  const after = await factsNow(store);
  for (const [kind, records] of held) assert.equal(after.get(kind), records, kind);
  const key = await newKey(stage, environment(dataDir), 'anna');
  const answered = await everyEndpoint(stage, dataDir, key);
  await run('import', 'trials', recordsFile(stage, 'trials', IMPORTED, 'later'));
  const grown = await factsNow(store);
  assert.equal(grown.get('trials'), (after.get('trials') ?? 0) + IMPORTED);
  const facts = [...held.values()].reduce((sum, one) => sum + one, 0);
  return `${facts} facts of ${held.size} kinds kept; ${answered}; takes new records`;
}

/** Returns the facts by kind from the tables of the released version. */
async function factsBefore(path: string): Promise<ReadonlyMap<string, number>> {
  const database = await openDatabase(path, []);
  try {
    const rows = database
      .prepare('SELECT kind, COUNT(*) AS records FROM facts GROUP BY kind')
      .all() as { kind: string; records: number }[];
    return new Map(rows.map(({ kind, records }) => [kind, records]));
  } finally {
    database.close();
  }
}

async function factsNow(path: string): Promise<ReadonlyMap<string, number>> {
  const database = await openDatabase(path, factMigrations);
  try {
    const sums = new Map<string, number>();
    for (const { kind, records } of countFacts(database)) {
      sums.set(kind, (sums.get(kind) ?? 0) + records);
    }
    return sums;
  } finally {
    database.close();
  }
}

async function everyEndpoint(stage: Stage, dataDir: string, key: string): Promise<string> {
  const server = await startServer(stage, dataDir, { CATALYST_LIMITS: 'off' });
  try {
    const valid = await validArguments(server.base, key);
    let records = 0;
    for (const endpoint of endpoints) {
      const words = valid(endpoint);
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(words[name] ?? ''),
      );
      const query = new URLSearchParams({ ...words, apiKey: key });
      for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g)) query.delete(name);
      const response = await fetch(`${server.base}/api/v2${path}?${query}`);
      // A ticker without records returns 404.
      assert.ok(response.status === 200 || response.status === 404, `${path}: ${response.status}`);
      const { pagination } = (await response.json()) as { pagination?: { total: number } };
      records += pagination?.total ?? 0;
    }
    assert.ok(records > 0, 'no endpoint has a record');
    assert.doesNotMatch(server.log(), /"level":(50|60)/);
    return `${endpoints.length} endpoints answer with ${records} records`;
  } finally {
    await server.stop();
  }
}
