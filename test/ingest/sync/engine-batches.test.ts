import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/ingest/sync/client.ts';
import type { EngineParts } from '../../../src/ingest/sync/engine.ts';
import { HEARTBEAT, holderOf, seize } from '../../../src/ingest/sync/lock.ts';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { writeMeta } from '../../../src/store/facts-store.ts';
import { promisesIn, promisesText } from '../../../src/store/promises.ts';
import { good, later, MINUTE, requestOf, runOver, sourceOf, useStore } from './engine-run.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { countsOf, engineOf, passed, start, syncOnce } from './sync-run.ts';

const store = useStore();
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
