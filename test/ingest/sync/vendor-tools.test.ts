import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import type { VendorConfig } from '../../../src/base/vendor-settings.ts';
import { demoFacts } from '../../../src/demo/demo.ts';
import { beginRefresh } from '../../../src/derive/begin-refresh.ts';
import { currentLines } from '../../../src/derive/catalysts/frozen-lines.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import { isTradingDay, tradingDayBefore } from '../../../src/domain/market/exchange-days.ts';
import { vendorsOf } from '../../../src/facts/vendor-data.ts';
import { allSources } from '../../../src/sources/index.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../../src/store/facts-store.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { endpoints } from '../../../tools/index.ts';
import { createKey, runCommand, serveOn, temporaryFolder } from '../../support/mcp.ts';
import { fixedClock } from '../../support/start-app.ts';
import { createHosts, type Route } from './origin/origin.ts';
import { contract, startOf, vendorRoutes } from './origin/vendors.ts';
import { createWorld } from './origin/world.ts';
import { syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

const world = createWorld(20);
const [company] = world.companies;
const { ticker, cik, name } = company!;
const today = new Date(fixedClock()).toISOString().slice(0, 10);
const close = tradingDayBefore(today);
const keys = { CATALYST_MASSIVE_KEY: 'massive-key', CATALYST_FMP_KEY: 'fmp-own-key' };
const DAY = 24 * 3_600_000;

/** The day and the options market that Massive answers with. */
let session = { day: close, volume: 5, open_interest: 52 };

useVirtualTime(fixedClock());
beforeEach(() => {
  session = { day: close, volume: 5, open_interest: 52 };
});

/** 60 trading days at $10 with volumes about 1,000, then a day at $12 with 50 times the volume. */
const bars = Array.from({ length: 90 }, (_, at) => shiftDays(close, at - 89))
  .filter(isTradingDay)
  .map((day, at) => {
    const isLast = day === close;
    const [c, v] = isLast ? [12, 50_000] : [10, 1_000 + (at % 7)];
    return { t: startOf(day), o: 10, h: 12, l: 10, c, v };
  });

const massive: Route = (seen, url) => {
  // The plan of this key lacks the ratings of Benzinga.
  if (url.pathname === '/benzinga/v1/ratings') return { status: 403, body: '{}' };
  const usual = vendorRoutes([ticker])['api.massive.com']!;
  const results = (rows: unknown) => ({ body: JSON.stringify({ status: 'OK', results: rows }) });
  const { day, volume, open_interest } = session;
  const ns = startOf(day) * 1e6 + 15 * 3_600_000 * 1e6;
  if (url.pathname.startsWith('/v2/aggs/ticker/')) return results(bars);
  if (url.pathname.startsWith('/v2/aggs/grouped/')) return results([]);
  if (url.pathname === '/v3/reference/splits') return results([]);
  if (url.pathname === '/stocks/v1/short-interest') {
    return results([{ ticker, settlement_date: shiftDays(close, -10), short_interest: 2_000 }]);
  }
  if (url.pathname.startsWith('/v3/snapshot/options/')) {
    const one = contract(ticker, 12);
    const details = { ...one.details, expiration_date: shiftDays(close, 60) };
    const at = shiftDays(close, 60).slice(2).replaceAll('-', '');
    const symbol = { ticker: `O:${ticker}${at}C00012000` };
    const snapshot = {
      details: { ...details, ...symbol },
      last_quote: { bid: 1.1, ask: 1.3, last_updated: ns },
      underlying_asset: { price: 12, last_updated: ns },
      day: { volume },
    };
    return results([{ ...one, ...snapshot, open_interest }]);
  }
  return usual(seen, url);
};

/** FMP's answers with dates of today's market. */
const fmp: Route = (seen, url) => {
  const given = vendorRoutes([ticker])['financialmodelingprep.com']!(seen, url);
  const body = String(given?.body).replace(/2026-03-0\d/g, shiftDays(close, -7));
  return given && { ...given, body };
};

/** A store of one company that a sync with these keys has filled. */
async function filledWith(given: VendorConfig, sessions = [session]) {
  const dataDir = temporaryFolder();
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  writeFacts(database, 'companies', [{ ticker, cik, name, sector: 'Biotechnology' }], 'test');
  const catalyst = { ticker, companyName: name, catalyst: 'PDUFA', drugname: 'zorbatinib' };
  const formattedDate = shiftDays(today, 60);
  writeFacts(database, 'catalysts', [{ ...catalyst, formattedDate } as never], 'test');
  const program = { ticker, drug_name: 'zorbatinib', indication: 'Myelofibrosis' };
  writeFacts(database, 'programs', [{ ...program, phase: 'Phase 3' } as never], 'test');
  const sources = allSources(false)
    .filter((one) => one.vendor && isByDefault(one, false, given))
    .map((one) => one.name);
  const routes = { 'api.massive.com': massive, 'financialmodelingprep.com': fmp };
  const hosts = createHosts({ ...world.routes, ...routes }, Date.now);
  const all = ['sec-tickers', ...sources];
  for (const one of sessions) {
    session = one;
    vi.setSystemTime(fixedClock() - (one.day === close ? 0 : DAY));
    await syncOnce({ database, hosts, tickers: [ticker], sources: all });
  }
  refreshServed(database, endpoints, fixedClock);
  database.close();
  vi.useRealTimers();
  return {
    dataDir,
    async answer(tool: string, ...words: string[]) {
      const { stdout, stderr } = await runCommand(dataDir, ['call', tool, ...words]);
      return stdout + stderr;
    },
    export: (tool: string, environment = {}) =>
      runCommand(dataDir, ['export', tool], { environment }),
  };
}

describe('with both keys', () => {
  it('the tools of the market answer, and name the vendor as their source', async () => {
    const { answer, ...filled } = await filledWith(keys);
    const own = `ticker=${ticker}`;
    const answers = [
      // 50,000 shares after days of 1,003 on average; $12 after $10.
      ['unusual_volume', '', ['Massive', ' 50000 ', ' 49.8504 ', ' 20 ']],
      ['movers', 'type=gainers', ['Massive', ' 12 ', ' 20 ']],
      ['options_chain', own, ['Massive', ' call ', ' 1.1 ', ' 1.3 ', ' 52 ']],
      ['options_put_call', own, ['Massive', ' 52 ']],
      // A target of $21, and a price of $12.
      ['price_targets', '', ['Financial Modeling Prep', 'moderate_buy', ' 21 ', ' 75 ']],
      ['analyst_ratings', '', ['Financial Modeling Prep', 'Zorb Securities', ' Buy ']],
      // 2,000 of 8,000 shares; 10,000 shares at $12.
      ['company', own, [' 8000 ', ' 25 ', ' 120000 ']],
      ['rnpv', own, [' 400000000 ', 'consensus_sales']],
    ] as const;
    for (const [tool, words, values] of answers) {
      const said = await answer(tool, ...(words ? [words] : []));
      for (const value of values) expect(said).toContain(value);
    }
    const kept = await filled.export('movers');
    expect(kept).toMatchObject({ code: 2, stdout: '' });
    expect(kept.stderr).toContain('set CATALYST_VENDOR_DISPLAY=licensed');
    expect(await filled.export('clinical_trial_results')).toMatchObject({ code: 0 });
    const licensed = { CATALYST_VENDOR_DISPLAY: 'licensed' };
    expect((await filled.export('movers', licensed)).stdout).toContain(ticker);
  });

  it('the sheets of the record of forecasts are the same without them', async () => {
    const lines = async (isWhole: boolean) => {
      const database = await openDatabase(':memory:', factMigrations);
      for (const { kind, records } of demoFacts(1, today, 25)) {
        const [vendor] = vendorsOf(kind);
        if (vendor && !isWhole) continue;
        writeFacts(database, kind, records, vendor ? `${vendor}-demo` : 'demo');
      }
      return currentLines(beginRefresh(readFacts(database), today)) ?? [];
    };
    const whole = await lines(true);
    expect(whole.length).toBeGreaterThan(10);
    expect(await lines(false)).toEqual(whole);
  });
});

describe('over HTTP', () => {
  const serving = async (dataDir: string, settings: Readonly<Record<string, string>> = {}) => {
    const create = (account: string) => createKey(dataDir, {}, account);
    const server = await serveOn(dataDir, { settings });
    onTestFinished(() => server.close());
    return { ...server, create };
  };

  it('options_flow has the contracts whose volume exceeds the open interest of the day before', async () => {
    // 6,000 contracts × 100 shares × ($1.10 + $1.30) ÷ 2 = $720,000; 6,000 ÷ 1,000 = 6.
    const { dataDir } = await filledWith(keys, [
      { day: tradingDayBefore(close), volume: 7, open_interest: 1_000 },
      { day: close, volume: 6_000, open_interest: 1_500 },
    ]);
    const { rest, create } = await serving(dataDir, keys);
    const { body } = await rest(`/options/flow?apiKey=${await create('owner')}`);
    expect(body.result).toMatchObject([
      {
        ticker,
        type: 'call',
        strike: 12,
        volume: 6_000,
        previous_open_interest: 1_000,
        volume_oi_ratio: 6,
        premium_usd: 720_000,
        level: 'unusual',
        source: 'Massive',
      },
    ]);
  });

  it('an account that is created while the server runs gets no data of vendors', async () => {
    const { dataDir } = await filledWith(keys);
    const { rest, create } = await serving(dataDir, keys);
    const movers = (key: string) => rest(`/movers?type=gainers&apiKey=${key}`);
    const [own, other] = [await create('owner'), await create('reader')];
    expect(await movers(own)).toMatchObject({ status: 200, body: { result: [{ ticker }] } });
    expect(await movers(other)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Only the account owner may see') },
    });
    // The data stay after the key of the vendor is removed.
    expect((await (await serving(dataDir)).rest(`/companies?apiKey=${other}`)).status).toBe(403);
    const licensed = await serving(dataDir, { ...keys, CATALYST_VENDOR_DISPLAY: 'licensed' });
    const shown = await licensed.rest(`/movers?type=gainers&apiKey=${other}`);
    expect(shown).toMatchObject({ status: 200, body: { result: [{ ticker }] } });
  });
});

