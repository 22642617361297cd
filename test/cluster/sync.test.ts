import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { closePostgres, openPostgres } from '../../src/cluster/postgres.ts';
import { createPostgresClient } from '../../src/cluster/postgres-client.ts';
import { newestVersion } from '../../src/cluster/published-versions.ts';
import { fetchVersion } from '../../src/cluster/pull-version.ts';
import { isWriting } from '../../src/cluster/write-lock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { type Origin, startOrigin } from '../ingest/sync/origin/origin.ts';
import { createWorld } from '../ingest/sync/origin/world.ts';
import { factsOf } from '../ingest/sync/sync-run.ts';
import { startBuilt } from '../support/built.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { fileIn, temporaryFolder } from '../support/mcp.ts';

const world = createWorld(20);
// The number of companies makes the initial sync last longer than an import on any machine.
const wanted = world.companies.slice(0, 10).map(({ ticker }) => ticker);
const words = ['sync', '--tickers', wanted.join(',')];

describe.runIf(haveEngines)('sync of several machines', () => {
  const engines = useEngines();
  let origin: Origin;
  let alone: Record<string, string>;
  let environment: Record<string, string>;
  beforeAll(async () => {
    origin = await startOrigin(world.routes);
    alone = { CATALYST_CONTACT: 'dev@zorbiva-capital.com', CATALYST_MIRROR: origin.mirror };
    environment = { ...alone, ...engines.settings };
  });
  afterAll(() => origin.close());

  async function storedIn(path: string): Promise<string[]> {
    const database = await openDatabase(path, factMigrations);
    try {
      return factsOf(database);
    } finally {
      database.close();
    }
  }
  async function published(): Promise<string[]> {
    const database = createPostgresClient(engines.databaseUrl);
    try {
      const facts = await database.query((sql) => newestVersion(sql, 'facts'));
      const path = join(temporaryFolder(), 'facts.sqlite');
      await fetchVersion(database, facts!, path, undefined);
      return await storedIn(path);
    } finally {
      await database.close();
    }
  }

  it('brings what one machine brings, lets an import in, and goes on where a killed one was', async () => {
    const single = temporaryFolder();
    expect((await startBuilt(single, words, alone).ended).code).toBe(0);

    // After the kill, another machine starts from the published version and requests the rest.
    const sql = openPostgres(engines.databaseUrl);
    onTestFinished(() => closePostgres(sql));
    const database = createPostgresClient(engines.databaseUrl);
    onTestFinished(() => database.close());
    const writes = async ({ child, stderr }: ReturnType<typeof startBuilt>) => {
      while (!(await isWriting(database).catch(() => false))) {
        expect(child.exitCode, stderr()).toBeNull();
        await sleep(20);
      }
      await sleep(300);
    };
    const first = startBuilt(temporaryFolder(), words, environment);
    await writes(first);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = startBuilt(temporaryFolder(), words, environment);
    let hasEnded = false;
    second.ended.then(() => {
      hasEnded = true;
    });
    await writes(second);
    expect(hasEnded).toBe(false);
    const file = fileIn(temporaryFolder(), 'one.ndjson', '{"ticker":"WAITQZ","name":"Waits"}\n');
    const importing = ['import', 'companies', file];
    const imported = await startBuilt(temporaryFolder(), importing, environment).ended;
    expect(imported.code, imported.stderr).toBe(0);
    expect(imported.stderr).toMatch(/Another machine is writing/);
    expect(hasEnded, 'the import had to wait for the whole fill').toBe(false);
    expect((await published()).some((fact) => fact.includes('WAITQZ'))).toBe(true);

    const ran = await second.ended;
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/sync: nothing is due/);
    const facts = await published();
    expect(facts.filter((fact) => !fact.includes('WAITQZ'))).toEqual(
      await storedIn(filesOf(single).store),
    );
    expect(facts.some((fact) => fact.includes('WAITQZ'))).toBe(true);

    const [sec] =
      await sql`SELECT (state->>'requests')::int AS asked FROM sync_host WHERE name = 'sec'`;
    expect(sec?.asked).toBeGreaterThan(3);
    const shown = await startBuilt(temporaryFolder(), ['status'], environment).ended;
    expect(shown.stdout).toMatch(/Sync: not running/);
    expect(shown.stdout).toMatch(/sec-companyfacts/);
  });
});
