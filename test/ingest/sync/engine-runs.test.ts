import { describe, expect, it, vi } from 'vitest';
import { holderOf, seize } from '../../../src/ingest/sync/lock.ts';
import { countRequests } from '../../../src/ingest/sync/queue.ts';
import { notePlanned, sourceState } from '../../../src/ingest/sync/source-states.ts';
import type { ReadText } from '../../../src/sources/released-text.ts';
import { parseHere } from '../../support/read-text.ts';
import { DAY, good, later, MINUTE, runOver, sourceOf, useStore } from './engine-run.ts';
import { openStore, passed, self, start } from './sync-run.ts';

const store = useStore();
const setUp = (...[source, more, answer]: Slice<Parameters<typeof runOver>>) =>
  runOver(store.database, source, more, answer);
type Slice<List> = List extends [unknown, ...infer Rest] ? Rest : never;

describe('a run', () => {
  it('asks what its sources plan, writes, and computes anew at its end', async () => {
    const { engine, asked, refreshes, progress } = setUp(sourceOf());
    expect(await passed(engine.run(false))).toEqual({
      end: 'nothing is due',
      facts: 1,
      failed: 0,
      refused: 0,
      held: [],
      waiting: [],
    });
    expect(asked).toEqual([0]);
    expect(refreshes).toHaveLength(1);
    expect(progress.at(-1)).toEqual({
      requests: 1,
      facts: 1,
      waits: undefined,
      sources: new Map([['a', { queued: 0, done: 1, failed: 0, given_up: 0, failed_since: null }]]),
    });
    expect(sourceState(store.database, 'a')).toMatchObject({
      planned_at: start,
      next_run: start + 60 * MINUTE,
    });
  });

  it('computes anew what the texts of a former version state', async () => {
    const text = 'The FDA approved zorbatinib today, as Zorb0 Therapeutics announced.';
    const about = { address: 'https://sec.example/1', ticker: 'AAAQZ', published: '2026-03-10' };
    const put = store.database.prepare('INSERT INTO sync_documents VALUES (?, ?, ?, ?, ?)');
    put.run(about.address, JSON.stringify(about), text, text.length, start);
    const { engine, refreshes } = setUp(sourceOf({ plan: () => [] }));
    expect(await passed(engine.run(false))).toMatchObject({ end: 'nothing is due', facts: 0 });
    expect(refreshes).toEqual([start]);
    const idle = setUp(sourceOf({ plan: () => [] }));
    await passed(idle.engine.run(false));
    expect(idle.refreshes).toEqual([]);
  });

  it.each([
    ['was never planned', null, 1],
    ['is due now', start, 1],
    ['is due in a moment', start + 1, 0],
    ['is due as late as its schedule allows', start + 60 * MINUTE + 90_000, 0],
    // The clock was moved.
    ['is due later', start + 60 * MINUTE + 90_001, 1],
  ])('plans a source that %s', async (_, next, times) => {
    if (next !== null) notePlanned(store.database, 'a', start - DAY, next);
    const { engine, asked } = setUp(sourceOf());
    await passed(engine.run(false));
    expect(asked).toHaveLength(times);
  });

  it('that is to end waits 75 minutes for a request, and no longer', async () => {
    const patient = setUp(sourceOf({ notBefore: start + 75 * MINUTE }));
    expect(await passed(patient.engine.run(false))).toMatchObject({ end: 'nothing is due' });
    expect(patient.asked).toEqual([75 * MINUTE]);
    const told = patient.progress.map(({ waits }) => waits);
    expect(new Set(told)).toEqual(new Set([undefined, 'waiting until 2026-03-10T13:15Z']));
    expect([told.at(-1), told.length > 70]).toEqual([undefined, true]);
    vi.setSystemTime(start);
    store.database = await openStore();
    const hasty = setUp(sourceOf({ notBefore: start + 75 * MINUTE + 1 }));
    expect(await passed(hasty.engine.run(false))).toMatchObject({ waiting: [] });
    expect(hasty.asked).toEqual([]);
  });

  /** A run whose host is held. */
  const heldBy = (holdOf: (_: unknown, now: number) => object | undefined, strikes: number) => {
    const stateOf = () => ({ strikes });
    const ledger = { holdOf, stateOf, outageOf: () => undefined, holdText: () => 'held' };
    return setUp(sourceOf(), { ledger: ledger as never });
  };

  it('tells of hosts that it does not wait for', async () => {
    const held = (hold: object, strikes: number) => heldBy(() => hold, strikes);
    const quota = held({ until: start + MINUTE, why: 'quota' }, 0);
    expect(await passed(quota.engine.run(false))).toMatchObject({
      end: 'nothing is due',
      waiting: [expect.any(String)],
    });
    expect(quota.asked).toEqual([]);
    const long = held({ until: start + 76 * MINUTE, why: 'paused' }, 0);
    expect(await passed(long.engine.run(false))).toMatchObject({ waiting: [expect.any(String)] });
    const struck = held({ until: start + MINUTE, why: 'paused' }, 6);
    expect(await passed(struck.engine.run(false))).toMatchObject({ waiting: [expect.any(String)] });
    expect(Date.now()).toBe(start);
  });

  it('waits for a pause that is short', async () => {
    const holdOf = (_: unknown, now: number) =>
      now < start + MINUTE ? { until: start + MINUTE, why: 'paused' } : undefined;
    const { engine, asked } = heldBy(holdOf, 5);
    expect(await passed(engine.run(false))).toMatchObject({ waiting: [], facts: 1 });
    expect(asked).toEqual([MINUTE]);
  });
});

