import { describe, expect, it, vi } from 'vitest';
import { failuresOf } from '../../../src/ingest/sync/queue.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts, type Hosts, type Route } from './origin/origin.ts';
import { createWorld, type World } from './origin/world.ts';
import { engineOf, factsOf, openStore, passed, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const hostsOf = (world: World) => createHosts(world.routes, Date.now);
const minutesOf = ({ seen }: Hosts, part: string) =>
  seen.filter(({ path }) => path.includes(part)).map(({ at }) => Math.round((at - start) / MINUTE));

it('the Crawl-delay of robots.txt lies between the starts of any two requests', async () => {
  const world = createWorld(20);
  const delays: Record<string, number> = { 'www.fda.gov': 40, 'www.prnewswire.com': 75 };
  for (const [host, delay] of Object.entries(delays)) {
    const route = world.routes[host]!;
    const body = `User-agent: *\nCrawl-delay: ${delay}`;
    const withRobots: Route = (seen, url) =>
      url.pathname === '/robots.txt' ? { body } : route(seen, url);
    Object.assign(world.routes, { [host]: withRobots });
  }
  const hosts = hostsOf(world);
  const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
  const database = await openStore();
  const { engine } = engineOf({ database, hosts, tickers });
  setTimeout(() => engine.stop(), 30 * MINUTE);
  await passed(engine.run(true));
  for (const [host, delay] of Object.entries(delays)) {
    const times = hosts.seen.filter((one) => one.host === host).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(5);
    const gaps = times.slice(1).map((at, before) => at - times[before]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delay * 1_000);
  }
});

describe('a report that is listed before its folder is readable', () => {
  const folder = '/Archives/edgar/data/3000001/000300000126000777';
  const sources = ['sec-tickers', 'sec-current', 'sec-filing-index', 'sec-documents'];

  /** A feed that lists a report of this minute, and the folder of which no file is there at first. */
  async function setUp(isThere: () => boolean) {
    const world = createWorld(20);
    const [company] = world.companies;
    const accession = '0003000001-26-000777';
    const accepted = '2026-03-10T07:59:00-04:00';
    world.current.push({ cik: company!.cik, accession, form: '8-K', accepted });
    const absent: Route = (_, url) =>
      url.pathname.startsWith(folder) && !isThere() ? { status: 404 } : undefined;
    world.overrides['www.sec.gov'] = absent;
    const [database, hosts] = [await openStore(), hostsOf(world)];
    return { database, hosts, sources, tickers: [company!.ticker] };
  }

  it('is requested again within the hour', async () => {
    const setting = await setUp(() => Date.now() > start + 45 * MINUTE);
    const { engine } = engineOf({ ...setting, parts: {} });
    setTimeout(() => engine.stop(), 70 * MINUTE);
    await passed(engine.run(true));
    expect(minutesOf(setting.hosts, '-index-headers')).toEqual([0, 2, 10, 30, 60]);
    const read = readFacts(setting.database).all('mentions');
    expect(read.map(({ document_id }) => document_id)).toContain(
      `https://www.sec.gov${folder}/ex991.htm`,
    );
  });

  it('is requested less often after that, and is no failure once it is two days old', async () => {
    const setting = await setUp(() => false);
    const { engine } = engineOf(setting);
    setTimeout(() => engine.stop(), 3 * DAY);
    await passed(engine.run(true));
    const asked = minutesOf(setting.hosts, '-index-headers');
    expect(asked.slice(0, 5)).toEqual([0, 2, 10, 30, 60]);
    expect(asked.length).toBeLessThan(10);
    expect(failuresOf(setting.database).count).toBe(0);
  });
});

describe('a universe', () => {
  it.each(['09', '10', '11', '12', '13', '14', '15'])(
    'that is filled on March %s is read again within nine days',
    async (day) => {
      const begun = Date.parse(`2026-03-${day}T12:00:00Z`);
      const world = createWorld(20);
      const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
      const [database, hosts] = [await openStore(), hostsOf(world)];
      const sources = ['sec-tickers', 'sec-submissions'];
      const days: number[] = [];
      for (let ago = 0; ago <= 9; ago += 1) {
        vi.setSystemTime(begun + ago * DAY);
        const before = hosts.paths('data.sec.gov').length;
        await syncOnce({ database, hosts, tickers, sources });
        const lists = hosts.paths('data.sec.gov').slice(before);
        if (lists.some((path) => path.startsWith('/submissions/CIK0003'))) days.push(ago);
      }
      expect(days[0]).toBe(0);
      expect(days.length).toBeGreaterThan(1);
    },
  );

  it('is the same whatever the order in which its members become known', async () => {
    const sources = [
      ...['sec-tickers', 'sec-industries', 'sec-search', 'sec-documents', 'clinicaltrials'],
      ...['openfda-approvals', 'openfda-labels', 'openfda-events', 'openfda-crl'],
      ...['federal-register', 'news-globenewswire', 'fda-adcomm-calendar'],
    ];
    const filled = async (disturb: (world: World) => void) => {
      vi.setSystemTime(start);
      const world = createWorld(560, 0);
      disturb(world);
      const [database, hosts] = [await openStore(), hostsOf(world)];
      const picked = engineOf({ database, hosts, sources });
      expect(await passed(picked.engine.run(false))).toMatchObject({ failed: 0, waiting: [] });
      return { facts: factsOf(database), hosts };
    };
    const undisturbed = await filled(() => {});
    // A quarter of the universe becomes known half an hour after everything else was read.
    const late = await filled((world) => {
      world.overrides['www.sec.gov'] = (_, url) =>
        url.searchParams.get('SIC') === '2833' && Date.now() < start + 30 * MINUTE
          ? { status: 500 }
          : undefined;
    });
    expect(minutesOf(late.hosts, 'SIC=2833').at(-1)).toBeGreaterThanOrEqual(30);
    expect(late.facts).toEqual(undisturbed.facts);
  });
});
