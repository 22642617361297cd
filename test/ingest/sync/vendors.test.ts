import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { allSources } from '../../../src/sources/index.ts';
import { quietCloseOf } from '../../../src/sources/periods.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts, type Given, type Route } from './origin/origin.ts';
import { finraRoutes, json, vendorRoutes, yahooChart } from './origin/vendors.ts';
import { createWorld } from './origin/world.ts';
import { openStore, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

/** After the close in New York. */
const evening = Date.parse('2026-03-10T23:00:00Z');
const world = createWorld(20);
const tickers = world.companies.slice(0, 2).map(({ ticker }) => ticker);
const [ticker = ''] = tickers;
const keys = { CATALYST_MASSIVE_KEY: 'massive-secret', CATALYST_FMP_KEY: 'fmp-secret-1' };
const vendorSources = allSources(false).filter(({ vendor }) => vendor !== undefined);

useVirtualTime(evening);

/** A sync of two companies over some sources of the vendors. */
async function syncOf(sources: readonly string[], routes = {}, known?: Database) {
  const database = known ?? (await openStore());
  const hosts = createHosts({ ...world.routes, ...vendorRoutes(tickers), ...routes }, Date.now);
  const all = ['sec-tickers', ...sources];
  const ran = await syncOnce({ database, hosts, tickers, keys, sources: all });
  const facts = readFacts(database);
  /** The facts of the first company. */
  const own = <Name extends Exclude<FactName, 'prices'>>(kind: Name) =>
    facts.all(kind).filter((fact) => 'ticker' in fact && fact.ticker === ticker);
  return { ...ran, hosts, database, facts, own };
}

const FMP = 'financialmodelingprep.com';

const named = (prefix: string) =>
  vendorSources.map(({ name }) => name).filter((name) => name.startsWith(prefix));

describe('which sources are enabled', () => {
  const enabled = (keys: Parameters<typeof isByDefault>[2]) =>
    vendorSources.filter((one) => isByDefault(one, true, keys)).map(({ name }) => name);

  it.each([
    ['no key', {}, []],
    ['the key of Massive', { CATALYST_MASSIVE_KEY: 'k' }, named('massive-')],
    ['the key of FMP', { CATALYST_FMP_KEY: 'k' }, named('fmp-')],
    [
      'both keys: the better vendor of each kind of data',
      { CATALYST_MASSIVE_KEY: 'k', CATALYST_FMP_KEY: 'k' },
      [
        ...['massive-splits', 'massive-bars', 'massive-daily-bars', 'massive-options'],
        ...['massive-short-interest', 'massive-dividends', 'fmp-floats', 'fmp-profiles'],
        ...['fmp-grades', 'fmp-targets', 'fmp-consensus', 'fmp-estimates'],
      ],
    ],
  ])('%s', (_, given, names) => {
    expect(enabled(given)).toEqual(names);
  });
});

describe('Massive', () => {
  const all = named('massive-');

  it('gives bars as traded, splits, chains of all pages, short interest, floats and ratings', async () => {
    const { failed, facts, own, hosts } = await syncOf(all);
    expect(failed).toBe(0);
    expect(facts.prices(ticker, '2026-03-11', 2)).toMatchObject({
      days: expect.arrayContaining(['2026-03-09', '2026-03-10']),
      as_traded: expect.arrayContaining([true]),
    });
    expect(own('splits')).toMatchObject([{ date: '2026-03-10', numerator: 1, denominator: 2 }]);
    expect(own('option_chains')[0]).toMatchObject({
      date: '2026-03-10',
      snapshot_at: '2026-03-10T16:00:00-04:00',
      underlying_price_usd: 10.5,
      source: 'massive-options',
      contracts: [
        {
          option_symbol: `${ticker}260918C00010000`,
          type: 'call',
          strike: 10,
          expiry: '2026-09-18',
          bid: 1.1,
          ask: 1.3,
          last: 1.2,
          volume: 7,
          open_interest: 50,
        },
        { strike: 15, open_interest: 55 },
        { strike: 20, open_interest: 60 },
      ],
    });
    expect(own('option_chains')[0]!.contracts[2]!.bid).toBeUndefined();
    expect(facts.all('short_interest')).toHaveLength(2);
    expect(own('short_interest')).toMatchObject([
      {
        settlement_date: '2026-02-27',
        short_shares: 2_500,
        average_daily_volume: 1_000,
        days_to_cover: 2.5,
      },
    ]);
    expect(byDate(own('share_counts'))).toMatchObject([
      { date: '2026-03-01', float_shares: 9_000 },
      { date: '2026-03-09', shares_outstanding: 11_000, is_depositary: false },
    ]);
    expect(facts.all('dividends')).toHaveLength(2);
    expect(own('analyst_ratings')[0]).toMatchObject({
      ticker,
      firm: 'Melos Research',
      rating: 'buy',
      price_target_usd: 38,
    });
    const asked = hosts.seen.filter(({ host }) => host === 'api.massive.com');
    expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([keys.CATALYST_MASSIVE_KEY]),
    );
    expect(asked.map(({ path }) => path).join()).not.toContain(keys.CATALYST_MASSIVE_KEY);
  });

  it('is requested once per period, and a second fill gives the same store', async () => {
    const first = await syncOf(all);
    const dump = (database: Database) =>
      ['facts', 'series'].map((table) => database.prepare(`SELECT * FROM ${table}`).all());
    const before = dump(first.database);
    const again = await syncOf(all, {}, first.database);
    expect(again.hosts.paths('api.massive.com')).toEqual([]);
    vi.setSystemTime(Date.parse('2026-03-11T23:00:00Z'));
    const next = await syncOf(all, {}, first.database);
    const bars = next.hosts.paths('api.massive.com').filter((path) => path.startsWith('/v2/'));
    expect(bars).toEqual(['/v2/aggs/grouped/locale/us/market/stocks/2026-03-11?adjusted=false']);
    vi.setSystemTime(evening);
    const reversed = await syncOf(all.toReversed());
    expect(dump(reversed.database)).toEqual(before);
  });

  it('stores no chain if a page is missing', async () => {
    const route: Route = (seen, url) =>
      url.searchParams.get('cursor') === 'c2'
        ? json({ status: 'ERROR', error: 'cursor expired' })
        : vendorRoutes(tickers)['api.massive.com']!(seen, url);
    const { facts, database } = await syncOf(['massive-options'], { 'api.massive.com': route });
    expect(facts.all('option_chains')).toEqual([]);
    expect(errorsIn(database).join()).toContain('states an error: cursor expired');
  });
});

