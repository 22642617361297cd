import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { allSources } from '../../../src/sources/index.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { countsOf, openStore, start, syncOnce } from './sync-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

it('an answer that breaks its reader is asked for once, told, and stops no other source', async () => {
  const database = await openStore();
  const world = createWorld(4);
  const hosts = createHosts(world.routes, Date.now);
  const sources = allSources(false)
    .filter(({ name }) => ['sec-tickers', 'sec-companyfacts', 'sec-submissions'].includes(name))
    .map((source) =>
      source.name === 'sec-companyfacts'
        ? {
            ...source,
            read: () => {
              throw new TypeError('of its own');
            },
          }
        : source,
    );
  const tickers = world.companies.map(({ ticker }) => ticker);
  const ran = await syncOnce({ database, hosts, tickers, parts: { sources } });
  const asked = hosts.paths('data.sec.gov').filter((path) => path.startsWith('/api/xbrl/'));
  expect(asked).toEqual([...new Set(asked)]);
  expect(ran).toMatchObject({ end: 'nothing is due', failed: asked.length });
  expect(sourceState(database, 'sec-companyfacts').error).toMatch(
    /companyfacts\/CIK\d{10}\.json returned a response that the reader could not process$/,
  );
  expect(countsOf(database).companies).toBe(asked.length);
});
