import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { promisesIn, promisesText } from '../../../src/store/promises.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { engineOf, openStore, passed, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const world = createWorld(12);
const tickers = world.companies.map(({ ticker }) => ticker);

const left = (database: Database) => promisesIn(promisesText(database) ?? 'null');
const newHosts = () => createHosts(world.routes, Date.now);

describe('what a sync leaves for those who serve', () => {
  it('grows from nothing to the end of the first fill, and stays there', async () => {
    const database = await openStore();
    expect(left(database)).toBeUndefined();
    const shares: (number | null | undefined)[] = [];
    const parts = { report: () => void shares.push(left(database)?.filled) };
    const setting = { database, hosts: newHosts(), tickers };
    const { engine } = engineOf({ ...setting, latency: () => 400, parts });
    expect(await passed(engine.run(false))).toMatchObject({ end: 'nothing is due' });
    expect(left(database)).toMatchObject({ filled: null });
    const between = shares.filter((share) => typeof share === 'number');
    expect(new Set(between).size).toBeGreaterThan(2);
    expect([...between].sort((a, b) => a - b)).toEqual(between);
    expect(between.every((share) => share >= 0 && share < 1)).toBe(true);
    vi.setSystemTime(start + 3 * 24 * 3_600_000);
    await syncOnce({ database, hosts: newHosts(), tickers });
    expect(left(database)).toMatchObject({ filled: null });
  });

  it('names when each source last answered well, and the day of its data', async () => {
    const database = await openStore();
    world.overrides['home.treasury.gov'] = () => ({ status: 500 });
    await syncOnce({ database, hosts: newHosts(), tickers });
    world.overrides['home.treasury.gov'] = () => undefined;
    const { sources, written_at } = left(database)!;
    const of = (name: string) => sources.find((one) => one.name === name);
    expect(of('clinicaltrials')).toMatchObject({
      name: 'clinicaltrials',
      title: 'ClinicalTrials.gov',
      fills: ['trials', 'trial_versions'],
      promise: 36 * 3_600_000,
      succeeded_at: expect.any(Number),
      failed_at: null,
      as_of: '2026-03-01',
      failed: 0,
    });
    const seconds = (of('clinicaltrials')!.succeeded_at! - start) / 1_000;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(60);
    expect(of('treasury-rates')).toMatchObject({
      succeeded_at: null,
      failed_at: expect.any(Number),
      as_of: null,
    });
    // Followed by others, and as fresh as what names its requests.
    expect(of('sec-companyfacts')!.succeeded_at).not.toBeNull();
    expect(written_at).toBeLessThanOrEqual(Date.now());
  });

  it('a fill that is stopped half-way stays open', async () => {
    const database = await openStore();
    const { engine } = engineOf({ database, hosts: newHosts(), tickers, latency: () => 700 });
    setTimeout(() => engine.stop(), 25_000);
    expect(await passed(engine.run(false))).toMatchObject({ end: 'stopped' });
    expect(left(database)!.filled).toBeLessThan(1);
  });

  it('a quota that is used up does not hold the fill open', async () => {
    const database = await openStore();
    database.exec(
      "INSERT INTO sync_hosts (name, day, requests) VALUES ('openfda', '2026-03-10', 893)",
    );
    const { waiting } = await syncOnce({ database, hosts: newHosts(), tickers });
    expect(waiting).toEqual([expect.any(String)]);
    expect(left(database)).toMatchObject({ filled: null });
  });
});
