import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../src/ingest/sync/client.ts';
import type { EngineParts } from '../../../src/ingest/sync/engine.ts';
import { HEARTBEAT, holderOf, seize } from '../../../src/ingest/sync/lock.ts';
import { countRequests } from '../../../src/ingest/sync/queue.ts';
import { notePlanned, sourceState } from '../../../src/ingest/sync/source-states.ts';
import type { ReadText } from '../../../src/sources/released-text.ts';
import { writeMeta } from '../../../src/store/facts-store.ts';
import { promisesIn, promisesText } from '../../../src/store/promises.ts';
import { parseHere } from '../../support/read-text.ts';
import { NOTHING_FOUND } from '../../support/sync-end.ts';
import { DAY, good, later, MINUTE, requestOf, runOver, sourceOf, useStore } from './engine-run.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { countsOf, engineOf, openStore, passed, self, start, syncOnce } from './sync-run.ts';

const store = useStore();
const setUp = (...[source, more, answer]: Slice<Parameters<typeof runOver>>) =>
  runOver(store.database, source, more, answer);
type Slice<List> = List extends [unknown, ...infer Rest] ? Rest : never;

describe('a run', () => {
  it('asks what its sources plan, writes, and computes anew at its end', async () => {
    const { engine, asked, refreshes, progress } = setUp(sourceOf());
    expect(await passed(engine.run(false))).toEqual({ ...NOTHING_FOUND, facts: 1 });
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

const two = sourceOf({ plan: () => [requestOf('1'), requestOf('2')] });
const mention = { ticker: 'ABCQZ', published_date: '2026-03-10', mentions: [] };
const elapsed = () => Date.now() - start;

/** A run of two requests, the second of which takes five seconds; when batches were written. */
async function batches(first: Outcome, after = 0) {
  const written: number[] = [];
  const registry = {
    refused: () => undefined,
    companies: () => ({ universe: [] }),
    note: () => {
      written.push(elapsed());
      return { changed: false, reordered: false, refused: undefined };
    },
  } as unknown as EngineParts['registry'];
  const { engine } = runOver(store.database, two, { registry }, ({ address }) =>
    address.endsWith('1') ? later(after, first) : later(5_000),
  );
  await passed(engine.run(false));
  return written;
}

describe('answers are written', () => {
  const large = (length: number): Outcome => ({ ...good, text: 'x'.repeat(length) }) as Outcome;

  it('a second after the first of them, while others are under way', async () => {
    expect(await batches(good, 300)).toEqual([1_300, 5_000]);
  });

  it('at once where they are large, or nothing is under way', async () => {
    expect(await batches(large(4 * 1024 ** 2))).toEqual([0, 5_000]);
  });

  it('a byte below that after the second', async () => {
    expect(await batches(large(4 * 1024 ** 2 - 1))).toEqual([1_000, 5_000]);
  });
});

describe('how far a run is', () => {
  it('is told every second, and at its end', async () => {
    const told: number[] = [];
    const report = () => void told.push(elapsed());
    const { engine } = runOver(store.database, sourceOf(), { report }, () => later(3_500));
    await passed(engine.run(false));
    expect(told.slice(0, 4)).toEqual([0, 1_000, 2_000, 3_000]);
    expect(told.at(-1)).toBe(3_500);
    expect(told.length).toBeLessThanOrEqual(6);
  });

  it('stands where others see it, with what it waits for', async () => {
    const { engine } = runOver(store.database, sourceOf({ notBefore: start + 10 * MINUTE }));
    let seen: ReturnType<typeof holderOf>;
    const look = () => {
      seen = holderOf(store.database);
    };
    setTimeout(look, 5 * MINUTE + 1);
    await passed(engine.run(false));
    const waits = 'waiting until 2026-03-10T12:10Z';
    expect(seen).toMatchObject({ progress: `0 requests, 0 facts, ${waits}` });
    // While it sleeps, too: after half a minute of silence another may take its place.
    expect(start + 5 * MINUTE - seen!.heartbeat).toBeLessThanOrEqual(HEARTBEAT);
    expect(holderOf(store.database)?.progress).toMatch(/^0 requests, 0 facts/);
  });
});

it('a run that asks again says why it waits', async () => {
  let reads = 0;
  const source = sourceOf({
    read: () => {
      reads += 1;
      return reads === 1 ? { failed: 'comes too early' } : {};
    },
  });
  const { engine, progress } = runOver(store.database, source);
  expect(await passed(engine.run(false))).toMatchObject({ end: 'nothing is due', failed: 0 });
  const waits =
    'waiting until 2026-03-10T12:02Z: api.zorbiva.gov got a response that comes too early';
  expect(new Set(progress.map((one) => one.waits))).toEqual(new Set([undefined, waits]));
});

it('a run whose place is taken while it sleeps ends at once, and asks nothing more', async () => {
  const { engine, asked } = runOver(store.database, sourceOf({ notBefore: start + 30 * MINUTE }));
  const other = { holder: 'other', pid: 2, host: 'here', isAlive: () => true };
  setTimeout(() => seize(store.database, other, Date.now()), 2 * MINUTE + 1);
  expect(await passed(engine.run(false))).toMatchObject({ end: 'lost the lock', facts: 0 });
  expect(Date.now() - start).toBeLessThanOrEqual(2 * MINUTE + 1 + HEARTBEAT);
  expect([asked, holderOf(store.database)?.holder]).toEqual([[], 'other']);
});

it('a run that is to stay computes anew whenever it has nothing else to do', async () => {
  const source = sourceOf({
    plan: () => [requestOf('1'), requestOf('2', { notBefore: start + MINUTE })],
    read: ({ request: { address } }) => {
      const record = { ...mention, document_id: address };
      return { batches: [{ kind: 'mentions', records: [record] }] };
    },
  });
  const { engine, refreshes } = runOver(store.database, source);
  setTimeout(() => engine.stop(), 30 * MINUTE);
  expect(await passed(engine.run(true))).toMatchObject({ facts: 2 });
  // Not five minutes after the one before, as while answers come in.
  expect(refreshes.map((at) => at - start)).toEqual([0, MINUTE]);
});

it('a run that is to stay tries hosts out of reach again every minute', async () => {
  let tries = 0;
  const { engine, asked, progress } = runOver(store.database, sourceOf(), {}, async () => {
    tries += 1;
    return tries < 4 ? { kind: 'unreachable', reason: 'found no connection' } : good;
  });
  const told: unknown[] = [];
  const isOffline = () => promisesIn(promisesText(store.database)!)?.is_offline;
  for (const at of [1, 4]) setTimeout(() => told.push(isOffline()), at * MINUTE - 1);
  setTimeout(() => engine.stop(), 10 * MINUTE);
  expect(await passed(engine.run(true))).toMatchObject({ end: 'stopped', facts: 1 });
  expect(asked).toEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE]);
  // Those who serve and those who look say so meanwhile.
  expect(told).toEqual([true, false]);
  expect(progress.map(({ waits }) => waits)).toContain(
    'waiting until 2026-03-10T12:01Z: no public source can be reached from this machine',
  );
  expect(sourceState(store.database, 'a')).toMatchObject({
    failed_at: start + 2 * MINUTE,
    succeeded_at: start + 3 * MINUTE,
    error: 'https://api.zorbiva.gov/1 found no connection',
  });
});

it('a sync that waits for a repetition sleeps a minute at a time', async () => {
  const world = createWorld(5);
  world.overrides['home.treasury.gov'] = () =>
    Date.now() < start + 5 * 60_000 ? { status: 500 } : undefined;
  let looks = 0;
  const clock = () => {
    looks += 1;
    // Virtual time stands still for whoever does not sleep.
    if (looks > 10_000) throw new Error('the sync does not sleep');
    return Date.now();
  };
  const { engine } = engineOf({
    database: store.database,
    hosts: createHosts(world.routes, Date.now),
    sources: ['treasury-rates'],
    parts: { clock },
  });
  expect(await passed(engine.run(false))).toMatchObject({ end: 'nothing is due' });
  // Three failures open the circuit: the host is probed each minute until it answers.
  expect(Date.now() - start).toBeGreaterThanOrEqual(5 * 60_000);
  expect(Date.now() - start).toBeLessThan(12 * 60_000);
});

it('a sync goes on writing while what is served is computed, and that is computed once more', async () => {
  const { database } = store;
  // What is there is served already.
  writeMeta(database, 'facts_at', '2026-03-10');
  const world = createWorld(20);
  const facts = () => Object.values(countsOf(database)).reduce((sum, count) => sum + count, 0);
  const seen: { began: number; ended: number }[] = [];
  const { end } = await syncOnce({
    database,
    hosts: createHosts(world.routes, Date.now),
    tickers: world.companies.slice(0, 6).map(({ ticker }) => ticker),
    latency: () => 2_000,
    parts: {
      refresh: async () => {
        const began = facts();
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        seen.push({ began, ended: facts() });
      },
    },
  });
  expect(end).toBe('nothing is due');
  const [during, ...after] = seen;
  expect(during!.ended).toBeGreaterThan(during!.began);
  expect(after.at(-1)).toEqual({ began: facts(), ended: facts() });
});
