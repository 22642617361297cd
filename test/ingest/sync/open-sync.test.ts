import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Config } from '../../../src/base/config.ts';
import { seize } from '../../../src/ingest/sync/lock.ts';
import { keptName } from '../../../src/ingest/sync/mirror.ts';
import { openNetwork, openSync } from '../../../src/ingest/sync/open-sync.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { freeBytes, openSyncStore, selfOf } from '../../../src/ingest/sync/sync-store.ts';
import { ZIP_BOUNDS } from '../../../src/ingest/sync/unzip.ts';
import { clinicalTrialsGov, openFda, sec } from '../../../src/sources/hosts.ts';
import type { SyncSource } from '../../../src/sources/source.ts';
import { temporaryFolder } from '../../support/files.ts';
import { silentLog } from '../../support/start-app.ts';
import { NOTHING_FOUND } from '../../support/sync-end.ts';
import { zipOf } from './origin/bulk.ts';
import { type Route, startOrigin } from './origin/origin.ts';
import { openStore, start } from './sync-run.ts';

const contact = 'me@zorbiva-capital.com';
const HOUR = 3_600_000;

async function networkOf(
  routes: Readonly<Record<string, Route>>,
  more: Partial<Config> = {},
  keep?: string,
) {
  const origin = await startOrigin(routes);
  const states = storedStates(await openStore());
  const config = { CATALYST_MIRROR: origin.mirror, CATALYST_CONTACT: contact, ...more } as Config;
  const sources = [sec, clinicalTrialsGov].map((host) => ({ host }) as SyncSource);
  const network = await openNetwork(states, {
    config,
    environment: {},
    clock: () => start,
    sources,
    keep,
  });
  onTestFinished(async () => {
    await network.close();
    await origin.close();
  });
  return { ...network, origin, states };
}
const ask = { expects: 'json', accepts: [] } as const;

describe('the network', () => {
  it('asks the mirror as who the settings name, with the key of openFDA alone', async () => {
    const folder = temporaryFolder();
    const answer: Route = () => ({ body: '{}' });
    const { client, origin, ledger } = await networkOf(
      { 'www.sec.gov': answer, 'api.fda.gov': answer },
      { CATALYST_OPENFDA_KEY: 'k1234567' },
      folder,
    );
    const address = 'https://www.sec.gov/a.json';
    expect(await client({ ...ask, address, rule: sec })).toMatchObject({ kind: 'body' });
    await client({ ...ask, address: 'https://api.fda.gov/b?c=1', rule: openFda(true) });
    expect(origin.seen.map(({ path }) => path)).toEqual(['/a.json', '/b?c=1&api_key=k1234567']);
    expect(origin.seen[0]?.headers['user-agent']).toContain(contact);
    expect(readdirSync(join(folder, keptName(address), '..'))).toEqual(['a.json']);
    expect(ledger.stateOf('sec')).toMatchObject({ requests: 1 });
  });

  it('holds a large zip in the data folder while it is read', async () => {
    const folder = temporaryFolder();
    let held: readonly string[] = [];
    const { client } = await networkOf(
      { 'www.sec.gov': () => ({ body: zipOf({ 'a.txt': 'A\n1' }) }) },
      { CATALYST_DATA_DIR: folder },
    );
    const sieve = {
      members: [/txt$/],
      separator: '|',
      bounds: ZIP_BOUNDS,
      keeps() {
        held = readdirSync(folder);
        return () => true;
      },
    };
    const zip = { ...ask, expects: 'zip', sieve } as const;
    const outcome = await client({ ...zip, address: 'https://www.sec.gov/a.zip', rule: sec });
    expect(outcome).toMatchObject({ kind: 'body', text: 'A\n1' });
    expect([held.length, readdirSync(folder)]).toEqual([1, []]);
  });

  it('forgives a host that refused another contact, and no other', async () => {
    const states = storedStates(await openStore());
    await createLedger(states, 'other@x.co').block(sec, start, 'refuses');
    await createLedger(states, contact).block(clinicalTrialsGov, start, 'refuses');
    const { ledger, close } = await openNetwork(states, {
      config: { CATALYST_CONTACT: contact } as Config,
      environment: {},
      clock: () => start,
      sources: [sec, clinicalTrialsGov].map((host) => ({ host }) as SyncSource),
    });
    await close();
    expect(ledger.holdOf(sec, start)).toBeUndefined();
    expect(ledger.holdOf(clinicalTrialsGov, start)).toMatchObject({ why: 'blocked' });
  });
});

describe('a sync', () => {
  const sourceOf = (subject: object) => ({
    name: 'a',
    title: 'A',
    fills: ['trials'],
    host: clinicalTrialsGov,
    zone: 'UTC',
    schedule: '0 13 * * *',
    maxAgeMs: HOUR,
    firstFill: () => ({ requests: 1, bytes: 1 }),
    plan: () => [
      {
        address: 'https://clinicaltrials.gov/a',
        expects: 'json',
        lane: 'registry',
        version: '1',
        ...subject,
      },
    ],
    read: () => ({ batches: [{ kind: 'trials', records: [{ nctId: 'N1' }] }] }),
  });

  async function syncOf(tickers?: ReadonlySet<string>) {
    const folder = temporaryFolder();
    const config = { CATALYST_DATA_DIR: folder } as Config;
    const database = await openSyncStore(config);
    onTestFinished(() => database.close());
    const network = await networkOf({ 'clinicaltrials.gov': () => ({ body: '{}' }) });
    const self = selfOf();
    seize(database, self, start);
    const [refresh, report] = [vi.fn(async () => {}), vi.fn()];
    const sources = [sourceOf(tickers ? { subject: '5' } : {}) as unknown as SyncSource];
    const sync = openSync(database, self, {
      config,
      clock: () => start,
      log: silentLog(),
      network,
      sources,
      tickers,
      since: '2024-03-10',
      refresh,
      report,
    });
    return { sync, database, refresh, report, origin: network.origin };
  }

  it('asks, writes, computes and reports', async () => {
    const { sync, database, refresh, report } = await syncOf();
    expect(await sync.run(false)).toEqual({ ...NOTHING_FOUND, facts: 1 });
    expect(refresh).toHaveBeenCalledOnce();
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ requests: 1, facts: 1 }));
    expect(database.prepare("SELECT source FROM facts WHERE kind = 'trials'").all()).toEqual([
      ...[{ source: 'a' }],
    ]);
    expect(sync.companies().universe).toEqual([]);
  });

  it('of companies asked for by name asks for no other', async () => {
    const { sync, origin } = await syncOf(new Set(['ABCQZ']));
    await sync.run(false);
    expect(origin.seen).toEqual([]);
  });

  it('ends where it is stopped', async () => {
    const { sync } = await syncOf();
    sync.stop();
    expect((await sync.run(true)).end).toBe('stopped');
  });
});

it('a process knows itself, who lives, and how much room there is', () => {
  const [self, other] = [selfOf(), selfOf()];
  expect([self.pid, self.holder === other.holder]).toEqual([process.pid, false]);
  expect([self.isAlive(process.pid), self.isAlive(2 ** 22 + 1)]).toEqual([true, false]);
  expect(freeBytes(temporaryFolder())).toBeGreaterThan(1024 ** 2);
});
