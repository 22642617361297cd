import { expect, it, vi } from 'vitest';
import { openRegistry } from '../../../src/ingest/sync/company-registry.ts';
import { forecast } from '../../../src/ingest/sync/forecast.ts';
import { allSources } from '../../../src/sources/index.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { describeRecordings, recording, sample } from '../../sources/samples.ts';
import { createHosts, type Hosts } from './origin/origin.ts';
import { createWorld, tickers, type World } from './origin/world.ts';
import { engineOf, openStore, passed } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const DAY = 24 * 3_600_000;
type Volumes = Readonly<Record<string, number>>;

/** The sources of a run, with or without names of companies. */
const sourcesFor = (wanted?: readonly string[]) =>
  allSources(false).filter(
    (one) =>
      isByDefault(one, false) && (!wanted || one.aboutOneCompany || one.name === 'sec-tickers'),
  );

/** What `sync --plan` counts, by the bucket of the hosts. */
function planned(database: Database, wanted?: readonly string[]): Volumes {
  const now = Date.now();
  const names = wanted && new Set(wanted);
  const today = new Date(now).toISOString().slice(0, 10);
  const { companies } = openRegistry(database, () => today, names);
  const sources = sourcesFor(wanted);
  const rows = forecast({
    database,
    sources,
    tickers: names,
    since: '2024-03-10',
    now,
    companies: companies(),
  });
  return sumOf(rows.map(({ requests }, at) => [sources[at]!.host.name, requests]));
}

function sumOf(rows: readonly (readonly [string, number])[]): Volumes {
  const sums: Record<string, number> = {};
  for (const [name, requests] of rows) sums[name] = (sums[name] ?? 0) + requests;
  return sums;
}

/** What the hosts were asked, by the bucket of the hosts. */
function sentTo({ seen }: Hosts): Volumes {
  const bucketOf = (host: string) =>
    allSources(false).find((one) => Object.hasOwn(one.host.hosts, host))!.host.name;
  return sumOf(seen.map(({ host }) => [bucketOf(host), 1]));
}

const total = (volumes: Volumes) => Object.values(volumes).reduce((sum, one) => sum + one, 0);

/** Hosts whose plan differs from what was sent by more than a tenth, and by more than five. */
function differing(plan: Volumes, sent: Volumes): string[] {
  const all = [...new Set([...Object.keys(plan), ...Object.keys(sent)])];
  return all.flatMap((name) => {
    const [expected, real] = [plan[name] ?? 0, sent[name] ?? 0];
    const isNear = Math.abs(expected - real) <= Math.max(real / 10, 5);
    return isNear ? [] : [`${name}: ${expected} planned, ${real} sent`];
  });
}

function expectNear(plan: Volumes, sent: Volumes): void {
  expect(differing(plan, sent)).toEqual([]);
  expect(Math.abs(total(plan) / total(sent) - 1)).toBeLessThan(0.1);
}

/** Runs a sync. @returns what was sent, and sent before and planned at each second of the run */
async function run(database: Database, world: World, wanted?: readonly string[]) {
  const hosts = createHosts(world.routes, Date.now);
  const parts = { sources: sourcesFor(wanted) };
  const { engine } = engineOf({ database, hosts, parts, ...(wanted && { tickers: wanted }) });
  const moments: { plan: Volumes; read: number }[] = [];
  const sql = `SELECT count(*) AS read FROM sync_requests
    WHERE state = 'done' AND source IN ('sec-submissions', 'sec-search', 'sec-13f')`;
  const watching = setInterval(
    () => {
      const { read } = database.prepare(sql).get() as { read: number };
      const plan = planned(database, wanted);
      moments.push({
        plan: sumOf([...Object.entries(sentTo(hosts)), ...Object.entries(plan)]),
        read,
      });
    },
    wanted ? 3_000 : 40_000,
  );
  const ran = await passed(engine.run(false));
  clearInterval(watching);
  expect(ran).toMatchObject({ end: 'nothing is due', failed: 0, waiting: [] });
  return { sent: sentTo(hosts), moments };
}

it.each([
  ['a whole universe', 400, 0],
  ['companies asked for by name', 40, 30],
])('%s: the plan is within a tenth of what is sent', async (_, size, named) => {
  const database = await openStore();
  const world = createWorld(size, 3);
  const names = world.companies.slice(0, named).map(({ ticker }) => ticker);
  const wanted = named > 0 ? names : undefined;
  const first = await run(database, world, wanted);
  // From when the lists of filings, of funds and of the search are read, in the middle of the fill.
  const all = Math.max(...first.moments.map(({ read }) => read));
  const known = first.moments.filter(({ read }) => read === all);
  expect(known.length).toBeGreaterThan(3);
  for (const { plan } of known) expectNear(plan, first.sent);
  // The next day, and the next week, when all lists are read again.
  for (const days of [1, 7]) {
    vi.setSystemTime(Date.now() + days * DAY);
    const plan = planned(database, wanted);
    const again = await run(database, world, wanted);
    expectNear(plan, again.sent);
  }
});

describeRecordings('before anything was asked', () => {
  it('the plan for recorded companies by name is within a tenth of what their lists lead to', async () => {
    const lists = [
      sample('sec_submissions/submissions_CIK0000749647_Imunon.json'),
      recording('sec_submissions/CIK0001677077_Alzamend_2026-03-10.json'),
    ];
    const world = createWorld(2);
    const companies = lists.map((list, at) => {
      const cik = String(Number(JSON.parse(list).cik));
      return { ...world.companies[at]!, cik };
    });
    world.overrides['www.sec.gov'] = (_, url) =>
      url.pathname === '/files/company_tickers_exchange.json'
        ? { body: JSON.stringify(tickers(companies)) }
        : undefined;
    world.overrides['data.sec.gov'] = (_, url) => {
      const at = companies.findIndex(({ cik }) => url.pathname.includes(cik.padStart(10, '0')));
      return url.pathname.startsWith('/submissions/') ? { body: lists[at]! } : undefined;
    };
    const database = await openStore();
    const wanted = companies.map(({ ticker }) => ticker);
    const plan = planned(database, wanted);
    const hosts = createHosts(world.routes, Date.now);
    const parts = { sources: sourcesFor(wanted) };
    const { engine } = engineOf({ database, hosts, tickers: wanted, parts });
    await passed(engine.run(false));
    // The bodies behind the lists are not recorded, so some requests are repeated.
    const sent = new Set(hosts.seen.map(({ host, path }) => host + path)).size;
    expect(sent).toBeGreaterThan(35);
    expect(Math.abs(total(plan) / sent - 1)).toBeLessThan(0.1);
  });
});
