import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { killAfterTest, startBuilt, startServer } from '../support/built.ts';
import { haveEngines, startEngines, useEngines } from '../support/engines.ts';
import { createKey, fileIn, temporaryFolder } from '../support/mcp.ts';
import { until } from './shared-store.ts';

describe.runIf(haveEngines)('several machines', () => {
  const engines = useEngines();
  let environment: Record<string, string>;
  let key: string;
  beforeAll(async () => {
    environment = { ...engines.settings, CATALYST_LIMITS: 'off' };
    await done(temporaryFolder(), ['import', 'companies', companiesOf(['FIRSTQZ'])]);
    key = await createKey(temporaryFolder(), environment);
  });

  /** Creates a file of companies whose names all share one word. */
  const companiesOf = (tickers: readonly string[], name = 'one') =>
    fileIn(
      temporaryFolder(),
      'companies.ndjson',
      tickers.map((ticker) => JSON.stringify({ ticker, name })).join('\n'),
    );
  async function done(dataDir: string, words: readonly string[]): Promise<string> {
    const ran = await startBuilt(dataDir, words, environment).ended;
    expect(ran.code, `${words.join(' ')}: ${ran.stdout}${ran.stderr}`).toBe(0);
    return ran.stdout;
  }
  async function serving(dataDir = temporaryFolder()) {
    const server = await startServer(dataDir, environment);
    killAfterTest(server);
    return server;
  }
  interface Listed {
    readonly status: number;
    readonly records: readonly { readonly ticker: string; readonly name: string }[];
  }
  async function listed(base: string): Promise<Listed> {
    const response = await fetch(`${base}/api/v2/companies?apiKey=${key}`);
    const { result = [] } = (await response.json()) as { result?: Listed['records'] };
    return { status: response.status, records: result };
  }
  const tickersAt = async (base: string) =>
    (await listed(base)).records.map(({ ticker }) => ticker);

  it('serve what any of them imports, without an error and never two versions in an answer', async () => {
    const servers = await Promise.all([serving(), serving(), serving(), serving()]);
    let reading = true;
    let read = 0;
    const words = new Set<string>();
    const readers = servers.map(async ({ base }) => {
      while (reading) {
        const { status, records } = await listed(base);
        expect(status).toBe(200);
        const own = records.filter(({ ticker }) => /^T\d+QZ$/.test(ticker));
        const names = new Set(own.map(({ name }) => name));
        expect(names.size).toBeLessThanOrEqual(1);
        for (const name of names) words.add(name);
        read += 1;
      }
    });
    const tickers = Array.from({ length: 20 }, (_, at) => `T${at}QZ`);
    for (const word of ['alpha', 'beta', 'gamma']) {
      await done(temporaryFolder(), ['import', 'companies', companiesOf(tickers, word)]);
      await Promise.all(
        servers.map(({ base }) =>
          until(async () => (await listed(base)).records.some(({ name }) => name === word)),
        ),
      );
    }
    reading = false;
    await Promise.all(readers);
    expect(words).toEqual(new Set(['alpha', 'beta', 'gamma']));
    expect(read).toBeGreaterThan(50);
    for (const { stderr } of servers) expect(stderr()).not.toMatch(/"level":(50|60)/);
  });

  it('lose no acknowledged import to kill -9 of writers, and serve after kill -9 of instances', async () => {
    const server = await serving();
    const dataDir = temporaryFolder();
    const begun = performance.now();
    await done(dataDir, ['import', 'companies', companiesOf(['WHOLEQZ'])]);
    const duration = performance.now() - begun;
    const acknowledged: string[] = ['WHOLEQZ'];
    for (const [at, part] of [0.3, 0.5, 0.7, 0.85, 1].entries()) {
      const ticker = `K${at}QZ`;
      const words = ['import', 'companies', companiesOf([ticker])];
      const { child, ended } = startBuilt(dataDir, words, environment);
      await Promise.race([sleep(duration * part), ended]);
      child.kill('SIGKILL');
      if ((await ended).code === 0) acknowledged.push(ticker);
    }
    const instance = temporaryFolder();
    for (const after of [300, 600, 900]) {
      const { child, ended } = startBuilt(instance, ['serve', '--port', '0'], environment);
      await sleep(after);
      child.kill('SIGKILL');
      await ended;
    }
    await done(dataDir, ['import', 'companies', companiesOf(['LASTQZ'])]);
    const again = await serving(instance);
    for (const { base } of [server, again]) {
      await until(async () => (await tickersAt(base)).includes('LASTQZ'));
      expect(await tickersAt(base)).toEqual(expect.arrayContaining(acknowledged));
    }
  });

  it('serve while PostgreSQL is down, refuse imports meanwhile, and recover with it', async () => {
    const server = await serving();
    const before = await tickersAt(server.base);
    await engines.postgres.kill();
    const words = ['import', 'companies', companiesOf(['GONEQZ'])];
    const refused = await startBuilt(temporaryFolder(), words, environment).ended;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/ECONNREFUSED|PostgreSQL/);
    for (let times = 0; times < 20; times += 1) {
      expect((await listed(server.base)).status).toBe(200);
    }
    expect(await tickersAt(server.base)).toEqual(before);
    await engines.postgres.start();
    await done(temporaryFolder(), ['import', 'companies', companiesOf(['BACKQZ'])]);
    await until(async () => (await tickersAt(server.base)).includes('BACKQZ'));
  });

  it('are kept up to date by work, show their versions, and serve an older one again', async () => {
    const shown = await done(temporaryFolder(), ['status']);
    expect(shown).toMatch(/Shared by several machines, no machine is writing/);
    expect(shown).toMatch(/Real store \(served\): newest data/);
    expect(shown).toMatch(/companies/);
    const [, served] = /(\d+) *│ *served/.exec(shown) ?? [];
    await done(temporaryFolder(), ['import', 'companies', companiesOf(['BADQZ'])]);
    const server = await serving();
    await until(async () => (await tickersAt(server.base)).includes('BADQZ'));
    const worker = startBuilt(temporaryFolder(), ['work'], environment);
    // Before the process has loaded its modules, a signal ends it immediately.
    const heard = once(worker.child.stderr!, 'data');
    killAfterTest(worker);
    const said = await done(temporaryFolder(), ['work', 'publish', served as string]);
    expect(said).toMatch(`The records of version ${served} were published again as version `);
    await until(async () => !(await tickersAt(server.base)).includes('BADQZ'));
    await heard;
    worker.child.kill('SIGTERM');
    const worked = await worker.ended;
    expect(worked.code).toBe(0);
    for (const line of worked.stderr.trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ instance: hostname() });
    }
    expect(await tickersAt(server.base)).not.toContain('BADQZ');
    const alone = await startBuilt(temporaryFolder(), ['work']).ended;
    expect(alone.code).toBe(2);
    expect(alone.stderr).toMatch(/CATALYST_DATABASE_URL/);
  });

  it('take over the store of a single machine', async () => {
    const alone = temporaryFolder();
    const ran = await startBuilt(alone, ['import', 'companies', companiesOf(['ALONEQZ'])]).ended;
    expect(ran.code).toBe(0);
    const other = await startEngines();
    onTestFinished(() => other.close());
    const own = other.settings;
    const brought = await startBuilt(temporaryFolder(), ['migrate', '--from', alone], own).ended;
    expect(brought.stdout).toMatch(/facts: copied and published as version \d+/);
    expect(brought.code).toBe(0);
    const call = ['call', 'companies', '--json'];
    // A shared store has no single owner.
    const nobody = await startBuilt(temporaryFolder(), call, own).ended;
    expect([nobody.code, nobody.stdout]).toEqual([2, '']);
    expect(nobody.stderr).toMatch(
      /^CATALYST_DATABASE_URL: without a key, `call` acts as the owner/,
    );
    const asCaller = { ...own, CATALYST_API_KEY: await createKey(temporaryFolder(), own) };
    const shown = await startBuilt(temporaryFolder(), call, asCaller).ended;
    expect(shown.stdout).toContain('ALONEQZ');
    // The folder of the single machine is unchanged.
    const copy = temporaryFolder();
    cpSync(alone, copy, { recursive: true });
    expect(existsSync(join(copy, 'store.sqlite'))).toBe(true);
    const kept = await startBuilt(copy, ['call', 'companies', '--json']).ended;
    expect(kept.stdout).toContain('ALONEQZ');
  });
});
