import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/base/config.ts';
import { filesOf } from '../../../src/base/data-files.ts';
import { acquire, beat, holderOf, release } from '../../../src/ingest/sync/lock.ts';
import { keptName } from '../../../src/ingest/sync/mirror.ts';
import { openSyncStore, selfOf } from '../../../src/ingest/sync/sync-store.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations, readMeta } from '../../../src/store/facts-store.ts';
import { startBuilt } from '../../support/built.ts';
import { runCommand, temporaryFolder } from '../../support/mcp.ts';
import { listen } from '../../support/network.ts';
import { fixedClock } from '../../support/start-app.ts';
import { startKeptMirror } from './kept-mirror.ts';
import { type Origin, startOrigin } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { countsOf } from './sync-run.ts';

/** Runs a command on a terminal of its own; part of every Debian. */
const SCRIPT = '/usr/bin/script';
const world = createWorld(20);
const [first, second] = world.companies.map(({ ticker }) => ticker) as [string, string];
const contact = { CATALYST_CONTACT: 'dev@zorbiva-capital.com' };

async function origin(): Promise<Origin> {
  const started = await startOrigin(world.routes);
  onTestFinished(() => started.close());
  return started;
}

async function storeOf<Result>(
  dataDir: string,
  use: (database: Awaited<ReturnType<typeof openDatabase>>) => Result,
) {
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const environmentOf = (mirror: string, dataDir: string) => ({
  ...process.env,
  ...contact,
  CATALYST_MIRROR: mirror,
  CATALYST_DATA_DIR: dataDir,
});

const sync = (dataDir: string, mirror: string, words: readonly string[] = [], more = {}) =>
  runCommand(dataDir, ['sync', ...words], {
    environment: { ...contact, CATALYST_MIRROR: mirror, ...more },
  });

describe('words', () => {
  it('that are none of its are refused', async () => {
    const words = ['--sources', 'openfda-crl'];
    const { code, stderr } = await sync(temporaryFolder(), 'http://127.0.0.1:9', words);
    expect(code).toBe(2);
    expect(stderr).toContain('--sources sec-tickers,sec-industries,openfda-crl\n');
  });

  it.skipIf(!existsSync(SCRIPT))(
    'on a terminal the built program draws a bar for each source',
    async () => {
      const { mirror } = await origin();
      const words = `'${process.execPath}' dist/main.js sync --sources treasury-rates`;
      const child = spawn(SCRIPT, ['-qec', words, '/dev/null'], {
        env: environmentOf(mirror, temporaryFolder()),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let shown = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        shown += chunk;
      });
      const [code] = await once(child, 'close');
      expect(shown).toMatch(/treasury-rates +\S+ 3\/3 /);
      // What is said at the end stays: nothing is drawn over it.
      const [, end = ''] = shown.split('sync: nothing is due; ');
      expect(end).toMatch(/^\d+ facts are new or changed\r?\n/);
      expect(end).not.toContain('\u001b');
      expect(code).toBe(0);
    },
  );

  it('beside a server that holds its input the built program ends with its run', async () => {
    const { mirror } = await origin();
    const dataDir = temporaryFolder();
    const words = ['dist/main.js', 'sync', '--stay', '--until-input-ends'];
    const child = spawn(process.execPath, [...words, '--sources', 'treasury-rates'], {
      env: environmentOf(mirror, dataDir),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = text(child.stderr);
    const isTaken = () => storeOf(dataDir, (database) => holderOf(database) !== undefined);
    await expect.poll(isTaken).toBe(true);
    await storeOf(dataDir, (database) => database.exec('DELETE FROM sync_lock'));
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(await said).toContain('sync: lost the lock; ');
  });
});

describe('sync', () => {
  it('fills a store by name, serves it, and keeps what it received for a mirror', async () => {
    const { mirror, seen } = await origin();
    const dataDir = temporaryFolder();
    const kept = join(dataDir, 'kept');
    const words = ['--tickers', `${first},${second.toLowerCase()}`, '--keep', kept];
    const ran = await sync(dataDir, mirror, words);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toMatch(/sync: nothing is due; [\d,]+ facts are new or changed\n$/);
    const store = await storeOf(dataDir, (database) => ({
      counts: countsOf(database),
      facts_at: readMeta(database, 'facts_at'),
      derived_on: readMeta(database, 'derived_on'),
    }));
    expect(store).toMatchObject({
      counts: { companies: 2, insider_transactions: 4 },
      facts_at: '2026-03-10',
    });
    // What is served was computed by a process of its own, which has the real day.
    expect(store.derived_on).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(seen.every(({ host }) => host.endsWith('sec.gov'))).toBe(true);

    const addresses = seen.map(({ host, path }) => `https://${host}${path}`);
    for (const address of addresses) expect(existsSync(join(kept, keptName(address)))).toBe(true);
    const files = readdirSync(kept).flatMap((host) => readdirSync(join(kept, host)));
    expect(files).toHaveLength(new Set(addresses).size);

    // A mirror of what was kept, by the lines that docs/records.md gives, serves the same.
    const replay = await startKeptMirror(kept);
    const other = temporaryFolder();
    expect(await sync(other, replay, words.slice(0, 2))).toMatchObject({ code: 0 });
    expect(await storeOf(other, countsOf)).toEqual(store.counts);
  });

  it('behind a proxy that refuses says so at once', async () => {
    const proxy = createServer().on('connect', (_, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    const HTTPS_PROXY = `http://me:hush@127.0.0.1:${await listen(proxy)}`;
    const environment = { ...contact, HTTPS_PROXY };
    const ran = await startBuilt(temporaryFolder(), ['sync'], environment).ended;
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /sync: no public source can be reached from this machine: the request was refused by the proxy with status 407; see HTTPS_PROXY; the served records are unchanged\n$/,
    );
    expect(ran.stderr).not.toContain('hush');
  });

  it('waits for its turn while another process syncs, and asks then what it was told to', async () => {
    const { mirror, seen } = await origin();
    const dataDir = temporaryFolder();
    const database = await openSyncStore(readConfig({ CATALYST_DATA_DIR: dataDir }));
    onTestFinished(() => database.close());
    const self = selfOf();
    acquire(database, self, fixedClock());
    beat(database, self, '7 requests', fixedClock());
    const words = ['--tickers', `${first},NOPE`, '--sources', 'sec-tickers'];
    const waiting = sync(dataDir, mirror, words);
    setTimeout(() => release(database, self), 300);
    const ran = await waiting;
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /^sync: process (\d+) is already syncing this store; this process waits until process \1 finishes\nsync: process \1: 7 requests\n/,
    );
    expect(ran.stderr).toContain('sync: not in the list of companies: NOPE\n');
    expect(seen.map(({ path }) => path)).toEqual(['/files/company_tickers_exchange.json']);
  });
});

describe('sync --plan', () => {
  it('holds the sets of all filers where they are named, and not otherwise', async () => {
    const { mirror } = await origin();
    const dataDir = temporaryFolder();
    expect((await sync(dataDir, mirror, ['--plan'])).stdout).not.toContain('sec-13f-all');
    const plan = ['--plan', '--sources', 'sec-tickers,sec-13f-all'];
    expect((await sync(dataDir, mirror, plan)).stdout).toMatch(/sec-13f-all +│ ~3 /);
    const filled = (sources: string) =>
      sync(dataDir, mirror, ['--tickers', first, '--sources', sources]);
    await filled('sec-tickers,sec-fails');
    const stateOf = async () => (await runCommand(dataDir, ['status'])).stdout;
    expect(await stateOf()).toMatch(/sec-13f-all +│ off /);
    expect((await filled('sec-13f-all')).code).toBe(0);
    expect(await stateOf()).toMatch(/sec-13f-all +│ fresh +│ 2 /);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('counts what is left once the companies are known', async () => {
    const { mirror } = await origin();
    const dataDir = temporaryFolder();
    const words = ['--tickers', `${first},${second}`];
    await sync(dataDir, mirror, [...words, '--sources', 'sec-tickers,sec-submissions']);
    // Two reports, four forms and two covers are planned, and none is requested yet.
    const ran = await sync(dataDir, mirror, [...words, '--plan']);
    expect(ran.stdout).toMatch(/sec-submissions +│ 0 /);
    expect(ran.stdout).toMatch(/sec-companyfacts +│ 2 /);
    expect(ran.stdout).toMatch(/sec-form4 +│ 4 /);
    expect(ran.stdout).toMatch(/\n8 requests, /);
    // What waits for the other one is not of a run of the first.
    const ofOne = await sync(dataDir, mirror, ['--plan', '--tickers', first]);
    expect(ofOne.stdout).toMatch(/sec-companyfacts +│ 1 /);
    expect(ofOne.stdout).toMatch(/\n4 requests, /);
  });
});