describe('an empty tool names the vendor that would fill it', () => {
  const massiveHint = 'Massive provides prices: set CATALYST_MASSIVE_KEY to your own key.';
  const fmpHint = 'Financial Modeling Prep provides prices: set CATALYST_FMP_KEY to your own key.';
  const chains = 'Massive provides option chains: set CATALYST_MASSIVE_KEY to your own key.';
  const ratings =
    'Financial Modeling Prep provides analyst ratings: set CATALYST_FMP_KEY to your own key.';

  it.each([
    ['no key', {}, 'unusual_volume', '', [massiveHint, fmpHint]],
    ['no key', {}, 'movers', 'type=losers', [massiveHint, fmpHint]],
    ['FMP', { CATALYST_FMP_KEY: 'k' }, 'options_chain', `ticker=${ticker}`, [chains]],
    ['FMP', { CATALYST_FMP_KEY: 'k' }, 'options_flow', '', [chains]],
    ['FMP', { CATALYST_FMP_KEY: 'k' }, 'options_put_call', `ticker=${ticker}`, [chains]],
    ['Massive', { CATALYST_MASSIVE_KEY: 'k' }, 'price_targets', `ticker=${ticker}`, [ratings]],
    ['Massive', { CATALYST_MASSIVE_KEY: 'k' }, 'analyst_ratings', `ticker=${ticker}`, [ratings]],
  ])('with %s', async (_, given, tool, words, hints) => {
    const { answer } = await filledWith(given);
    const said = await answer(tool, ...(words ? [words] : []));
    for (const hint of hints) expect(said).toContain(hint);
  });
});
