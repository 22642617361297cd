import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { specialistManagers } from '../../../src/sources/sec-13f.ts';
import type { Database } from '../../../src/store/database.ts';
import { createHosts, type Hosts } from './origin/origin.ts';
import { createWorld, findingOnly } from './origin/world.ts';
import {
  countsOf,
  engineOf,
  factsOf,
  openStore,
  passed,
  seededRandom,
  start,
  syncOnce,
} from './sync-run.ts';

/** A small market at the latencies of a public network, in virtual time. */
const SIZE = 400;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const world = createWorld(SIZE);
const random = seededRandom();
const latency = () => 20 + Math.floor(random() * 780);

let database: Database;
let first: Hosts;
let ran: Awaited<ReturnType<typeof syncOnce>>;
/** When the first of the two runs computed anew what is served. */
let refreshed: readonly number[];

beforeAll(async () => {
  vi.useFakeTimers({ now: start });
  database = await openStore();
  first = createHosts(world.routes, Date.now);
  const { engine, refreshes } = engineOf({ database, hosts: first, latency });
  setTimeout(() => engine.stop(), 180_000);
  await passed(engine.run(false));
  refreshed = refreshes;
  // As long as a process takes to start.
  vi.setSystemTime(Date.now() + 200);
  ran = await syncOnce({ database, hosts: first, latency });
});
afterAll(() => {
  vi.useRealTimers();
});

/** The most requests to hosts in any second. */
function mostInASecond(hosts: Hosts, domain: string): number {
  const times = hosts.seen.filter(({ host }) => host.endsWith(domain)).map(({ at }) => at);
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  );
}

/** Minutes after the start at which the last request of a kind was sent. */
function lastOf(pattern: RegExp): number {
  const matching = first.seen.filter(({ path }) => pattern.test(path));
  return (Math.max(...matching.map(({ at }) => at)) - start) / MINUTE;
}

describe('a first fill, interrupted once', () => {
  it('asks each address once and writes the facts of all sources', () => {
    expect(ran).toMatchObject({ end: 'nothing is due', failed: 0, waiting: [] });
    // Feeds are due every five minutes, and were for each of the two runs.
    const times = new Map<string, number>();
    for (const { host, path } of first.seen) {
      const address = `${host}${path}`;
      times.set(address, (times.get(address) ?? 0) + 1);
    }
    const isFeed = (address: string) => /rss|getcurrent|robots\.txt/i.test(address);
    const asked = [...times].filter(([address, count]) => count > (isFeed(address) ? 2 : 1));
    expect(asked).toEqual([]);
    expect(times.size).toBeGreaterThan(6 * SIZE);
    expect(countsOf(database)).toEqual({
      adverse_events: SIZE / 10,
      advisory_meetings: 3,
      // The others who hold applications are no companies of the trade.
      approvals: SIZE / 8,
      companies: SIZE,
      complete_response_letters: 1,
      depositary_ratios: SIZE,
      drug_labels: SIZE / 10,
      exclusivities: 2,
      filing_events: SIZE,
      fund_filings: specialistManagers.length,
      // One of them out of the set of a past quarter.
      insider_transactions: 2 * SIZE + 1,
      letter_deficiencies: 1,
      mentions: SIZE,
      // A headline, a letter, and the openings of the press releases.
      news: 402,
      securities: 3,
      treasury_rates: 2,
      trial_versions: SIZE,
      trials: SIZE,
    });
    const figures = database.prepare("SELECT ticker FROM series WHERE kind = 'financial_facts'");
    expect(figures.all()).toHaveLength(SIZE);
  });

  it('never asks the SEC more than eight times in a second, nor anyone else too often', () => {
    expect(mostInASecond(first, 'sec.gov')).toBeLessThanOrEqual(8);
    expect(mostInASecond(first, 'clinicaltrials.gov')).toBe(1);
    expect(mostInASecond(first, 'api.fda.gov')).toBeLessThanOrEqual(4);
  });

  it('has the active trials and the cash of the first companies within three minutes', () => {
    expect(lastOf(/AREA%5BPhase%5D/)).toBeLessThan(3);
    const cash = first.seen.filter(({ path }) => path.startsWith('/api/xbrl/'));
    expect((cash[Math.floor(cash.length / 3)]!.at - start) / MINUTE).toBeLessThan(3);
    expect(lastOf(/\/api\/xbrl\//)).toBeLessThan(6);
    expect(lastOf(/./)).toBeLessThan(65);
  });

  it('lets the demo give way when the first goal date has been read', () => {
    const [earliest = Number.POSITIVE_INFINITY] = refreshed;
    expect(earliest - start).toBeLessThan(90_000);
  });
});

it('the day after changes nothing and asks next to nothing', async () => {
  const facts = factsOf(database);
  vi.setSystemTime(start + DAY);
  const second = createHosts(world.routes, Date.now);
  expect(await syncOnce({ database, hosts: second, latency })).toMatchObject({
    facts: 0,
    refreshes: [],
  });
  expect(factsOf(database)).toEqual(facts);
  // Lists, feeds and questions whether there is news; nothing by company.
  expect(second.seen.length).toBeLessThan(50);
  const paths = second.seen.map(({ path }) => path);
  expect(paths.filter((path) => /CIK0003|\.txt$|\.htm$|event\.json/.test(path))).toEqual([
    ...paths.filter((path) => path === '/robots.txt'),
  ]);
});

it('a company that names a goal date is asked before the others, though it was queued behind them', async () => {
  vi.useFakeTimers({ now: start });
  const named = world.companies.filter((_, at) => at < SIZE && at % 20 === 19);
  const search = findingOnly(named, world.routes['efts.sec.gov']!);
  const hosts = createHosts({ ...world.routes, 'efts.sec.gov': search }, Date.now);
  const sources = ['sec-tickers', 'sec-industries', 'sec-search', 'sec-submissions'];
  const store = await openStore();
  await syncOnce({ database: store, hosts, sources, latency: () => 400 });
  const lists = hosts.paths('data.sec.gov').filter((path) => path.startsWith('/submissions/'));
  expect(lists).toHaveLength(SIZE);
  expect(lists.findIndex((path) => path.includes(named.at(-1)!.cik))).toBeLessThan(SIZE / 2);
  store.close();
});
