import { describe, expect, it, vi } from 'vitest';
import type { Send } from '../../../src/ingest/sync/fetch.ts';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import type { Database } from '../../../src/store/database.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import {
  createHosts,
  type Given,
  page,
  type Route,
  thresholdPage,
  undeclaredPage,
} from './origin/origin.ts';
import { createWorld, type World } from './origin/world.ts';
import { countsOf, factsOf, openStore, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const MINUTE = 60_000;
const SIZE = 20;
const names = createWorld(SIZE).companies.map(({ ticker }) => ticker);
const wanted = names.slice(0, 6);

/** A small sync over a world that a test disturbs. */
async function sync(
  disturb: (world: World) => void = () => {},
  more: { database?: Database; send?: (send: Send) => Send; world?: World; contact?: string } = {},
) {
  const database = more.database ?? (await openStore());
  const world = more.world ?? createWorld(SIZE);
  disturb(world);
  const hosts = createHosts(world.routes, Date.now);
  const begun = Date.now();
  const { send, contact } = more;
  const ran = await syncOnce({
    database,
    hosts,
    tickers: wanted,
    ...(send ? { send } : {}),
    ...(contact ? { contact } : {}),
  });
  const facts = factsOf(database);
  return { ...ran, database, hosts, world, facts, minutes: (Date.now() - begun) / MINUTE };
}

/** Answers a host's first requests otherwise. */
function first(times: number, given: Given): Route {
  let left = times;
  return () => {
    left -= 1;
    return left >= 0 ? given : undefined;
  };
}

const errorOf = (database: Database, source: string) => sourceState(database, source).error;

describe('a fault that passes leaves the same facts as none', () => {
  const passing: [string, string, () => Given, number][] = [
    [
      '429 that says when',
      'data.sec.gov',
      () => ({ status: 429, headers: { 'retry-after': '300' } }),
      5,
    ],
    ['429 that does not', 'data.sec.gov', () => ({ status: 429 }), 1],
    ['503', 'clinicaltrials.gov', () => ({ status: 503 }), 1],
    ["the SEC's threshold page", 'www.sec.gov', () => ({ status: 403, body: thresholdPage }), 11],
    ['a web page under 200', 'data.sec.gov', () => ({ body: page('Maintenance') }), 2],
    ['500', 'api.fda.gov', () => ({ status: 500 }), 2],
    ['an empty body', 'data.sec.gov', () => ({ body: '' }), 2],
    ['a 304 that nobody asked', 'data.sec.gov', () => ({ status: 304 }), 2],
  ];
  it.each(passing)('%s', async (_, host, given, atLeast) => {
    const undisturbed = await sync();
    vi.setSystemTime(start);
    const disturbed = await sync((world) => {
      world.overrides[host] = first(2, given());
    });
    expect(disturbed).toMatchObject({ end: 'nothing is due', failed: 0, waiting: [] });
    expect(disturbed.facts).toEqual(undisturbed.facts);
    // The FDA's robots.txt, feed, calendar, Orange Book page and file are asked for half a minute apart.
    expect(undisturbed.minutes).toBeLessThan(2.1);
    expect(disturbed.minutes).toBeGreaterThanOrEqual(atLeast);
  });
});

describe('a fault that stays takes its own facts and no others', () => {
  it('a host that fails is left for the next run after 75 minutes; the others are whole', async () => {
    const whole = countsOf((await sync()).database);
    vi.setSystemTime(start);
    const ran = await sync((world) => {
      world.overrides['clinicaltrials.gov'] = () => ({ status: 500 });
    });
    expect(ran).toMatchObject({ end: 'nothing is due', failed: 2 });
    expect(ran.waiting).toEqual([
      expect.stringMatching(/^every request to clinicaltrials\.gov has failed since/),
    ]);
    // Each of two requests once in five minutes.
    expect(ran.hosts.paths('clinicaltrials.gov').length).toBeLessThan(40);
    expect(ran.minutes).toBeLessThan(90);
    const { trials: _trials, trial_versions: _versions, ...others } = whole;
    expect(countsOf(ran.database)).toEqual(others);
    expect(errorOf(ran.database, 'clinicaltrials')).toMatch(/is refused \(status 500\)$/);
  });

  it('the page for undeclared tools stops the SEC until tomorrow, and nothing else', async () => {
    const ran = await sync((world) => {
      world.overrides['data.sec.gov'] = () => ({ status: 403, body: undeclaredPage });
    });
    expect(ran.end).toBe('nothing is due');
    const refusal =
      'refuses requests because it considers the server an undeclared automated tool: check that CATALYST_CONTACT is your email address';
    expect(ran.waiting).toEqual([
      `sec.gov ${refusal}; the next attempt is at 2026-03-11T12:01Z, or immediately if CATALYST_CONTACT is changed`,
    ]);
    expect(errorOf(ran.database, 'sec-13f')).toMatch(
      new RegExp(`^https://data\\.sec\\.gov/submissions/CIK\\d{10}\\.json ${refusal}$`),
    );
    expect(ran.hosts.paths('data.sec.gov').length).toBeLessThanOrEqual(4);
    expect(countsOf(ran.database)).toMatchObject({ trials: SIZE, approvals: 3 });
    const { database, world } = ran;
    const again = await sync(() => {}, { database, world });
    expect(again.hosts.paths('data.sec.gov')).toEqual([]);
    // Under another contact it is tried at once.
    const { minutes, hosts } = await sync(
      () => {
        world.overrides['data.sec.gov'] = () => undefined;
      },
      { database, world, contact: 'other@zorbiva-capital.com' },
    );
    expect(hosts.paths('data.sec.gov').length).toBeGreaterThanOrEqual(2 * wanted.length);
    expect(minutes).toBeLessThan(1.1);
  });

  it('a list of companies that is too short is no success, and others are not asked about', async () => {
    const database = await openStore();
    const hosts = createHosts(createWorld(SIZE).routes, Date.now);
    const refusal = `there would be ${SIZE} companies instead of 400 to 1500, so a feed has probably changed`;
    for (const turn of ['first', 'again']) {
      const ran = await syncOnce({ database, hosts });
      expect([turn, ran.end, ran.waiting]).toEqual([turn, 'nothing is due', [refusal]]);
    }
    expect(countsOf(database)).not.toHaveProperty('trials');
  });
});

it('a full disk ends the run with whole batches, and the next run goes on', async () => {
  const undisturbed = await sync();
  vi.setSystemTime(start);
  const database = await openStore();
  const { page_count } = database.prepare('PRAGMA page_count').get() as { page_count: number };
  database.exec(`PRAGMA max_page_count = ${page_count + 1}`);
  const full = await sync(() => {}, { database });
  expect(full.end).toBe('the disk is full');
  database.exec('PRAGMA max_page_count = 1000000');
  const rest = await sync(() => {}, { database });
  expect(rest.end).toBe('nothing is due');
  expect(rest.facts).toEqual(undisturbed.facts);
});

it('a ticker that changes mid-run moves the facts under it', async () => {
  const database = await openStore();
  const world = createWorld(SIZE);
  await sync(() => {}, { database, world });
  const old = wanted[0]!;
  world.companies[0]!.ticker = 'NEWQZ';
  vi.setSystemTime(start + 24 * 60 * MINUTE);
  const hosts = createHosts(world.routes, Date.now);
  await syncOnce({ database, hosts, tickers: ['NEWQZ', ...wanted] });
  const facts = readFacts(database);
  const tickers = facts.all('insider_transactions').map(({ ticker }) => ticker);
  expect(tickers.filter((ticker) => ticker === 'NEWQZ')).toHaveLength(3);
  expect(tickers).not.toContain(old);
  const filers = new Set(facts.all('financial_facts').map(({ ticker }) => ticker));
  expect([filers.has('NEWQZ'), filers.has(old)]).toEqual([true, false]);
  const listed = facts.all('companies').map(({ ticker }) => ticker);
  expect([listed.includes('NEWQZ'), listed.includes(old)]).toEqual([true, false]);
});
