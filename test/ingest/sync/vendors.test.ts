import { describe, expect, it, vi } from 'vitest';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { allSources } from '../../../src/sources/index.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts, type Given, type Route } from './origin/origin.ts';
import { vendorRoutes } from './origin/vendors.ts';
import { createWorld } from './origin/world.ts';
import { openStore, syncOnce } from './sync-run.ts';
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
const json = (value: unknown, status = 200): Given => ({ status, body: JSON.stringify(value) });

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
    ['a plan without the data', json({}, 402), 'the plan of the key does not include these data'],
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
