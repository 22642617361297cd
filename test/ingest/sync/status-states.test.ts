import { beforeEach, describe, expect, it } from 'vitest';
import { propose, settle } from '../../../src/ingest/sync/chains.ts';
import { createPromises } from '../../../src/ingest/sync/keep-promises.ts';
import { companiesOf } from '../../../src/ingest/sync/known-companies.ts';
import { acquire, holderOf } from '../../../src/ingest/sync/lock.ts';
import { enqueue, markDone, markFailed, nextOf } from '../../../src/ingest/sync/queue.ts';
import { renewedAt, syncStatus } from '../../../src/ingest/sync/run-status.ts';
import {
  noteFailure,
  notePlanned,
  noteRefused,
  noteSuccess,
} from '../../../src/ingest/sync/source-states.ts';
import { storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import type { SyncSource } from '../../../src/sources/source.ts';
import { type Database, inTransaction } from '../../../src/store/database.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { promisesIn, promisesText, writePromises } from '../../../src/store/promises.ts';
import { neverAsked } from '../../support/source-status.ts';
import { HOST, requestOf, rule } from './engine-run.ts';
import { openStore, self, start } from './sync-run.ts';

const HOUR = 3_600_000;
const source = (more: Partial<SyncSource> = {}) =>
  ({
    name: 'a',
    title: 'A',
    fills: ['trials'],
    host: rule,
    maxAgeMs: 2 * HOUR,
    schedule: '0 21 * * *',
    zone: 'UTC',
    firstFill: () => ({ requests: 4, bytes: 4 }),
    plan: () => [],
    ...more,
  }) as unknown as SyncSource;

let database: Database;
beforeEach(async () => {
  database = await openStore();
});

function queue(name: string, of = 'a') {
  const request = requestOf(name);
  enqueue(database, of, request);
  const all = nextOf(database, HOST, { sources: [of] }, start, 99);
  return all.find(({ address }) => address === request.address)!;
}
const statusWith = (more: Partial<StatusParts> = {}) =>
  syncStatus({
    database,
    sources: [source()],
    off: new Set(),
    contact: 'me',
    self,
    now: start,
    hosts: storedStates(database),
    holder: holderOf(database),
    // As much as has to be.
    freeBytes: 3 * 1024 ** 3,
    ...more,
  });
type StatusParts = Parameters<typeof syncStatus>[0];
const statusOf = (more: Partial<SyncSource> = {}, now = start, off: readonly string[] = []) =>
  statusWith({ sources: [source(more)], now, off: new Set(off) });
/** The status of a source that follows the other. */
const follower = () =>
  statusWith({ sources: [source(), source({ name: 'b', follows: 'a' })] }).sources[1]!;
const stateOf = (...asked: Parameters<typeof statusOf>) => statusOf(...asked).sources[0]!.state;
const succeed = (at: number, name = 'a') => {
  noteSuccess(database, name, 5, at);
  propose(database, name, '', 'c1');
  settle(database, name, '');
};

const pauseHost = () =>
  database.exec(
    `INSERT OR REPLACE INTO sync_hosts (name, paused_until) VALUES ('zorbiva', ${start + HOUR})`,
  );

describe('the status of a source', () => {
  it('that was never asked is all but empty', () => {
    expect(statusOf()).toEqual({
      running: null,
      hindrance: null,
      failures: { count: 0, given_up: 0, oldest: null, hosts: [] },
      sources: [{ ...neverAsked, source: 'a', title: 'A', state: 'due', promise_hours: 2 }],
    });
  });

  it('says all that is known of it', () => {
    writeFacts(database, 'trials', [{ nctId: 'N1' }, { nctId: 'N2' }], 'a');
    writeFacts(database, 'news', [{ id: '1', title: 'T' }], 'a');
    writeFacts(database, 'trials', [{ nctId: 'N3' }], 'b');
    succeed(start - 1.26 * HOUR);
    noteFailure(database, 'a', 'is silent', start - HOUR);
    noteRefused(database, 'a', { refused: 3, refusal: 'has no day' }, start - 2 * HOUR);
    notePlanned(database, 'a', start - HOUR, start + HOUR);
    markFailed(database, queue('1'), { reason: 'is gone', final: true }, start);
    queue('2');
    expect(statusOf({ asOf: () => '2026-03-01' }).sources).toEqual([
      {
        source: 'a',
        title: 'A',
        state: 'due',
        records: 3,
        as_of: '2026-03-01',
        missing_share: 0.5,
        last_success: '2026-03-10T10:44:24.000Z',
        age_hours: 1.3,
        promise_hours: 2,
        next_run: '2026-03-10T13:00:00.000Z',
        waits: null,
        queued: 1,
        failed: 1,
        last_error: 'is silent',
        last_error_at: '2026-03-10T11:00:00.000Z',
        refused: 3,
        last_refusal: 'has no day',
        last_refusal_at: '2026-03-10T10:00:00.000Z',
      },
    ]);
  });

  it('is the first that holds of off, blocked, waiting, running, stale, due and fresh', () => {
    succeed(start);
    notePlanned(database, 'a', start, start + 9 * HOUR);
    expect(stateOf()).toBe('fresh');
    expect(stateOf({}, start + 2 * HOUR)).toBe('fresh');
    expect(stateOf({}, start + 2 * HOUR + 1)).toBe('stale');
    const long = { maxAgeMs: 99 * HOUR };
    expect(stateOf(long, start + 9 * HOUR - 1)).toBe('fresh');
    expect(stateOf(long, start + 9 * HOUR)).toBe('due');
    acquire(database, self, start);
    expect(stateOf()).toBe('fresh');
    const limited = { host: { ...rule, perDay: 0 } };
    expect(stateOf(limited)).toBe('fresh');
    queue('1');
    expect([stateOf(), stateOf(limited)]).toEqual(['running', 'waiting for quota']);
    expect([stateOf({}, start + 30_001), stateOf({}, start + 30_000)]).toEqual(['due', 'running']);
    const blocked = `INSERT OR REPLACE INTO sync_hosts (name, blocked, blocked_contact, paused_until)
      VALUES ('zorbiva', 'refuses', 'me', ${start + HOUR})`;
    database.exec(blocked);
    expect([stateOf(limited), stateOf({}, start, ['a'])]).toEqual(['blocked', 'off']);
  });

  it('whose requests are put off waits for them, and says for whom where its host holds them', () => {
    succeed(start);
    notePlanned(database, 'a', start, start + 9 * HOUR);
    acquire(database, self, start);
    markFailed(database, queue('1'), { reason: 'is silent', final: false }, start);
    const asked = (at: number) => statusOf({}, at).sources[0];
    const repeated = '2026-03-10T12:02:00.000Z';
    expect(asked(start)).toMatchObject({ state: 'fresh', next_run: repeated, waits: null });
    expect(asked(start + 2 * 60_000)).toMatchObject({ state: 'due' });
    acquire(database, self, start + 2 * 60_000);
    expect(asked(start + 2 * 60_000)).toMatchObject({ state: 'running' });
    pauseHost();
    expect(asked(start + 2 * 60_000)).toMatchObject({
      state: 'paused',
      next_run: '2026-03-10T13:00:00.000Z',
      waits: `${rule.domain} asked for a pause until 2026-03-10T13:00Z`,
    });
  });

  it('whose host holds it waits for that too where it is due with nothing queued, unless it is off', () => {
    pauseHost();
    const paused = {
      state: 'paused',
      next_run: '2026-03-10T13:00:00.000Z',
      queued: 0,
      waits: 'zorbiva.gov asked for a pause until 2026-03-10T13:00Z',
    };
    expect(statusOf().sources[0]).toMatchObject(paused);
    expect(statusOf({}, start, ['a']).sources[0]).toMatchObject({ state: 'off', waits: null });
    succeed(start);
    notePlanned(database, 'a', start, start + 1);
    expect(statusOf().sources[0]).toMatchObject({ state: 'fresh', waits: null });
    expect(statusOf({}, start + 1).sources[0]).toMatchObject(paused);
  });

  it('of what a clock that ran ahead has noted is due, and as old as what was read before', () => {
    markDone(database, queue('1').id, 5, start - HOUR);
    succeed(start + HOUR);
    notePlanned(database, 'a', start + HOUR, start + 9 * HOUR);
    noteFailure(database, 'a', 'is silent', start + HOUR);
    noteRefused(database, 'a', { refused: 3, refusal: 'has no day' }, start + HOUR);
    expect(statusOf().sources[0]).toMatchObject({
      state: 'due',
      last_success: '2026-03-10T11:00:00.000Z',
      age_hours: 1,
      next_run: '2026-03-10T12:00:00.000Z',
      last_error_at: '2026-03-10T12:00:00.000Z',
      last_refusal_at: '2026-03-10T12:00:00.000Z',
    });
    expect(stateOf({}, start + 59 * 60_000)).toBe('fresh');
    expect(stateOf({}, start + 59 * 60_000 - 1)).toBe('due');
    database.exec('DELETE FROM sync_requests');
    expect(statusOf().sources[0]).toMatchObject({ state: 'due', last_success: null });
    expect(statusOf({ maxAgeMs: HOUR / 2 }, start + HOUR).sources[0]).toMatchObject({
      state: 'fresh',
      age_hours: 0,
      next_run: '2026-03-10T21:00:00.000Z',
    });
  });

  it('that is due later than its schedule allows is due', () => {
    succeed(start);
    const latest = start + 9 * HOUR + 90_000;
    notePlanned(database, 'a', start, latest);
    expect(stateOf()).toBe('fresh');
    notePlanned(database, 'a', start, latest + 1);
    expect(stateOf()).toBe('due');
  });

  it('that follows one whose clock ran ahead is as fresh as what came of itself', () => {
    succeed(start + HOUR);
    succeed(start - HOUR, 'b');
    expect(follower()).toMatchObject({ state: 'due', age_hours: 1 });
  });

  it('says whether too little is free for anything to be asked', () => {
    const words = (gb: number) => `less than ${gb} GB is free on the disk of the store`;
    const hindranceBelow = (gb: number) => statusWith({ freeBytes: gb * 1024 ** 3 - 1 }).hindrance;
    // A first fill needs more than a later sync.
    expect(hindranceBelow(3)).toBe(words(3));
    succeed(start);
    expect(hindranceBelow(3)).toBeNull();
    expect(hindranceBelow(1)).toBe(words(1));
  });

  it('names who syncs', () => {
    acquire(database, self, start);
    expect(statusOf().running).toEqual({ pid: 1, host: self.host, progress: 'starts' });
  });

  it('that follows another is planned with it, and as fresh once all its requests were made', () => {
    notePlanned(database, 'a', start, start + HOUR);
    succeed(start - HOUR, 'b');
    expect(follower()).toMatchObject({ next_run: '2026-03-10T13:00:00.000Z', age_hours: 1 });
    succeed(start);
    expect(follower()).toMatchObject({ age_hours: 0 });
    queue('1', 'b');
    expect(follower()).toMatchObject({ age_hours: 1 });
  });

  it.each([
    [undefined, 5, 0, 9, 5],
    ['a', 5, 1, 9, 5],
    ['a', 5, 0, 9, 9],
    ['a', 9, 0, 5, 9],
    ['a', null, 0, 5, 5],
    ['a', 5, 0, null, 5],
    ['a', null, 0, null, null],
    // None that was named has come.
    ['a', null, 0, 5, null, 1],
    ['a', 5, 0, 9, 9, 1],
  ])('following %s, last good at %s with %i queued, beside %s, renewed at %s', (...row) => {
    const [follows, own, queued, parent, at, failed = 0] = row;
    const requests = { queued, failed, done: 0, given_up: 0, failed_since: null };
    if (parent !== null) succeed(parent);
    const state = { succeeded_at: own } as never;
    expect(renewedAt(database, source(follows ? { follows } : {}), state, requests)).toBe(at);
  });
});

describe('what is told of sources', () => {
  const read = () => promisesIn(promisesText(database) ?? '');
  function promises(more: Partial<SyncSource> = {}) {
    const time = { now: start };
    const made = createPromises({
      database,
      sources: [source(more)],
      since: '2024-03-10',
      clock: () => time.now,
      companies: () => companiesOf(new Map(), '2026-03-10'),
      hindrance: () => undefined,
    });
    return { ...made, time };
  }

  it('is renewed every ten seconds, with the share of the first fill that is done', () => {
    const { update, time } = promises({ asOf: () => '2026-03-01' });
    update();
    const told = { name: 'a', title: 'A', fills: ['trials'], promise: 2 * HOUR };
    expect(read()).toMatchObject({
      written_at: start,
      filled: 0,
      is_offline: false,
      sources: [{ ...told, succeeded_at: null, failed_at: null, as_of: null }],
    });
    notePlanned(database, 'a', start, start + HOUR);
    const [one, two] = [queue('1'), queue('2')];
    queue('3');
    queue('4');
    markDone(database, one.id, 5, start);
    markFailed(database, two, { reason: 'is gone', final: true }, start);
    succeed(start);
    time.now += 9_999;
    update();
    expect(read()?.filled).toBe(0);
    time.now += 1;
    update();
    expect(read()).toMatchObject({
      written_at: start + 10_000,
      filled: 1 / 3,
      is_offline: false,
      sources: [{ ...told, succeeded_at: start, failed_at: null, as_of: '2026-03-01' }],
      failures: { count: 1, given_up: 1, oldest: start, hosts: ['api.zorbiva.gov'] },
    });
    // More to do than was thought sets it not back.
    for (const name of ['5', '6', '7']) queue(name);
    time.now += 10_000;
    update();
    expect(read()?.filled).toBe(1 / 3);
    time.now -= 20_000;
    update();
    expect(read()?.written_at).toBe(start);
  });

  it('is never quite all while answers come in, and all once nothing untried is due', () => {
    const { update, updateIdle, time } = promises();
    notePlanned(database, 'a', start, start + HOUR);
    const one = queue('1');
    markDone(database, one.id, 5, start);
    succeed(start);
    update();
    expect(read()?.filled).toBe(0.99);
    queue('2');
    updateIdle({ sources: ['a'] }, false);
    expect(read()?.filled).toBe(0.99);
    markFailed(database, queue('2'), { reason: 'is silent', final: false }, start);
    updateIdle({ sources: ['a'] }, false);
    expect(read()?.filled).toBeNull();
    time.now += 10_000;
    update();
    expect(read()).toMatchObject({ filled: null, written_at: start + 10_000 });
  });

  it('goes on from what was left', () => {
    const leave = (filled: number | null) =>
      inTransaction(database, () =>
        writePromises(database, { written_at: start, filled, is_offline: false, sources: [] }),
      );
    leave(0.7);
    promises().update();
    expect(read()?.filled).toBe(0.7);
    leave(null);
    promises().update();
    expect(read()?.filled).toBeNull();
  });
});
