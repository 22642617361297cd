import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { StoreKind } from '../../src/base/data-files.ts';
import { storeFile } from '../../src/base/data-files.ts';
import { status } from '../../src/commands/status.ts';
import { acquire } from '../../src/ingest/sync/lock.ts';
import { noteSuccess } from '../../src/ingest/sync/source-states.ts';
import { selfOf } from '../../src/ingest/sync/sync-store.ts';
import { saveRefreshFailure } from '../../src/service/local/refresh-failure-file.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { runOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { listen } from '../support/network.ts';
import { fixedClock } from '../support/surroundings.ts';

const neverSynced = 'Sync: never run. Fill the store from public sources with: sync';

/**
 * Returns the status lines of a data folder, without table lines and without a sync that never ran.
 */
async function told(dataDir: string, environment: Record<string, string> = {}) {
  const { code, stdout } = await runOn(dataDir, status, { environment });
  expect(code).toBe(0);
  return stdout
    .replaceAll(dataDir, 'FOLDER')
    .split('\n')
    .filter((line) => line !== '' && line !== neverSynced && !/^[┌│├└]/.test(line));
}

/** Opens the real store of a data folder. */
async function within(dataDir: string, work: (database: Database) => void) {
  const database = await openDatabase(storeFile(dataDir, 'real'), factMigrations);
  work(database);
  database.close();
}

/**
 * Creates a store with one company and the given metadata.
 *
 * @param undated facts without their date
 */
async function filled(
  dataDir: string,
  kind: StoreKind,
  notes: Readonly<Record<string, string>>,
  undated = false,
) {
  const database = await openDatabase(storeFile(dataDir, kind), factMigrations);
  writeFacts(database, 'companies', [{ ticker: 'ABCQZ', name: 'Abacus' }], 'test');
  database.exec(`UPDATE facts SET observed = '${undated ? '' : '2026-03-09'}'`);
  for (const [name, value] of Object.entries(notes)) writeMeta(database, name, value);
  database.close();
}

const fresh = {
  facts_at: '2026-03-09',
  derived_at: '2026-03-10T08:00:00.000Z',
  derived_on: '2026-03-10',
  refresh_due: '',
};
const none =
  'Real store: no records yet. Fill it from public sources with: CATALYST_CONTACT=YOUR_MAIL_ADDRESS npm start -- --sync; or from files with: import SOURCE FILE…';
const unmade = 'Demo store: created when the server first starts.';
const failure = {
  reason: 'the disk is full',
  failures: 2,
  failedAt: Date.parse('2026-03-10T11:00:00Z'),
  retryAt: Date.parse('2026-03-10T12:30:00Z'),
};
const failed =
  'the refresh failed at 2026-03-10T11:00:00.000Z (consecutive failures: 2): the disk is full. A running server tries again at 2026-03-10T12:30:00.000Z';

