import { beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { openApp } from '../../src/commands/app.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { methods, methodVersions } from '../../src/domain/methods.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../src/store/facts-store.ts';
import { endpoints } from '../../tools/index.ts';
import { temporaryFolder } from '../support/files.ts';
import { fillStore, fixedClock, machineTime, silentLog } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';
import { writeServed } from '../support/write-served.ts';

const runways = endpoints.find(({ collection }) => collection === 'cashRunway')!;

let dataDir: string;
let path: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  path = filesOf(dataDir).store;
  await fillStore(path, universe);
});

/**
 * Marks the store as computed by formulas of these versions, which found no runway.
 *
 * @param made_by version of the program; the current one by default
 */
async function leftBy(versions: string, made_by?: string): Promise<void> {
  const database = await openDatabase(path, factMigrations);
  writeServed(database, runways, []);
  writeMeta(database, 'methods', versions);
  if (made_by !== undefined) writeMeta(database, 'made_by', made_by);
  database.close();
}

/**
 * Starts a server on the store.
 *
 * @returns the number of served runways after the refresh
 */
async function startedRunways(): Promise<{ readonly refreshes: number; readonly total: number }> {
  const refreshes: Promise<void>[] = [];
  const app = await openApp({
    config: readConfig({ CATALYST_LIMITS: 'off', CATALYST_DATA_DIR: dataDir }),
    clock: fixedClock,
    monotonic: machineTime,
    log: silentLog(),
    refresh(kind) {
      const done = refreshStore(path, kind, endpoints, fixedClock);
      refreshes.push(done);
      return done;
    },
  });
  try {
    await Promise.all(refreshes);
    const answer = JSON.parse(
      await app.toolbox.presenting({ structured: true }).callTool('owner', runways.name, {}),
    );
    return {
      refreshes: refreshes.length,
      total: answer.structuredContent.pagination.total,
    };
  } finally {
    await app.close();
  }
}

it('derives anew at the first start with another version of a formula', async () => {
  const older = methods.map((one) => (one.id === 'runway/5' ? { ...one, id: 'runway/0' } : one));
  await leftBy(methodVersions(older));
  expect(await startedRunways()).toEqual({ refreshes: 1, total: 2 });
  expect(await startedRunways()).toEqual({ refreshes: 0, total: 2 });
});

it('recomputes records from before versions were stored', async () => {
  await leftBy('');
  expect(await startedRunways()).toEqual({ refreshes: 1, total: 2 });
});

it('leaves records of the same versions as they are', async () => {
  await leftBy(methodVersions());
  expect(await startedRunways()).toEqual({ refreshes: 0, total: 0 });
});

it('recomputes records of an older program with the same formulas', async () => {
  await leftBy(methodVersions(), '0.0.99');
  expect(await startedRunways()).toEqual({ refreshes: 1, total: 2 });
  expect(await startedRunways()).toEqual({ refreshes: 0, total: 2 });
});

it.each(['0.10.0', '99.0.0'])('leaves what version %s made, as it is newer', async (newer) => {
  await leftBy('formulas of another time', newer);
  expect(await startedRunways()).toEqual({ refreshes: 0, total: 0 });
});
