import { describe, expect, it, vi } from 'vitest';
import { allSources } from '../../../src/sources/index.ts';
import { quietCloseOf } from '../../../src/sources/periods.ts';
import type { Database } from '../../../src/store/database.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts, type Route } from './origin/origin.ts';
import { finraRoutes, yahooChart } from './origin/vendors.ts';
import { createWorld } from './origin/world.ts';
import { openStore, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

const HOUR = 3_600_000;
const world = createWorld(20);
const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
const outsider = world.companies.at(-1)!.ticker;

/** A sync of the first two companies over one source of a host of its own. */
async function syncOf(
  source: string,
  host: string,
  routes: Readonly<Record<string, Route>>,
  known?: Database,
) {
  const database = known ?? (await openStore());
  const hosts = createHosts({ ...world.routes, ...routes }, Date.now);
  const ran = await syncOnce({ database, hosts, tickers, sources: ['sec-tickers', source] });
  const asked = hosts.paths(host).filter((path) => path !== '/robots.txt');
  return { ...ran, asked, database, facts: readFacts(database) };
}

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
  const routes = finraRoutes({ [tickers[0]!]: 2_500, [outsider]: 7 });
  const ran = await syncOf('finra-short-interest', 'cdn.finra.org', routes);
  expect(ran.failed).toBe(0);
  expect(ran.asked).toEqual(['/equity/otcmarket/biweekly/shrt20260227.csv']);
  expect(ran.facts.all('short_interest')).toMatchObject([
    {
      ticker: tickers[0],
      settlement_date: '2026-02-27',
      short_shares: 2_500,
      days_to_cover: 2.5,
    },
  ]);
});

describe("Nasdaq's screener", () => {
  const rows = [tickers[0]!, outsider].map((symbol, at) => ({
    symbol,
    lastsale: `$1${at}.50`,
    volume: '12345',
  }));
  const host = 'api.nasdaq.com';
  const screener = { [host]: () => ({ body: JSON.stringify({ data: { rows } }) }) };

  it('gives the closes of the day, in one request', async () => {
    vi.setSystemTime(Date.parse('2026-03-10T22:31:00Z'));
    const { facts, asked, failed } = await syncOf('nasdaq-screener', host, screener);
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
    const { asked } = await syncOf('nasdaq-screener', host, screener);
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
  const host = 'query1.finance.yahoo.com';
  const charts = (route: Route, known?: Database) =>
    syncOf('yahoo-chart', host, { [host]: route }, known);

  it('give bars and splits, company by company, once a quarter', async () => {
    const route: Route = (_, url) => yahooChart(url);
    const first = await charts(route);
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
    expect((await charts(route, first.database)).asked).toEqual([]);
    vi.setSystemTime(Date.parse('2026-04-01T12:00:00Z'));
    expect((await charts(route, first.database)).asked).toHaveLength(2);
  });

  it('a ticker that Yahoo does not know is no failure', async () => {
    const body = '{"chart":{"result":null,"error":{"code":"Not Found"}}}';
    const { failed, facts } = await charts(() => ({ status: 404, body }));
    expect(failed).toBe(0);
    expect(facts.pricedTickers()).toEqual([]);
  });
});
