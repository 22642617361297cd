import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { startBuilt } from '../../support/built.ts';
import { runCommand, temporaryFolder } from '../../support/mcp.ts';
import { createHosts, startOrigin } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { engineOf, factsOf, passed, seededRandom, start, syncOnce } from './sync-run.ts';

afterEach(() => {
  vi.useRealTimers();
});

const SIZE = 20;
const wanted = createWorld(SIZE)
  .companies.slice(0, 6)
  .map(({ ticker }) => ticker);

describe('a sync that ends without warning', () => {
  it('goes on from 50 moments to the same facts, with few requests made again', async () => {
    vi.useFakeTimers({ now: start });
    const folder = temporaryFolder();
    const whole = join(folder, 'whole');
    const open = (path: string): Promise<Database> => openDatabase(path, factMigrations);
    const database = await open(whole);
    const world = createWorld(SIZE);
    const hosts = createHosts(world.routes, Date.now);
    const random = seededRandom();
    const moments = Array.from({ length: 50 }, (_, at) => ({
      path: join(folder, `killed-${at}`),
      after: Math.floor(random() * 14_000),
      asked: 0,
    }));
    const { engine } = engineOf({ database, hosts, tickers: wanted });
    const run = engine.run(false);
    for (const moment of moments) {
      setTimeout(() => {
        moment.asked = hosts.seen.length;
        for (const end of ['', '-wal']) {
          if (existsSync(whole + end)) cpSync(whole + end, moment.path + end);
        }
      }, moment.after);
    }
    await passed(run);
    const facts = factsOf(database);
    const all = new Set(hosts.seen.map(({ host, path }) => `${host}${path}`)).size;
    database.close();
    // The moments lie within the run, early and late.
    const cut = moments.filter(({ asked }) => asked < hosts.seen.length);
    expect(cut.length).toBeGreaterThan(40);

    for (const { path, asked } of moments) {
      vi.setSystemTime(start + 60_000);
      const resumed = await open(path);
      const again = createHosts(world.routes, Date.now);
      expect(await syncOnce({ database: resumed, hosts: again, tickers: wanted })).toMatchObject({
        end: 'nothing is due',
      });
      expect(factsOf(resumed)).toEqual(facts);
      expect(asked + again.seen.length - all).toBeLessThanOrEqual(50);
      resumed.close();
    }
  });

  it('by kill -9 of its process leaves a store from which the next one makes it whole', async () => {
    const world = createWorld(SIZE);
    const origin = await startOrigin(world.routes);
    onTestFinished(() => origin.close());
    const environment = {
      CATALYST_CONTACT: 'dev@zorbiva-capital.com',
      CATALYST_MIRROR: origin.mirror,
    };
    const words = ['sync', '--tickers', wanted.slice(0, 2).join(',')];
    const undisturbed = temporaryFolder();
    expect((await startBuilt(undisturbed, words, environment).ended).code).toBe(0);

    const dataDir = temporaryFolder();
    for (const after of [250, 500, 800, 1_200]) {
      const { child, ended } = startBuilt(dataDir, words, environment);
      await sleep(after);
      child.kill('SIGKILL');
      await ended;
    }
    const last = await startBuilt(dataDir, words, environment).ended;
    expect(last.code, last.stderr).toBe(0);
    expect(await stored(dataDir)).toEqual(await stored(undisturbed));
    expect((await runCommand(dataDir, ['call', 'companies'])).code).toBe(0);
  });
});

async function stored(dataDir: string): Promise<string[]> {
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  try {
    return factsOf(database);
  } finally {
    database.close();
  }
}
