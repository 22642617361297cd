import { describe, expect, it, vi } from 'vitest';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import type { Database } from '../../../src/store/database.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { failsSet, folders } from './origin/bulk.ts';
import { createHosts, type Hosts } from './origin/origin.ts';
import { createWorld, type World } from './origin/world.ts';
import { openStore, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const DAY = 24 * 3_600_000;
const SIZE = 20;

/** A sync of the first two companies over some sources, and of what they need. */
async function syncOf(
  sources: readonly string[],
  more: { readonly world?: World; readonly database?: Database } = {},
) {
  const { world = createWorld(SIZE), database = await openStore() } = more;
  const hosts = createHosts(world.routes, Date.now);
  const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
  const ran = await syncOnce({ database, hosts, tickers, sources: ['sec-tickers', ...sources] });
  return { ...ran, world, hosts, database, facts: readFacts(database), tickers };
}

/** Lets a page of the SEC link to one file alone. */
function link(world: World, page: string, file: string): void {
  world.overrides['www.sec.gov'] = (_, { pathname }) =>
    pathname.endsWith(page) ? { body: `<!DOCTYPE html><a href="${file}">a</a>` } : undefined;
}

/** What was asked of a host, robots.txt aside. */
const asked = (hosts: Hosts, host: string) =>
  hosts.paths(host).filter((path) => path !== '/robots.txt');

describe('insiders of past quarters', () => {
  it('come out of the zips that the page links to, of the companies that belong', async () => {
    const { hosts, facts, failed, tickers } = await syncOf(['sec-form345']);
    expect(failed).toBe(0);
    expect(asked(hosts, 'www.sec.gov').slice(1)).toEqual([
      '/data-research/sec-markets-data/insider-transactions-data-sets',
      // The set of 2006 lies before the first day of the fill.
      `${folders.insiders}/2025q4_form345.zip`,
    ]);
    expect(facts.all('insider_transactions')).toMatchObject([
      {
        ticker: tickers[0],
        accession: '0009999999-25-000000',
        filing_date: '2025-11-17',
        transaction_date: '2025-11-14',
        transaction_code: 'P',
        shares: 250,
        owner_name: 'Owner of Old',
        is_director: true,
      },
    ]);
  });

  it('are not fetched again so long as no other set is linked', async () => {
    const first = await syncOf(['sec-form345']);
    vi.setSystemTime(start + 8 * DAY);
    const { hosts } = await syncOf(['sec-form345'], first);
    expect(asked(hosts, 'www.sec.gov').filter((path) => path.endsWith('.zip'))).toEqual([]);
    expect(asked(hosts, 'www.sec.gov')).toHaveLength(2);
  });
});

describe('fails to deliver', () => {
  it('give closes of the day before and the CUSIPs of the companies that belong', async () => {
    const { database, facts, tickers } = await syncOf(['sec-fails']);
    const securities = facts.all('securities').toSorted((a, b) => (a.cusip < b.cusip ? -1 : 1));
    expect(securities).toMatchObject(
      tickers.map((ticker, at) => ({ cusip: `98999X10${at}`, ticker, seen_date: '2026-01-13' })),
    );
    expect(facts.pricedTickers()).toEqual(tickers);
    expect(facts.prices(tickers[1]!, '2026-03-10', 5)).toMatchObject({
      days: ['2026-01-12'],
      closes: [11.5],
      as_traded: [true],
    });
    expect(sourceState(database, 'sec-fails').error).toBeNull();
  });

  it('of a set that was not linked on Tuesday are looked for on Friday of the same week', async () => {
    const first = await syncOf(['sec-fails']);
    const added = `${folders.fails}/cnsfails202602a.zip`;
    link(first.world, '/fails-deliver-data', added);
    vi.setSystemTime(start + 3 * DAY);
    const { hosts } = await syncOf(['sec-fails'], first);
    expect(asked(hosts, 'www.sec.gov')).toContain(added);
  });

  it('a zip that breaks off takes its own facts and no others', async () => {
    const world = createWorld(SIZE);
    world.overrides['www.sec.gov'] = (_, url) =>
      url.pathname.endsWith('cnsfails202601a.zip')
        ? { body: failsSet(world.companies).subarray(0, -30) }
        : undefined;
    const { database, facts, failed } = await syncOf(['sec-fails', 'sec-form345'], { world });
    expect(failed).toBe(1);
    expect(sourceState(database, 'sec-fails').error).toMatch(/cannot be read or decompressed$/);
    expect(facts.all('securities')).toEqual([]);
    expect(facts.all('insider_transactions')).toHaveLength(1);
  });
});

describe('reports of all filers', () => {
  const zips = (hosts: Hosts) =>
    asked(hosts, 'www.sec.gov').filter((path) => path.includes('form13f'));
  const later = `${folders.filers}/01dec2025-28feb2026_form13f`;

  it('come out of the two newest sets, the last upload of each, of CUSIPs that belong', async () => {
    const { hosts, facts, failed } = await syncOf(['sec-fails', 'sec-13f-all']);
    expect(failed).toBe(0);
    expect(zips(hosts)).toEqual([
      `${later}_1.zip`,
      `${folders.filers}/01sep2025-30nov2025_form13f.zip`,
    ]);
    const report = {
      cik: '9999777',
      fund_name: 'Zorbland Index Trust',
      form: '13F-HR',
      table_value_total: 10_500_000,
    };
    const cusip = ['98999X100', '98999X101'];
    const reports = facts.all('holdings_reports');
    expect(reports.toSorted((a, b) => (a.accession < b.accession ? -1 : 1))).toMatchObject([
      {
        ...report,
        report_date: '2025-09-30',
        filing_date: '2025-11-14',
        positions: { cusip, value: [1050, 1050], shares: [80, 80] },
      },
      {
        ...report,
        report_date: '2025-12-31',
        filing_date: '2026-02-13',
        positions: { cusip, value: [1050, 1050], shares: [100, 100] },
      },
    ]);
  });

  it('are asked for once a set, and for a set that is uploaded again', async () => {
    const world = createWorld(SIZE);
    link(world, '/form-13f-data-sets', `${later}.zip`);
    const first = await syncOf(['sec-fails', 'sec-13f-all'], { world });
    expect(zips(first.hosts)).toEqual([`${later}.zip`]);
    vi.setSystemTime(start + 8 * DAY);
    expect(zips((await syncOf(['sec-13f-all'], first)).hosts)).toEqual([]);
    delete world.overrides['www.sec.gov'];
    vi.setSystemTime(start + 16 * DAY);
    const again = await syncOf(['sec-13f-all'], first);
    expect(zips(again.hosts)[0]).toBe(`${later}_1.zip`);
    expect(again.facts.all('holdings_reports')).toHaveLength(2);
  });

  it.each([
    ['none', []],
    ['that of one', ['sec-13f-list']],
  ])('wait for CUSIPs: with %s of two companies no set is asked for', async (_, sources) => {
    const { hosts, failed, database } = await syncOf([...sources, 'sec-13f-all']);
    expect(failed).toBe(1);
    expect(zips(hosts)).toEqual([]);
    expect(sourceState(database, 'sec-13f-all').error).toMatch(
      new RegExp(`cannot be used yet: ${sources.length} CUSIPs are known for 2 companies; `),
    );
  });

  it('a page with names of another kind is a failure that says so', async () => {
    const world = createWorld(SIZE);
    const file = `${folders.filers}/01xyz2026-31may2026_form13f.zip`;
    link(world, '/form-13f-data-sets', file);
    const { database } = await syncOf(['sec-fails', 'sec-13f-all'], { world });
    expect(sourceState(database, 'sec-13f-all').error).toMatch(
      /has no link to an expected file, so the page has probably changed/,
    );
  });
});

it('the official list of 13(f) securities names the CUSIP of shares, not of warrants, of companies that belong', async () => {
  const { facts, tickers } = await syncOf(['sec-13f-list']);
  const share = { cusip: '98999X104', class_title: 'COM', seen_date: '2026-03-31' };
  expect(facts.all('securities')).toMatchObject([{ ...share, ticker: tickers[0] }]);
});

it("bill rates are asked for three years, and afterwards for this year's alone", async () => {
  const first = await syncOf(['treasury-rates']);
  const yearOf = (path: string) => /value=(\d{4})$/.exec(path)?.[1];
  expect(asked(first.hosts, 'home.treasury.gov').map(yearOf)).toEqual(['2026', '2025', '2024']);
  const rates = first.facts.all('treasury_rates').map(({ date, rate_pct }) => [date, rate_pct]);
  expect(rates).toContainEqual(['2026-01-05', 3.68]);
  expect(rates).toContainEqual(['2025-01-05', 3.68]);
  vi.setSystemTime(start + 2 * DAY);
  const next = await syncOf(['treasury-rates'], first);
  expect(asked(next.hosts, 'home.treasury.gov').map(yearOf)).toEqual(['2026']);
});

describe('meetings of advisory committees', () => {
  it('state in a first fill, too, whose drug a committee discusses: companies are known first', async () => {
    const world = createWorld(SIZE);
    const { name, ticker } = world.companies[0]!;
    const notice = {
      document_number: '2026-00009',
      publication_date: '2026-03-01',
      title: 'Oncologic Drugs Advisory Committee; Notice of Meeting',
      dates: 'The meeting will be held on May 20, 2026, from 8 a.m. to 5 p.m.',
      abstract: `The committee will discuss new drug application (NDA) 215814, for zorbatinib tablets, submitted by ${name}, for the treatment of ague.`,
      html_url: 'https://www.federalregister.gov/d/2026-00009',
      agencies: [{ slug: 'food-and-drug-administration' }],
    };
    world.overrides['www.federalregister.gov'] = () => ({
      body: JSON.stringify({ count: 1, results: [notice] }),
    });
    const { facts } = await syncOf(['federal-register'], { world });
    expect(facts.all('mentions')).toMatchObject([
      { ticker, mentions: [{ type: 'adcomm_date', date: '2026-05-20', drug: 'zorbatinib' }] },
    ]);
  });

  it('are asked for since the first day of the fill, later of the last 60 days before the newest', async () => {
    const first = await syncOf(['federal-register']);
    expect(asked(first.hosts, 'www.federalregister.gov')[0]).toContain('%5Bgte%5D=2024-03-10');
    vi.setSystemTime(start + DAY);
    const { hosts } = await syncOf(['federal-register'], first);
    // The newest notice is of 2 February.
    expect(asked(hosts, 'www.federalregister.gov')[0]).toContain('%5Bgte%5D=2025-12-04');
  });
});
