import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chainOf } from '../../../src/ingest/sync/chains.ts';
import { release } from '../../../src/ingest/sync/lock.ts';
import { syncStatus } from '../../../src/ingest/sync/run-status.ts';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { MIN_FREE_BYTES } from '../../../src/ingest/sync/sync-store.ts';
import { allSources } from '../../../src/sources/index.ts';
import type { Database } from '../../../src/store/database.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { engineOf, openStore, passed, self, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const sources = ['sec-tickers', 'sec-submissions', 'sec-search', 'sec-daily-index', 'news-fda'];
const world = createWorld(20);
const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
const indexLine = (day: string) =>
  `Form\n${'-'.repeat(60)}\n8-K   Zorb0   3000001  ${day}  edgar/data/3000001/0003000001-26-${day.slice(2)}.txt\n`;
/** The days whose indexes stand at the SEC, whatever the clock here says. */
let published: string[] = [];
world.overrides['www.sec.gov'] = (_, url) => {
  const day = /daily-index.*form\.(\d{8})\.idx$/.exec(url.pathname)?.[1];
  if (day === undefined) return undefined;
  return published.includes(day) ? { body: indexLine(day) } : { status: 404 };
};

let database: Database;
useVirtualTime();
beforeEach(async () => {
  database = await openStore();
  published = ['20260309'];
});

/** Syncs at a moment of the clock here. */
async function syncAt(moment: number) {
  vi.setSystemTime(moment);
  const hosts = createHosts(world.routes, Date.now);
  const ran = await syncOnce({ database, hosts, tickers, sources });
  expect(ran).toMatchObject({ end: 'nothing is due', failed: 0 });
  release(database, self);
  return hosts;
}

function statusAt(now: number) {
  return syncStatus({
    database,
    hosts: storedStates(database),
    holder: undefined,
    sources: allSources(false).filter(({ name }) => sources.includes(name)),
    off: new Set(),
    contact: 'me',
    self,
    now,
    freeBytes: MIN_FREE_BYTES,
  }).sources;
}

const cursorOf = (name: string) =>
  chainOf(database, name, name === 'sec-search' ? 'PDUFA' : 'days').cursor;
const reportOf = (day: string) =>
  database
    .prepare(`SELECT count(*) AS found FROM sync_requests WHERE source = ? AND version = ?`)
    .get('sec-filing-index', `0003000001-26-${day.slice(2)}`);

describe('a clock that is moved and set right', () => {
  it.each([
    ['ahead', [6 * DAY]],
    ['back', [-6 * DAY]],
    ['ahead and back', [6 * DAY, -6 * DAY]],
    ['back and ahead', [-6 * DAY, 6 * DAY]],
    ['a year back', [-366 * DAY]],
  ])('%s: sources are asked at once, and no day is left out', async (_, moves) => {
    await syncAt(start);
    const cursors = () => [cursorOf('sec-daily-index'), cursorOf('sec-search')];
    expect(cursors()).toEqual(['2026-03-09', '2026-03-10']);
    for (const move of moves) await syncAt(start + move);
    const right = await syncAt(start + HOUR);
    expect(right.paths('www.fda.gov').filter((path) => path.endsWith('rss.xml'))).toHaveLength(1);
    const searches = right.paths('efts.sec.gov');
    expect(searches.length).toBeGreaterThan(0);
    expect(searches.filter((path) => !path.includes('enddt=2026-03-10'))).toEqual([]);
    expect(cursors()).toEqual(['2026-03-09', '2026-03-10']);
    for (const one of statusAt(start + 63 * MINUTE)) {
      expect(one, one.source).toMatchObject({ state: 'fresh' });
      // Of the index there is no newer day: its age is from before.
      const most = one.source === 'sec-daily-index' ? 1 : 0.1;
      expect(one.age_hours, one.source).toBeLessThanOrEqual(most);
    }
    published.push('20260310');
    await syncAt(start + DAY);
    expect(reportOf('20260310')).toEqual({ found: 1 });
    const nextWeek = await syncAt(start + 6 * DAY);
    expect(nextWeek.paths('data.sec.gov').length).toBeGreaterThan(0);
  });

  it('is seen by the status before the next sync: nothing is fresh, and nothing of the future', async () => {
    await syncAt(start);
    await syncAt(start + 5 * DAY);
    const now = start + HOUR;
    for (const one of statusAt(now)) {
      expect(one.state, one.source).toBe('due');
      expect(Date.parse(one.next_run!), one.source).toBe(now);
      expect((one.last_success ?? '') <= new Date(now).toISOString(), one.source).toBe(true);
      expect((one.as_of ?? '') <= '2026-03-10', one.source).toBe(true);
    }
  });

  it('while a run stays: what is due every five minutes is asked again within five', async () => {
    vi.setSystemTime(start + 3 * DAY);
    const hosts = createHosts(world.routes, Date.now);
    const { engine } = engineOf({ database, hosts, tickers, sources: ['news-fda'] });
    let before = 0;
    const asked = () =>
      hosts.paths('www.fda.gov').filter((path) => path.endsWith('rss.xml')).length;
    setTimeout(() => {
      before = asked();
      vi.setSystemTime(start + 7 * MINUTE);
    }, 7 * MINUTE);
    setTimeout(() => engine.stop(), 12 * MINUTE);
    expect(await passed(engine.run(true))).toMatchObject({ end: 'stopped' });
    expect([before, asked()]).toEqual([2, 4]);
    expect(sourceState(database, 'news-fda').succeeded_at).toBeLessThan(start + 12 * MINUTE);
  });
});
