import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holderOf, release } from '../../../src/ingest/sync/lock.ts';
import { type SourceStatus, syncStatus } from '../../../src/ingest/sync/run-status.ts';
import { storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { allSources } from '../../../src/sources/index.ts';
import type { Database } from '../../../src/store/database.ts';
import { createHosts, undeclaredPage } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { openStore, self, start, syncOnce } from './sync-run.ts';

const HOUR = 3_600_000;
const world = createWorld(20);
const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
let database: Database;

beforeEach(async () => {
  vi.useFakeTimers({ now: start });
  database = await openStore();
});
afterEach(() => {
  vi.useRealTimers();
});

function statusAt(now: number, contact = 'dev@zorbiva-capital.com') {
  const sources = allSources(false);
  const off = new Set(['cboe-options']);
  const status = syncStatus({
    ...{ database, sources, off, contact, self, now },
    ...{ hosts: storedStates(database), holder: holderOf(database), freeBytes: 1024 ** 3 },
  });
  const of = (name: string): SourceStatus => status.sources.find(({ source }) => source === name)!;
  return { ...status, of };
}

const run = () => syncOnce({ database, hosts: createHosts(world.routes, Date.now), tickers });

describe('the status of sources', () => {
  it('before any sync: all are due, or off', () => {
    const { running, sources } = statusAt(start);
    expect(running).toBeNull();
    expect(new Set(sources.map(({ state }) => state))).toEqual(new Set(['due', 'off']));
    expect(sources.every(({ last_success, next_run }) => !last_success && !next_run)).toBe(true);
  });

  it('after a sync says records, data day, age, next run; and running so long as it runs', async () => {
    await run();
    const now = Date.now();
    expect(statusAt(now).running).toMatchObject({ pid: 1 });
    release(database, self);
    const { of } = statusAt(now + 6 * 60_000);
    expect(of('clinicaltrials')).toMatchObject({
      state: 'fresh',
      records: 40,
      as_of: '2026-03-01',
      age_hours: 0.1,
      promise_hours: 36,
      next_run: '2026-03-10T13:00:00.000Z',
      queued: 0,
      failed: 0,
      last_error: null,
    });
    expect(of('openfda-approvals')).toMatchObject({ records: 3, as_of: '2026-03-09' });
    expect(of('cboe-options')).toMatchObject({ state: 'off', records: 0 });
  });

  it('grows stale past its promise; a source that others lead is as fresh as they are', async () => {
    await run();
    release(database, self);
    const day = statusAt(start + 37 * HOUR);
    expect(day.of('clinicaltrials').state).toBe('stale');
    expect(day.of('sec-companyfacts').state).toBe('fresh');
    expect(day.of('news-fda').state).toBe('stale');
    database.exec(
      `UPDATE sync_sources SET succeeded_at = ${start + 300 * HOUR}, next_run = ${start + 400 * HOUR} WHERE name = 'sec-submissions'`,
    );
    const later = statusAt(start + 301 * HOUR);
    expect(later.of('sec-companyfacts')).toMatchObject({ age_hours: 1, state: 'fresh' });
  });

  it('tells a block, a used-up quota and the last error in words', async () => {
    world.overrides['data.sec.gov'] = () => ({ status: 403, body: undeclaredPage });
    world.overrides['www.fda.gov'] = () => ({ status: 500 });
    database.exec(
      "INSERT INTO sync_hosts (name, day, requests) VALUES ('openfda', '2026-03-10', 900)",
    );
    await run();
    release(database, self);
    world.overrides['data.sec.gov'] = () => undefined;
    world.overrides['www.fda.gov'] = () => undefined;
    const { of } = statusAt(Date.now());
    expect(of('sec-submissions')).toMatchObject({ state: 'blocked', queued: 2 });
    expect(of('openfda-approvals')).toMatchObject({ state: 'waiting for quota', queued: 1 });
    expect(of('news-fda')).toMatchObject({
      state: 'paused',
      failed: 1,
      last_error: expect.stringMatching(/rss\.xml is refused \(status 500\)$/),
    });
    expect(statusAt(Date.now(), 'other@zorbiva-capital.com').of('sec-submissions').state).not.toBe(
      'blocked',
    );
  });

  it('says what was left out of good answers, counted for a day', async () => {
    const answer = createWorld(20).routes['clinicaltrials.gov']!;
    const nameless = { protocolSection: { identificationModule: {} } };
    world.overrides['clinicaltrials.gov'] = (...asked) => {
      const given = answer(...asked);
      const body = JSON.parse(String(given?.body ?? '{}'));
      if (!Array.isArray(body.studies)) return given;
      return { body: JSON.stringify({ ...body, studies: [nameless, ...body.studies, nameless] }) };
    };
    await run();
    world.overrides['clinicaltrials.gov'] = () => undefined;
    const { of } = statusAt(Date.now());
    // Two lists, of active trials and of all, each of one page.
    expect(of('clinicaltrials')).toMatchObject({
      records: 40,
      refused: 4,
      last_refusal: expect.stringMatching(/pageSize=1000\S* study 1: has no nctId$/),
      last_refusal_at: expect.stringMatching(/^2026-03-10T/),
    });
    expect(of('news-fda')).toMatchObject({ refused: 0, last_refusal: null, last_refusal_at: null });
  });
});