describe('status of a folder', () => {
  it('without stores says how they come about, and why the demo has not', async () => {
    const dataDir = temporaryFolder();
    expect(await told(dataDir)).toEqual(['Data folder: FOLDER', none, unmade]);
    saveRefreshFailure(dataDir, 'demo', failure);
    expect(await told(dataDir)).toEqual(['Data folder: FOLDER', none, unmade, `  ${failed}`]);
  });

  it('says of records of today no more than when they were computed', async () => {
    const dataDir = temporaryFolder();
    await filled(dataDir, 'real', fresh);
    const served = 'newest data 2026-03-09, computed 2026-03-10T08:00:00.000Z';
    const real = `Real store (served): ${served}`;
    expect(await told(dataDir)).toEqual(['Data folder: FOLDER', real, unmade]);
    const { stdout } = await runOn(dataDir, status);
    expect(stdout).toContain(`${dataDir}\n${neverSynced}\nReal`);
    expect(stdout).toMatch(/│ companies +│ test +│ 1 +│/);
    await filled(dataDir, 'demo', fresh);
    expect((await told(dataDir)).slice(2)).toEqual([`Demo store (not served): ${served}`]);
  });

  it.each([
    [{ ...fresh, derived_on: '2026-03-09' }, 'not current'],
    [{ ...fresh, derived_on: '2026-03-09', refresh_due: 'yes' }, 'not current'],
    [{ ...fresh, refresh_due: 'yes' }, 'without the newest data'],
  ])('says why records are late: %j', async (notes, which) => {
    const dataDir = temporaryFolder();
    await filled(dataDir, 'real', notes);
    const late = async () => (await told(dataDir))[2];
    expect(await late()).toBe(`  ${which}: the records are recomputed at the next request`);
    saveRefreshFailure(dataDir, 'demo', failure);
    expect(await late()).toBe(`  ${which}: the records are recomputed at the next request`);
    saveRefreshFailure(dataDir, 'real', failure);
    expect(await late()).toBe(`  ${which}: ${failed}`);
  });

  it('says of what was never computed that it was not, and nothing of a store without facts', async () => {
    const dataDir = temporaryFolder();
    await filled(dataDir, 'demo', { facts_at: '2026-03-09' });
    expect((await told(dataDir)).slice(1)).toEqual([
      none,
      'Demo store (served, fictional): newest data 2026-03-09, computed never',
      '  not current: the records are recomputed at the next request',
    ]);
    await within(dataDir, () => {});
    expect((await told(dataDir))[1]).toBe(none);
  });

  it('without records names the line of a sync as the settings are, and one that runs', async () => {
    const dataDir = temporaryFolder();
    const contact = { CATALYST_CONTACT: 'anna@zorbiva-capital.com' };
    expect((await told(dataDir, contact))[1]).toBe(
      'Real store: no records yet. Fill it from public sources with: npm start -- --sync; or from files with: import SOURCE FILE…',
    );
    await within(dataDir, (database) => acquire(database, selfOf(), fixedClock()));
    expect(await told(dataDir)).toContain(
      'Real store: no records yet. A running sync is filling the store',
    );
  });

  it('leaves an import out that a sync does by itself, while it runs and after', async () => {
    const universe = JSON.stringify({ companies: 9, others: 2, others_without_sic: 1 });
    const counted = async (dataDir: string) =>
      (await told(dataDir)).find((line) => line.startsWith('Universe: '));
    const alone = 'Universe: 9 biotech and pharma companies; 2 others are excluded.';
    const [running, done, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    for (const folder of [running, done, other])
      await filled(folder, 'real', { ...fresh, universe });
    await within(running, (database) => acquire(database, selfOf(), fixedClock()));
    await within(done, (database) => noteSuccess(database, 'sec-industries', 1, fixedClock()));
    await within(other, (database) => noteSuccess(database, 'treasury-rates', 1, fixedClock()));
    expect(await counted(running)).toBe(alone);
    expect(await counted(done)).toBe(alone);
    expect(await counted(other)).toBe(
      `${alone} SIC codes are missing for 1 of the others: import sec-submissions to classify them`,
    );
  });

  it.each([
    [{ companies: 9, others: 0, others_without_sic: 0 }, undefined],
    [
      { companies: 9, others: 2, others_without_sic: 0 },
      'Universe: 9 biotech and pharma companies; 2 others are excluded.',
    ],
  ])('says of real records which companies are left out: %j', async (counted, line) => {
    const notes = { ...fresh, universe: JSON.stringify(counted) };
    const [real, demo] = [temporaryFolder(), temporaryFolder()];
    await filled(real, 'real', notes);
    expect((await told(real)).slice(2)).toEqual([...(line ? [line] : []), unmade]);
    await filled(demo, 'demo', notes);
    expect(await told(demo)).toHaveLength(3);
  });

  it('names the sources of real records that have no day', async () => {
    const [real, demo] = [temporaryFolder(), temporaryFolder()];
    await filled(real, 'real', fresh, true);
    expect((await told(real))[2]).toBe(
      'Import the files of these sources again, because an earlier release did not store the dates of their fields: test',
    );
    await filled(demo, 'demo', fresh, true);
    expect(await told(demo)).toHaveLength(3);
  });
});

describe('status of an upstream', () => {
  async function upstream() {
    const server = createServer((_, response) => response.writeHead(401).end());
    const host = `127.0.0.1:${await listen(server)}`;
    const base = `http://${host}/api`;
    return { host, base, settings: { CATALYST_BASE_URL: base, CATALYST_API_KEY: 'secret' } };
  }
  const saved = {
    at: '2026-03-10T11:00:00.000Z',
    process: 77,
    circuit: 'closed',
    calls: 8,
    cached: 5,
    answeredAt: '2026-03-10T10:59:00.000Z',
    refused: ['/news', '/rnpv'],
    buckets: [{ bucket: 'minute', left: 3, requests: 60, windowSeconds: 90 }],
  };

  it('says whether it answers, and that no server has called it yet', async () => {
    const { base, settings } = await upstream();
    const dataDir = temporaryFolder();
    const lines = [
      ...['Data folder: FOLDER', `Upstream: ${base}, reachable (status 401 without key)`],
      '  plan of the key: not set, so the limits of the basic plan apply',
      ...['  no server has called the upstream yet', none, unmade],
    ];
    expect(await told(dataDir, settings)).toEqual(lines);
    fileIn(dataDir, 'upstream-state.json', JSON.stringify({ ...saved, host: 'other.example' }));
    expect(await told(dataDir, settings)).toEqual(lines);
    // The demo is not served if an upstream is set.
    await filled(dataDir, 'demo', fresh);
    expect((await told(dataDir, settings)).at(-1)).toMatch(/^Demo store \(not served\): /);
  });

  it('says what the last server left of it', async () => {
    const { host, settings } = await upstream();
    const dataDir = temporaryFolder();
    const environment = { ...settings, CATALYST_UPSTREAM_PLAN: 'elite-plus' };
    const left = async (more: object) => {
      fileIn(dataDir, 'upstream-state.json', JSON.stringify({ ...saved, host, ...more }));
      return (await told(dataDir, environment)).slice(2, -2);
    };
    expect(await left({})).toEqual([
      '  plan of the key: elite-plus',
      '  saved by server 77 at 2026-03-10T11:00:00.000Z:',
      '  circuit breaker closed, last answer 2026-03-10T10:59:00.000Z',
      '  calls 8, answered from the cache 63%',
      '  paths refused for this key: /news, /rnpv',
    ]);
    const unused = { calls: 0, cached: 0, answeredAt: undefined, refused: [] };
    expect((await left(unused)).slice(2)).toEqual([
      '  circuit breaker closed, last answer none',
      '  calls 0, answered from the cache 0%',
    ]);
    const { stdout } = await runOn(dataDir, status, { environment });
    expect(stdout).toMatch(/│ minute +│ 3 of 60 +│ 90 s +│/);
  });
});
