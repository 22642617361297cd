import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpFailure, type Send } from '../../../src/ingest/sync/fetch.ts';
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
import { createWorld, tickers, type World } from './origin/world.ts';
import { countsOf, factsOf, openStore, start, syncOnce } from './sync-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

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
    ...{ database, hosts, tickers: wanted },
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

  it.each(['silent', 'broken', 'unreachable'] as const)('a connection that is %s', async (kind) => {
    const undisturbed = await sync();
    vi.setSystemTime(start);
    let left = 3;
    const disturbed = await sync(() => {}, {
      send: (send) => (request) => {
        if (!request.address.includes('/submissions/') || left === 0) return send(request);
        left -= 1;
        return Promise.reject(new HttpFailure(kind));
      },
    });
    expect(disturbed).toMatchObject({ end: 'nothing is due', failed: 0 });
    expect(disturbed.facts).toEqual(undisturbed.facts);
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
      expect.stringMatching(/^clinicaltrials\.gov has failed every request since/),
    ]);
    // Each of two requests once in five minutes.
    expect(ran.hosts.paths('clinicaltrials.gov').length).toBeLessThan(40);
    expect(ran.minutes).toBeLessThan(90);
    const { trials: _trials, trial_versions: _versions, ...others } = whole;
    expect(countsOf(ran.database)).toEqual(others);
    expect(errorOf(ran.database, 'clinicaltrials')).toMatch(/is refused \(status 500\)$/);
  });

  it('a field that is renamed is told in words', async () => {
    const ran = await sync((world) => {
      world.overrides['data.sec.gov'] = (_, url) =>
        url.pathname.startsWith('/api/xbrl/')
          ? { body: JSON.stringify({ cik: 1, figures: {} }) }
          : undefined;
    });
    expect(ran).toMatchObject({ end: 'nothing is due', failed: wanted.length });
    expect(errorOf(ran.database, 'sec-companyfacts')).toMatch(/cik or facts is missing/);
    const figures = "SELECT * FROM series WHERE kind = 'financial_facts'";
    expect(ran.database.prepare(figures).all()).toEqual([]);
    // And one of a quarter that is past.
    const insider_transactions = 2 * wanted.length + 1;
    expect(countsOf(ran.database)).toMatchObject({ insider_transactions });
  });

  it('expired pages are restarted three times', async () => {
    const ran = await sync((world) => {
      world.overrides['clinicaltrials.gov'] = (_, url) => {
        if (url.searchParams.has('pageToken')) return { status: 400, body: 'bad token' };
        return { body: JSON.stringify({ studies: [], nextPageToken: 'dead' }) };
      };
    });
    expect(ran).toMatchObject({ end: 'nothing is due', failed: 2 });
    expect(errorOf(ran.database, 'clinicaltrials')).toMatch(/repeatedly says/);
  });

  it('the page for undeclared tools stops the SEC until tomorrow, and nothing else', async () => {
    const ran = await sync((world) => {
      world.overrides['data.sec.gov'] = () => ({ status: 403, body: undeclaredPage });
    });
    expect(ran.end).toBe('nothing is due');
    const refusal =
      'refuses requests because it considers the server an undeclared automated tool: check that CATALYST_CONTACT is your email address';
    expect(ran.waiting).toEqual([
      `sec.gov ${refusal}; the next attempt is at 2026-03-11T12:01Z, or immediately with another contact`,
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

  it('a host that asks for pauses for ever is left for the next run', async () => {
    const ran = await sync((world) => {
      world.overrides['api.fda.gov'] = () => ({ status: 429 });
    });
    expect(ran.end).toBe('nothing is due');
    expect(ran.minutes).toBeLessThan(75);
    expect(ran.waiting).toEqual([
      expect.stringMatching(/^fda\.gov asked for a pause until 2026-03-10T1\d:\d\dZ$/),
    ]);
    expect(errorOf(ran.database, 'openfda-approvals')).toMatch(/ asks for a pause \(status 429\)$/);
    expect(countsOf(ran.database)).not.toHaveProperty('approvals');
  });

  it('figures that do not state a report yet are asked for again tomorrow, once', async () => {
    const database = await openStore();
    const world = createWorld(SIZE);
    const late = (one: World) => {
      one.overrides['data.sec.gov'] = (_, url) =>
        url.pathname.startsWith('/api/xbrl/')
          ? { body: JSON.stringify({ cik: 3_000_001, facts: {} }) }
          : undefined;
    };
    const asked = ({ hosts }: Awaited<ReturnType<typeof sync>>) =>
      hosts.paths('data.sec.gov').filter((path) => path.startsWith('/api/xbrl/')).length;
    const today = await sync(late, { database, world });
    expect(today).toMatchObject({ end: 'nothing is due', failed: 0, waiting: [] });
    expect(asked(today)).toBe(wanted.length);
    for (const times of [wanted.length, 0]) {
      vi.setSystemTime(Date.now() + 25 * 60 * MINUTE);
      expect(asked(await sync(late, { database, world }))).toBe(times);
    }
  });

  it('without a network it ends after one try, and the next run goes on', async () => {
    const database = await openStore();
    const none = await sync(() => {}, {
      database,
      send: () => () => Promise.reject(new HttpFailure('unreachable')),
    });
    expect(none).toMatchObject({ end: 'offline' });
    expect(none.minutes).toBeLessThan(1);
    vi.setSystemTime(Date.now() + 5 * MINUTE);
    const whole = await sync(() => {}, { database });
    expect(whole).toMatchObject({ end: 'nothing is due', failed: 0 });
  });
});

describe('a full disk', () => {
  it('ends the run with whole batches, and the next run goes on', async () => {
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

  it('is not filled to its last gigabyte', async () => {
    const database = await openStore();
    const hosts = createHosts(createWorld(SIZE).routes, Date.now);
    const parts = { freeBytes: () => 1024 ** 3 - 1 };
    const ran = await syncOnce({ database, hosts, tickers: wanted, parts });
    expect(ran.end).toBe('the disk is full');
    expect(hosts.seen).toEqual([]);
  });
});

describe('validators that lie', () => {
  it('an entity tag that never holds costs bytes and no facts', async () => {
    const world = createWorld(SIZE);
    const database = await openStore();
    await sync(() => {}, { database, world });
    vi.setSystemTime(start + 8 * 24 * 60 * MINUTE);
    const again = await sync(() => {}, { database, world });
    expect(again.facts).toEqual(factsOf(database));
    expect(again.hosts.paths('data.sec.gov').length).toBeGreaterThan(0);
    const { facts, end } = await syncOnce({ database, hosts: again.hosts, tickers: wanted });
    expect({ facts, end }).toEqual({ facts: 0, end: 'nothing is due' });
  });

  it('"unchanged" for ever is not believed after a fortnight', async () => {
    const world = createWorld(SIZE);
    const database = await openStore();
    const route: Route = ({ headers }, url) => {
      if (headers['if-none-match'] === '"1"') return { status: 304 };
      const given = createWorld(SIZE).routes['data.sec.gov']!({} as never, url);
      return given && { ...given, headers: { etag: '"1"' } };
    };
    const lying = (one: World) => {
      one.overrides['data.sec.gov'] = route;
    };
    await sync(lying, { database, world });
    vi.setSystemTime(start + 8 * 24 * 60 * MINUTE);
    const believed = await sync(lying, { database, world });
    expect(believed.hosts.seen.some(({ headers }) => headers['if-none-match'] === '"1"')).toBe(
      true,
    );
    vi.setSystemTime(start + 15 * 24 * 60 * MINUTE);
    const asked = await sync(lying, { database, world });
    const tags = asked.hosts.seen
      .filter(({ host }) => host === 'data.sec.gov')
      .map(({ headers }) => headers['if-none-match']);
    expect(tags.length).toBeGreaterThan(0);
    expect(new Set(tags)).toEqual(new Set([undefined]));
  });
});

describe('companies in time', () => {
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

  it('a list that shrinks to a tenth is refused with both counts', async () => {
    const database = await openStore();
    const world = createWorld(SIZE);
    await sync(() => {}, { database, world });
    const facts = factsOf(database);
    vi.setSystemTime(start + 24 * 60 * MINUTE);
    const ran = await sync(
      (one) => {
        one.overrides['www.sec.gov'] = (_, url) =>
          url.pathname.startsWith('/files/')
            ? { body: JSON.stringify(tickers(one.companies.slice(0, 2))) }
            : undefined;
      },
      { database, world },
    );
    expect(errorOf(database, 'sec-tickers')).toMatch(/lists 2 companies, compared with 25 before/);
    expect(ran.facts).toEqual(facts);
  });
});
