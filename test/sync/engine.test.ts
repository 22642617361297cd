import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { countsOf, factsOf, openStore, start, syncOnce } from './sync-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The smallest market that is likely. */
const SIZE = 400;

describe('a first fill', () => {
  it('asks each address once and writes the facts of all sources', async () => {
    const database = await openStore();
    const world = createWorld(SIZE);
    const hosts = createHosts(world.routes, Date.now);
    const ran = await syncOnce({ database, hosts });
    expect(ran).toMatchObject({ end: 'nothing is due', failed: 0, waiting: 0 });
    const asked = hosts.seen.map(({ host, path }) => `${host}${path}`);
    expect(asked.length - new Set(asked).size).toBe(0);
    expect(countsOf(database)).toEqual({
      adverse_events: 40,
      approvals: 50,
      companies: SIZE,
      fund_filings: 10,
      insider_transactions: 2 * SIZE,
      news: 1,
      trial_versions: SIZE,
      trials: SIZE,
    });
    const figures = database.prepare("SELECT ticker FROM series WHERE kind = 'financial_facts'");
    expect(figures.all()).toHaveLength(SIZE);
  });

  it('again changes nothing and asks next to nothing', async () => {
    const database = await openStore();
    const world = createWorld(SIZE);
    const first = createHosts(world.routes, Date.now);
    await syncOnce({ database, hosts: first });
    const facts = factsOf(database);
    vi.setSystemTime(start + 24 * 3_600_000);
    const second = createHosts(world.routes, Date.now);
    expect(await syncOnce({ database, hosts: second })).toMatchObject({ facts: 0 });
    expect(factsOf(database)).toEqual(facts);
    expect(second.seen.length).toBeLessThan(first.seen.length / 50);
  });
});
