import { describe, expect, it, vi } from 'vitest';
import { allSources } from '../../../src/sources/index.ts';
import { quietCloseOf } from '../../../src/sources/periods.ts';
import type { Database } from '../../../src/store/database.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts, type Given, type Route } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { openStore, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const HOUR = 3_600_000;
const world = createWorld(20);
const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
const outsider = world.companies.at(-1)!.ticker;

/** A sync of the first two companies over one source of a host of its own. */
async function syncOf(source: string, host: string, route: Route, known?: Database) {
  const database = known ?? (await openStore());
  const hosts = createHosts({ ...world.routes, [host]: route }, Date.now);
  const ran = await syncOnce({ database, hosts, tickers, sources: ['sec-tickers', source] });
  const asked = hosts.paths(host).filter((path) => path !== '/robots.txt');
  return { ...ran, asked, database, facts: readFacts(database) };
}

const json = (value: unknown): Given => ({ body: JSON.stringify(value) });

it('sources for personal use are off by themselves, and each says in words what is permitted', () => {
  const personal = allSources(false).filter(({ personalUse }) => personalUse !== undefined);
  expect(personal.map(({ name }) => name).sort()).toEqual([
    'cboe-options',
    'finra-short-interest',
    'nasdaq-screener',
    'yahoo-chart',
  ]);
  for (const { personalUse } of personal) expect(personalUse).toMatch(/permits .*non-commercial/);
});

it('FINRA is read by the links of its page, for the companies that belong', async () => {
  const header =
    'accountingYearMonthNumber|symbolCode|currentShortPositionQuantity|averageDailyVolumeQuantity|daysToCoverQuantity|settlementDate';
  const file = 'https://cdn.finra.org/equity/otcmarket/biweekly/shrt20260227.csv';
  const row = (ticker: string, short: number) => `20260227|${ticker}|${short}|1000|2.5|2026-02-27`;
  const page = {
    body: `<html><a href="${file}">File</a><a href="${file.replace('2026', '2023')}">Old</a></html>`,
  };
  const csv = [header, row(tickers[0]!, 2_500), row(outsider, 7)].join('\n');
  const database = await openStore();
  const robots: Route = (_, url) =>
    url.pathname === '/robots.txt' ? { status: 404 } : { body: csv };
  const hosts = createHosts(
    {
      ...world.routes,
      'www.finra.org': (_, url) => (url.pathname === '/robots.txt' ? { status: 404 } : page),
      'cdn.finra.org': robots,
    },
    Date.now,
  );
  const sources = ['sec-tickers', 'finra-short-interest'];
  expect(await syncOnce({ database, hosts, tickers, sources })).toMatchObject({ failed: 0 });
  expect(hosts.paths('cdn.finra.org')).toEqual([
    '/robots.txt',
    '/equity/otcmarket/biweekly/shrt20260227.csv',
  ]);
  expect(readFacts(database).all('short_interest')).toEqual([
    expect.objectContaining({
      ticker: tickers[0],
      settlement_date: '2026-02-27',
      short_shares: 2_500,
      days_to_cover: 2.5,
    }),
  ]);
});

describe("Nasdaq's screener", () => {
  const rows = [tickers[0]!, outsider].map((symbol, at) => ({
    symbol,
    lastsale: `$1${at}.50`,
    volume: '12345',
  }));
  const screener: Route = () => json({ data: { rows } });
  const evening = Date.parse('2026-03-10T22:31:00Z');

  it('gives the closes of the day, in one request', async () => {
    vi.setSystemTime(evening);
    const { facts, asked, failed } = await syncOf('nasdaq-screener', 'api.nasdaq.com', screener);
    expect(failed).toBe(0);
    expect(asked).toEqual(['/api/screener/stocks?tableonly=true&limit=10000&download=true']);
    expect(facts.pricedTickers()).toEqual([tickers[0]]);
    expect(facts.prices(tickers[0]!, '2026-03-11', 5)).toMatchObject({
      days: ['2026-03-10'],
      closes: [10.5],
      as_traded: [true],
    });
  });

  it('is not asked while shares trade: its answer would be no close', async () => {
    const { asked } = await syncOf('nasdaq-screener', 'api.nasdaq.com', screener);
    expect(asked).toEqual([]);
  });

  it.each([
    ['2026-03-10T21:59:00Z', undefined],
    ['2026-03-10T22:00:00Z', '2026-03-10'],
    ['2026-03-11T07:59:00Z', '2026-03-10'],
    ['2026-03-11T08:00:00Z', undefined],
    // A Saturday, a Sunday, and Good Friday after a Thursday.
    ['2026-03-14T15:00:00Z', '2026-03-13'],
    ['2026-03-15T15:00:00Z', '2026-03-13'],
    ['2026-04-03T15:00:00Z', '2026-04-02'],
    // In winter New York is five hours behind.
    ['2026-01-15T22:59:00Z', undefined],
    ['2026-01-15T23:00:00Z', '2026-01-15'],
  ])('at %s the last close is of %s', (moment, day) => {
    expect(quietCloseOf(Date.parse(moment))).toBe(day);
  });
});

describe("Yahoo's charts", () => {
  const day = Date.parse('2026-03-09T13:30:00Z') / 1_000;
  const chart = (symbol: string) =>
    json({
      chart: {
        result: [
          {
            meta: { symbol, currency: 'USD', gmtoffset: -14_400, dataGranularity: '1d' },
            timestamp: [day],
            indicators: { quote: [{ close: [4.25], volume: [900] }] },
            events: { splits: { [day]: { date: day, numerator: 1, denominator: 20 } } },
          },
        ],
      },
    });
  const symbolOf = (url: URL) => url.pathname.split('/').at(-1) ?? '';

  it('give bars and splits, company by company, once a quarter', async () => {
    const route: Route = (_, url) => chart(symbolOf(url));
    const first = await syncOf('yahoo-chart', 'query1.finance.yahoo.com', route);
    expect(first.asked).toEqual(
      tickers.map((ticker) => `/v8/finance/chart/${ticker}?range=5y&interval=1d&events=div,splits`),
    );
    expect(first.facts.prices(tickers[1]!, '2026-03-10', 5)).toMatchObject({
      days: ['2026-03-09'],
      closes: [4.25],
      as_traded: [null],
    });
    const splits = first.facts.all('splits');
    expect(splits).toHaveLength(2);
    expect(splits.find(({ ticker }) => ticker === tickers[0])).toMatchObject({
      date: '2026-03-09',
      numerator: 1,
      denominator: 20,
    });
    vi.setSystemTime(start + 24 * HOUR);
    const next = await syncOf('yahoo-chart', 'query1.finance.yahoo.com', route, first.database);
    expect(next.asked).toEqual([]);
    vi.setSystemTime(Date.parse('2026-04-01T12:00:00Z'));
    const quarter = await syncOf('yahoo-chart', 'query1.finance.yahoo.com', route, first.database);
    expect(quarter.asked).toHaveLength(2);
  });

  it('a ticker that Yahoo does not know is no failure', async () => {
    const { failed, facts } = await syncOf('yahoo-chart', 'query1.finance.yahoo.com', () => ({
      status: 404,
      body: '{"chart":{"result":null,"error":{"code":"Not Found"}}}',
    }));
    expect(failed).toBe(0);
    expect(facts.pricedTickers()).toEqual([]);
  });
});