describe('FMP', () => {
  const all = named('fmp-');

  it('gives bars, floats, the ADR flag, ratings with targets, consensus and estimates', async () => {
    const { failed, facts, own } = await syncOf(all);
    expect(failed).toBe(0);
    expect(facts.prices(ticker, '2026-03-11', 2)).toMatchObject({
      days: ['2026-03-09'],
      closes: [8.5],
      as_traded: [null],
      sources: ['fmp-bars'],
    });
    expect(byDate(own('share_counts'))).toMatchObject([
      { date: '2026-03-08', float_shares: 8_000, shares_outstanding: 10_000 },
      { date: '2026-03-09', is_depositary: false },
    ]);
    expect(own('analyst_ratings')[0]).toMatchObject({
      ticker,
      date: '2026-03-03',
      firm: 'Zorb Securities',
      rating: 'Buy',
      action: 'upgrade',
      previous_rating: 'Hold',
      analyst: 'A. Melos',
      price_target_usd: 21,
    });
    expect(own('price_target_consensus')[0]).toMatchObject({
      date: '2026-03-09',
      target_high_usd: 30,
      target_mean_usd: 21.5,
      target_low_usd: 12,
    });
    expect(own('sales_estimates')[0]).toMatchObject({
      period_end: '2029-12-31',
      seen_date: '2026-03-09',
      revenue_usd: 4e8,
      analysts: 3,
    });
  });

  it.each<[string, Given, string]>([
    [
      'an error with status 200',
      json({ 'Error Message': `Invalid API KEY ${keys.CATALYST_FMP_KEY}. Please retry` }),
      'states an error: Invalid API KEY REDACTED. Please retry',
    ],
    ['an object', json({ symbol: ticker }), 'states an error: no list'],
    ['a plan without the data', json({}, 402), 'the plan of the key does not include this data'],
    ['a web page', { body: '<html>Sorry</html>' }, 'a web page'],
    ['a truncated body', { body: '[{"symbol":' }, 'is truncated'],
  ])('reports %s', async (_, given, reason) => {
    const { facts, database } = await syncOf(['fmp-floats'], { [FMP]: () => given });
    expect(facts.all('share_counts')).toEqual([]);
    expect(errorsIn(database).join()).toContain(reason);
    expect(errorsIn(database).join()).not.toContain(keys.CATALYST_FMP_KEY);
  });

  it('refuses rows by number and reads the others', async () => {
    const dated = { symbol: ticker, date: '2026-03-08' };
    const rows = [7, { symbol: 'OTHRQZ' }, { symbol: ticker }, dated];
    const { facts, database } = await syncOf(['fmp-floats'], { [FMP]: () => json(rows) });
    expect(facts.all('share_counts')).toHaveLength(1);
    const { refused, refusal } = sourceState(database, 'fmp-floats');
    expect(refused).toEqual(expect.any(Number));
    expect(refusal).toMatch(/row 1: is not an object/);
  });
});

const byDate = <One extends { readonly date: string }>(facts: readonly One[]) =>
  facts.toSorted((a, b) => a.date.localeCompare(b.date));

function errorsIn(database: Database): readonly string[] {
  const rows = database.prepare('SELECT error FROM sync_requests WHERE error IS NOT NULL').all();
  return rows.map(({ error }) => String(error));
}

describe('sources for personal use', () => {
  beforeEach(() => void vi.setSystemTime(start));

  const HOUR = 3_600_000;
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

  it('are off by themselves, and each says in words what is permitted', () => {
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
        tickers.map(
          (ticker) => `/v8/finance/chart/${ticker}?range=5y&interval=1d&events=div,splits`,
        ),
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
});
