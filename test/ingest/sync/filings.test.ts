import { describe, expect, it, vi } from 'vitest';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts, type Hosts } from './origin/origin.ts';
import { createWorld, type World } from './origin/world.ts';
import { engineOf, FILING_SOURCES, openStore, passed, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const MINUTE = 60_000;

/** A store that a sync of three companies has filled. */
async function setUp() {
  const world = createWorld(20);
  const tickers = world.companies.slice(0, 3).map(({ ticker }) => ticker);
  const [database, hosts] = [await openStore(), hostsOf(world)];
  expect(await syncOnce({ database, hosts, tickers })).toMatchObject({ failed: 0, waiting: [] });
  return { world, tickers, database, hosts };
}

const hostsOf = (world: World) => createHosts(world.routes, Date.now);
const documents = (hosts: Hosts) =>
  hosts.paths('www.sec.gov').filter((path) => /(?<!\/R1)\.htm$/.test(path));

describe('the search', () => {
  it('finds who names a PDUFA date, and reads the documents, the newest first', async () => {
    const { tickers, database, hosts } = await setUp();
    const [phrase] = hosts.paths('efts.sec.gov');
    expect(phrase).toBe(
      '/LATEST/search-index?q=%22PDUFA%22&forms=8-K%2C6-K&dateRange=custom&startdt=2025-02-03&enddt=2026-03-10&from=0',
    );
    expect(hosts.paths('efts.sec.gov')).toHaveLength(13);
    const read = [...readFacts(database).all('mentions')].sort((one, other) =>
      one.published_date < other.published_date ? 1 : -1,
    );
    expect(read).toHaveLength(3);
    expect(read[0]).toMatchObject({
      document_id: 'https://www.sec.gov/Archives/edgar/data/3000003/000300000326000090/ex991.htm',
      cik: '3000003',
      ticker: tickers[2],
      form: 'EX-99.1',
      published_date: '2026-02-03',
      source: 'sec-documents',
      mentions: [{ type: 'pdufa_date', date: '2027-02-16', drug: 'zorbatinib' }],
    });
    const days = read.map(({ published_date }) => published_date);
    expect(days).toEqual(['2026-02-03', '2026-02-02', '2026-02-01']);
    const asked = documents(hosts).map((path) => /data\/(\d+)/.exec(path)?.[1]);
    expect(asked).toEqual(['3000003', '3000002', '3000001']);
  });

  it('searches the last days by night', async () => {
    const { world, tickers, database } = await setUp();
    vi.setSystemTime(start + 24 * 60 * MINUTE);
    const night = hostsOf(world);
    await syncOnce({ database, hosts: night, tickers });
    const days = night.seen
      .filter(({ path }) => path.includes('PDUFA'))
      .map(({ path }) => /startdt=([\d-]+)&enddt=([\d-]+)/.exec(path)?.slice(1).join(' '));
    expect(days).toEqual(['2026-03-07 2026-03-11']);
  });
});

it('the feed of latest filings leads from a new report to its texts and the list of filings within minutes', async () => {
  const { world, tickers, database } = await setUp();
  const hosts = hostsOf(world);
  const begun = Date.now();
  const { engine } = engineOf({ database, hosts, tickers, sources: FILING_SOURCES });
  const run = engine.run(true);
  setTimeout(() => {
    // The fourth company is not one of those that are synced.
    for (const [cik, number] of [
      ['3000001', '777'],
      ['3000004', '778'],
    ] as const) {
      const accession = `000${cik}-26-000${number}`;
      world.current.push({ cik, accession, form: '8-K', accepted: '2026-03-10T08:11:00-04:00' });
    }
  }, 11 * MINUTE);
  setTimeout(() => engine.stop(), 22 * MINUTE);
  expect(await passed(run)).toMatchObject({ end: 'stopped', failed: 0 });
  const folder = '/Archives/edgar/data/3000001/000300000126000777';
  expect(documents(hosts)).toEqual([`${folder}/k.htm`, `${folder}/ex991.htm`]);
  const fetched = hosts.seen.find(({ path }) => path === `${folder}/ex991.htm`);
  expect((fetched!.at - begun) / MINUTE).toBeLessThan(11 + 6);
  expect(hosts.paths('data.sec.gov')).toEqual(['/submissions/CIK0003000001.json']);
});

it('the index of a day names what the feed has missed; a day without filings is none', async () => {
  const { world, tickers, database } = await setUp();
  vi.setSystemTime(start + 24 * 60 * MINUTE);
  const head = `Form Type   Company Name\n${'-'.repeat(60)}\n`;
  const line = '8-K   Zorb0   3000001  20260310  edgar/data/3000001/0003000001-26-000888.txt\n';
  const absent = '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>';
  world.overrides['www.sec.gov'] = (_, { pathname }) => {
    if (!pathname.includes('/daily-index/')) return undefined;
    const isThere = pathname.endsWith('/2026/QTR1/form.20260310.idx');
    return isThere ? { body: head + line } : { status: 403, body: absent };
  };
  const hosts = hostsOf(world);
  const ran = await syncOnce({ database, hosts, tickers });
  expect(ran).toMatchObject({ failed: 0, waiting: [] });
  expect(documents(hosts)).toEqual([
    '/Archives/edgar/data/3000001/000300000126000888/k.htm',
    '/Archives/edgar/data/3000001/000300000126000888/ex991.htm',
  ]);
});
