import { expect, it } from 'vitest';
import { writeMeta } from '../../../src/store/facts-store.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { countsOf, openStore, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

it('a sync goes on writing while what is served is computed, and that is computed once more', async () => {
  const database = await openStore();
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
