import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { promisesIn, promisesText } from '../../../src/store/promises.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { openStore, start, syncOnce } from './sync-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

const world = createWorld(12);
const tickers = world.companies.map(({ ticker }) => ticker);

function left(database: Database) {
  const text = promisesText(database);
  return text === undefined ? undefined : promisesIn(text);
}

describe('what a sync leaves for those who serve', () => {
  it('names when each source last answered well, and the day of its data', async () => {
    const database = await openStore();
    world.overrides['home.treasury.gov'] = () => ({ status: 500 });
    await syncOnce({ database, hosts: createHosts(world.routes, Date.now), tickers });
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
      ...{ succeeded_at: null, failed_at: expect.any(Number), as_of: null },
    });
    // Followed by others, and as fresh as what names its requests.
    expect(of('sec-companyfacts')!.succeeded_at).not.toBeNull();
    expect(written_at).toBeLessThanOrEqual(Date.now());
  });
});