describe('a run ends', () => {
  it('where less than a gibibyte is free', async () => {
    const full = setUp(sourceOf(), { freeBytes: () => 1024 ** 3 - 1 });
    expect(await passed(full.engine.run(false))).toMatchObject({ end: 'the disk is full' });
    expect(full.asked).toEqual([]);
    const enough = setUp(sourceOf(), { freeBytes: () => 1024 ** 3 });
    await passed(enough.engine.run(false));
    expect(enough.asked).toEqual([0]);
  });

  /** A run whose registry breaks. */
  const broken = (message: string) => {
    const registry = {
      refused: () => undefined,
      companies: () => ({ universe: [] }),
      note: () => {
        throw new Error(message);
      },
    };
    return passed(setUp(sourceOf(), { registry: registry as never }).engine.run(false));
  };

  it.each(['database or disk is full', 'disk I/O error', 'write ENOSPC'])(
    'where the store says: %s',
    async (message) => {
      expect(await broken(message)).toMatchObject({ end: 'the disk is full', facts: 0 });
    },
  );

  it('with any other error as it is', async () => {
    await expect(broken('of its own')).rejects.toThrow('of its own');
  });

  it('where another holds the lock, with what was written so far', async () => {
    const other = { ...self, holder: 'another' };
    const { engine } = setUp(sourceOf(), {}, () => {
      seize(store.database, other, start);
      return Promise.resolve(good);
    });
    expect(await passed(engine.run(false))).toMatchObject({ end: 'lost the lock', facts: 0 });
    seize(store.database, self, start);
    const waiting = setUp(sourceOf({ alwaysRead: true }), {}, () => later(MINUTE));
    setTimeout(() => seize(store.database, other, start), 2_000);
    let endedAt = 0;
    const run = waiting.engine.run(false).finally(() => {
      endedAt = Date.now() - start;
    });
    expect(await passed(run)).toMatchObject({ end: 'lost the lock' });
    // It is noticed at a heartbeat, before anything has come.
    expect(endedAt).toBe(5_000);
  });

  it('once it is stopped, three seconds later at most, and writes what has come', async () => {
    const stopped = async (after: number) => {
      store.database = await openStore();
      vi.setSystemTime(start);
      const { engine } = setUp(sourceOf(), {}, () => later(after));
      setTimeout(() => engine.stop(), 1_000);
      const ran = await passed(engine.run(false));
      return [ran.end, ran.facts, Date.now() - start];
    };
    expect(await stopped(3_500)).toEqual(['stopped', 1, 3_500]);
    expect(await stopped(20_000)).toEqual(['stopped', 0, 4_000]);
  });

  it('once it is stopped, also while a text is read, which leaves the heartbeat alone', async () => {
    const document = { address: 'https://a', ticker: 'ABCQZ', published: '2026-03-10', text: 'A' };
    const read: ReadText = (_, over) =>
      new Promise((_, reject) => over!.addEventListener('abort', () => reject(over!.reason)));
    const texts = { read, parse: parseHere, close: async () => {} };
    const { engine } = setUp(sourceOf({ read: () => ({ documents: [document] }) }), { texts });
    let heartbeat = 0;
    setTimeout(() => {
      heartbeat = holderOf(store.database)!.heartbeat - start;
      engine.stop();
    }, 61_000);
    const ran = await passed(engine.run(false));
    expect([ran.end, Date.now() - start, heartbeat]).toEqual(['stopped', 64_000, 60_000]);
    expect(countRequests(store.database).get('a')).toMatchObject({ queued: 1, done: 0, failed: 0 });
  });

  it('never by itself where it is to stay: it plans each source when it is due', async () => {
    const times: number[] = [];
    const source = sourceOf({
      schedule: '0 */2 * * *',
      plan: ({ now }) => {
        times.push(now - start);
        return [];
      },
    });
    const { engine } = setUp(source);
    const hour = 60 * MINUTE;
    setTimeout(() => engine.stop(), 7 * hour);
    expect(await passed(engine.run(true))).toMatchObject({ end: 'stopped' });
    expect(times).toEqual([0, 2 * hour, 4 * hour, 6 * hour]);
  });
});
