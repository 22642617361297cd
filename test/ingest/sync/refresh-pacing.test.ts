import { expect, it } from 'vitest';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { createFreshness } from '../../../src/ingest/sync/refresh-pacing.ts';
import { notePlanned, noteSuccess } from '../../../src/ingest/sync/source-states.ts';
import { readMeta, writeMeta } from '../../../src/store/facts-store.ts';
import { openStore } from './sync-run.ts';

const MINUTE = 60_000;

async function setUp() {
  const database = await openStore();
  writeMeta(database, 'facts_at', '2026-03-10');
  let now = Date.parse('2026-03-10T12:00:00Z');
  const refreshes: number[] = [];
  const create = () =>
    createFreshness(database, {
      clock: () => now,
      isFilled: () => true,
      refresh: async () => void refreshes.push(now),
    });
  const freshness = create();
  return {
    database,
    create,
    refreshes,
    note: (...kinds: FactName[]) => freshness.noteChanges(kinds),
    /** Looks after a while, and lets a refresh come to its end. */
    async look(minutes: number, atEnd = false) {
      now += minutes * MINUTE;
      freshness.look(atEnd);
      await freshness.running();
      return refreshes.length;
    },
  };
}

it('what is served is computed anew a minute after news alone, five after anything else', async () => {
  const { note, look } = await setUp();
  note('news');
  expect(await look(0)).toBe(1);
  expect(await look(10)).toBe(1);
  note('news');
  expect(await look(0)).toBe(2);
  note('news');
  expect(await look(0.9)).toBe(2);
  expect(await look(0.1)).toBe(3);
  note('news');
  note('trials');
  note('news');
  expect(await look(4.9)).toBe(3);
  expect(await look(0.1)).toBe(4);
  note('trials');
  expect(await look(0, true)).toBe(5);
  expect(await look(60, true)).toBe(5);
});

it('that facts have changed outlives the process', async () => {
  const { database, note, create, refreshes } = await setUp();
  note('news');
  expect(Number(readMeta(database, 'sync_changed'))).toBe(Date.parse('2026-03-10T12:00:00Z'));
  const next = create();
  next.look(true);
  await next.running();
  expect(refreshes).toHaveLength(1);
  const third = create();
  third.look(true);
  await third.running();
  expect(refreshes).toHaveLength(1);
});

it('the demo gives way to a first fill without catalysts once it is over or has stalled for a day', async () => {
  const start = Date.parse('2026-03-10T12:00:00Z');
  const isServed = async (isFilled: boolean, hours: number) => {
    const database = await openStore();
    notePlanned(database, 'a', start, start);
    noteSuccess(database, 'a', 1, start);
    const refresh = async () => {};
    const clock = () => start + hours * 60 * MINUTE;
    const freshness = createFreshness(database, { clock, isFilled: () => isFilled, refresh });
    freshness.noteChanges(['trials']);
    freshness.look(true);
    await freshness.running();
    return readMeta(database, 'facts_at') !== undefined;
  };
  expect(await isServed(false, 24)).toBe(false);
  expect(await isServed(false, 24.1)).toBe(true);
  expect(await isServed(true, 0)).toBe(true);
});
