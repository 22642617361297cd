import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { type App, openApp } from '../../src/commands/app.ts';
import { status } from '../../src/commands/status.ts';
import { createUpstreamHttp } from '../../src/gateway/upstream-http.ts';
import { LocalAccounts } from '../../src/service/access/local-accounts.ts';
import { demoNote } from '../../src/service/answer-page.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../src/store/facts-store.ts';
import { writeServedVersion } from '../../src/store/served-state.ts';
import { layoutOf } from '../../src/store/served-store.ts';
import { serveHttp } from '../../src/transports/http.ts';
import { endpoints } from '../../tools/index.ts';
import { runOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';
import { createTestLog, quick, replies } from '../support/upstream.ts';
import { writeServed } from '../support/write-served.ts';
import { useSurroundings } from './faulty-gateway.ts';

/**
 * The complete server, started with CATALYST_BASE_URL. Its upstream is a second server behind a
 * proxy.
 */
const around = useSurroundings();
let dataDir: string;
let lines: Record<string, unknown>[];

beforeEach(() => {
  dataDir = temporaryFolder();
});

function environment(more: Record<string, string> = {}): Record<string, string> {
  return {
    CATALYST_DATA_DIR: dataDir,
    CATALYST_BASE_URL: around.proxy.baseUrl,
    CATALYST_API_KEY: around.instance.keys.elite,
    ...more,
  };
}

async function start(more: Record<string, string> = {}): Promise<App> {
  const kept = createTestLog();
  lines = kept.lines;
  const app = await openApp({
    config: readConfig(environment(more)),
    clock: around.time.clock,
    monotonic: around.time.monotonic,
    log: kept.log,
    refresh: async () => {},
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= app.close());
  around.scope.add(close);
  return { ...app, close };
}

async function listen(app: App) {
  const { log } = createTestLog();
  const server = await serveHttp(
    { ...app, allowedHosts: [], log, version: 'test', settleTime: 0 },
    { host: '127.0.0.1', port: 0 },
  );
  around.scope.add(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

async function localKey(demo = false): Promise<string> {
  const accounts = await LocalAccounts.open(filesOf(dataDir).accounts);
  around.scope.add(() => accounts.close());
  const account = { name: 'someone', plan: 'elite-plus', demo, state: 'active' } as const;
  return accounts.create(account, '2026-01-01') ?? '';
}

/** Creates a store with real or demo data that has one record for each endpoint. */
async function makeStore(kind: 'store' | 'demo'): Promise<void> {
  const database = await openDatabase(filesOf(dataDir)[kind], factMigrations);
  const row = { ticker: 'LOC', drug_name: 'Localimab', phase: 'Phase 2', drugname: 'Localimab' };
  for (const endpoint of endpoints) writeServed(database, endpoint, [row]);
  writeMeta(database, 'layout', layoutOf(endpoints));
  writeServedVersion(database);
  writeMeta(database, 'derived_on', '2026-11-21');
  writeMeta(database, 'facts_at', '2026-11-20');
  database.close();
}

async function toolsOf(app: App): Promise<string[]> {
  const { tools } = JSON.parse(await app.toolbox.listTools('owner'));
  const names: string[] = tools.map(({ name }: { name: string }) => name);
  return names.filter((name) => endpoints.some((one) => one.name === name));
}

async function callAsOwner(app: App, tool: string, args: Record<string, unknown> = {}) {
  const toolbox = app.toolbox.presenting({ structured: true });
  return JSON.parse(await toolbox.callTool('owner', tool, args));
}

const statedTools = endpoints
  .filter(({ origin }) => origin === 'specification')
  .map(({ name }) => name);

describe('the set of served tools', () => {
  it('is the nine stated endpoints, to the owner without a second key', async () => {
    const app = await start();
    expect(await toolsOf(app)).toEqual(statedTools);
    expect(statedTools).toHaveLength(9);
    expect(app.catalogue.endpoints).toHaveLength(9);
    const { structuredContent, content } = await callAsOwner(app, 'fda_calendar');
    expect(structuredContent.pagination).toEqual({ page: 1, pageSize: 50, total: 3 });
    expect(structuredContent.result[0].drugname).toBe('Betacept');
    expect(content[0].text).toContain(
      `Source: upstream 127.0.0.1:${around.proxy.port}, as of 2026-11-21`,
    );
  });

  it('sorts and filters only as the upstream does, and shortens answers itself', async () => {
    const app = await start();
    for (const [tool, args] of [
      ['fda_calendar', { sort: '-drugname' }],
      ['fda_calendar_historical', { catdateFrom: '2026' }],
      ['catalyst_sync', { status: 'RECRUITING' }],
    ] as const) {
      const { isError, content } = await callAsOwner(app, tool, args);
      expect([tool, isError]).toEqual([tool, true]);
      const [name] = Object.keys(args);
      const refusal = `The upstream does not support these parameters: ${name}. The upstream filters`;
      expect(content[0].text.startsWith(refusal)).toBe(true);
    }
    expect(around.proxy.requests).toHaveLength(0);
    const { structuredContent } = await callAsOwner(app, 'fda_calendar', { limit: 1, skip: 1 });
    expect(structuredContent).toMatchObject({ first: 2, last: 2, pagination: { total: 3 } });
    expect(structuredContent.notices).toContainEqual(
      expect.stringMatching(/^1 more records in this answer: call again with skip=2\./),
    );
    expect(around.proxy.requests[0]).not.toMatch(/limit|skip/);
  });

  it('reads the spelling of a ticker without a list of companies', async () => {
    const app = await start();
    await callAsOwner(app, 'fda_calendar', { ticker: 'nasdaq:abcqz.o' });
    expect(around.proxy.requests[0]).toContain('ticker=ABCQZ&');
  });

  it('has all tools if the setting says so, except those of several kinds, which a store serves', async () => {
    const app = await start({ CATALYST_UPSTREAM_ENDPOINTS: 'all' });
    const sent = endpoints.filter(({ kinds }) => kinds === undefined);
    expect(await toolsOf(app)).toEqual(sent.map(({ name }) => name));
  });

  it('follows a map of paths', async () => {
    const file = join(dataDir, 'paths.json');
    const paths = { pdufa_historical: '/other/{ticker}', catalyst_sync: null };
    writeFileSync(file, JSON.stringify(paths));
    const app = await start({ CATALYST_UPSTREAM_PATHS: file });
    const tools = await toolsOf(app);
    expect(tools).toContain('pdufa_historical');
    expect(tools).not.toContain('catalyst_sync');
    await callAsOwner(app, 'pdufa_historical', { ticker: 'A/B' });
    expect(around.proxy.requests).toHaveLength(1);
    expect(around.proxy.requests[0]).toMatch(/^\/other\/A%2FB\?apiKey=[^&]+$/);
  });

  it('excludes what a basic plan does not include, and states it', async () => {
    const app = await start({ CATALYST_UPSTREAM_PLAN: 'basic' });
    expect(await toolsOf(app)).not.toContain('fda_approvals');
    const { isError, content } = await callAsOwner(app, 'fda_approvals');
    expect(isError).toBe(true);
    expect(content[0].text).toContain('Elite Plus');
    expect(around.proxy.requests).toHaveLength(0);
  });

  it('includes the tools of a local store, under its own name and date', async () => {
    await makeStore('store');
    const file = join(dataDir, 'paths.json');
    writeFileSync(file, '{"catalyst_sync": null}');
    const app = await start({ CATALYST_UPSTREAM_PATHS: file });
    const names = endpoints.map(({ name }) => name);
    expect(await toolsOf(app)).toEqual(names);
    const local = await callAsOwner(app, 'catalyst_sync');
    expect(local.structuredContent.result[0].ticker).toBe('LOC');
    expect(local.content[0].text).toContain('Source: local store, as of 2026-11-20');
    const upstream = await callAsOwner(app, 'fda_calendar');
    expect(upstream.structuredContent.result[0].ticker).toBe('BBB');
    expect(around.proxy.requests).toHaveLength(1);
  });

  it('never includes the demo', async () => {
    await makeStore('demo');
    const app = await start();
    expect(await toolsOf(app)).toEqual(statedTools);
    expect(() => app.service.account({ key: 'demo' })).toThrow('Invalid API key');
  });
});

describe('the budget', () => {
  const questions = (of: string) =>
    Array.from({ length: 45 }, (_, index) => ({ ticker: `${of}${index}` }));

  it('is one for all processes of a data folder, and for those that come after', async () => {
    const settings = { CATALYST_UPSTREAM_PLAN: 'elite-plus', CATALYST_MAX_WAIT: '5' };
    const [first, second] = [await start(settings), await start(settings)];
    const ask = async (app: App, of: string) => {
      for (const args of questions(of)) await callAsOwner(app, 'catalyst_sync', args);
    };
    await Promise.all([ask(first, 'A'), ask(second, 'B')]);
    expect(around.proxy.requests).toHaveLength(60);
    await first.close();
    await second.close();
    const third = await start(settings);
    const refused = await callAsOwner(third, 'catalyst_sync', { ticker: 'C' });
    expect(refused.content[0].text).toContain('request limit of the upstream is exhausted');
    // All slots are free one window plus its margin after the last response.
    around.time.forward(60_101);
    await ask(third, 'D');
    expect(around.proxy.requests).toHaveLength(105);
  });

  it('that cannot be written lets nothing out: kept answers serve on, the rest is told why', async () => {
    const app = await start({ CATALYST_UPSTREAM_FRESHNESS: '0' });
    const kept = await callAsOwner(app, 'fda_calendar');
    const holder = await openDatabase(filesOf(dataDir).limits, []);
    holder.exec('BEGIN IMMEDIATE');
    const stale = await callAsOwner(app, 'fda_calendar');
    expect(stale.structuredContent.result).toEqual(kept.structuredContent.result);
    expect(stale.structuredContent.stale_as_of).toMatch(/^2026-11-21/);
    const told = await callAsOwner(app, 'catalyst_sync');
    expect(told.isError).toBe(true);
    expect(told.content[0].text).toContain('cannot be counted');
    expect(around.proxy.requests).toHaveLength(1);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error' }));
    holder.exec('ROLLBACK');
    holder.close();
    expect((await callAsOwner(app, 'catalyst_sync')).isError).toBeUndefined();
  });
});

describe('keys', () => {
  it.each(['a/b+c &=?#%41', "~!'()*-._", '«ключ»', 'k'])(
    'of any characters reach the upstream as they are: %s',
    async (key) => {
      const app = await start({ CATALYST_API_KEY: key });
      await callAsOwner(app, 'fda_calendar', { ticker: 'A&apiKey=theirs' });
      const { searchParams } = new URL(around.proxy.requests[0]!, around.proxy.baseUrl);
      expect(searchParams.getAll('apiKey')).toEqual([key]);
      expect(searchParams.get('ticker')).toBe('A&apiKey=theirs');
    },
  );

  it('of the demo kind are told the upstream’s own note, where it has one', async () => {
    const key = await localKey(true);
    const app = await start({ CATALYST_UPSTREAM_FRESHNESS: '0' });
    const Note = 'Theirs: \u001b[1msample\u001b[0m access\nuntil June';
    around.proxy.use(replies(200, JSON.stringify({ result: [], pagination: { total: 0 }, Note })));
    const told = 'Theirs: sample access until June';
    const base = await listen(app);
    const rest = await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`);
    expect(await rest.json()).toMatchObject({ Note: told });
    const called = JSON.parse(
      await app.toolbox.presenting({ structured: true }).callTool({ key }, 'fda_calendar', {}),
    );
    expect(called.structuredContent.Note).toBe(told);
    expect(called.content[0].text).toContain(`\nNote: ${told}\n`);
    around.proxy.use('pass');
    const plain = await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`);
    expect(await plain.json()).toMatchObject({ Note: demoNote });
  });

  it('of callers are those of local accounts, and nothing of theirs goes upstream', async () => {
    const key = await localKey();
    const base = await listen(await start());
    const headers = { 'x-forwarded-for': '203.0.113.9', cookie: 'theirs=1' };
    const mine = await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}&ticker=AAA`, { headers });
    expect(mine.status).toBe(200);
    await mine.text();
    const { elite } = around.instance.keys;
    const theUpstreams = await fetch(`${base}/api/v2/fdacalendar?apiKey=${elite}`);
    expect(theUpstreams.status).toBe(401);
    await theUpstreams.text();
    expect(around.proxy.requests).toEqual([`/api/v2/fdacalendar?ticker=AAA&apiKey=${elite}`]);
  });

  it('upstream: appears in nothing that is said, logged, thrown or left on disk', async () => {
    const key = around.instance.keys.elite;
    const echo = JSON.stringify({ error: `bad key ${key} (${encodeURIComponent(key)})` });
    const app = await start({ CATALYST_UPSTREAM_FRESHNESS: '0' });
    const base = await listen(app);
    const callersKey = await localKey();
    const captured: unknown[] = [];
    const record = `{"result":[{"ticker":"AAA","description":"see ?apiKey=${key}"}],"pagination":{"total":1}}`;
    const faults = [
      replies(200, record),
      replies(400, echo),
      replies(404, echo),
      replies(302, echo, { location: `${around.proxy.baseUrl}/?apiKey=${key}` }),
      replies(200, echo),
      replies(429, echo, { 'retry-after': '1000' }),
    ];
    for (const [index, fault] of faults.entries()) {
      around.proxy.use(fault);
      const query = `ticker=T${index}&apiKey=${callersKey}`;
      const answer = await fetch(`${base}/api/v2/pdufa/upcoming?${query}`);
      captured.push(await answer.text(), [...answer.headers]);
      captured.push(await callAsOwner(app, 'fda_calendar', { ticker: `T${index}` }));
    }
    around.proxy.use(replies(401, echo));
    captured.push(await callAsOwner(app, 'pdufa_historical'));
    await around.proxy.stop();
    const http = createUpstreamHttp({ baseUrl: around.proxy.baseUrl, key }, quick);
    around.scope.add(() => http.close());
    const signal = AbortSignal.timeout(2_000);
    captured.push(await http.send({ path: '/', query: {}, signal }).catch((cause) => cause));
    await app.close();
    captured.push(lines, await statusText());
    captured.push(readFileSync(join(dataDir, 'upstream-state.json'), 'utf8'));
    const everything = inspect(captured, { depth: 20, showHidden: true, maxStringLength: null });
    expect(everything.length).toBeGreaterThan(1_000);
    expect(everything).toContain('[key]');
    expect(everything).not.toContain(key);
    // No larger part of the key is in the output either.
    expect(everything).not.toContain(key.slice(4, 20));
  });
});

describe('failures', () => {
  it('are {error} at REST and isError at MCP, with the status of a gateway', async () => {
    const key = await localKey();
    const app = await start();
    const base = await listen(app);
    around.proxy.use(replies(200, '<html>'));
    const rest = await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`);
    expect(rest.status).toBe(502);
    expect(await rest.json()).toEqual({
      error: 'The response of the upstream is not in the expected format: try again later',
    });
    const { isError, content } = await callAsOwner(app, 'fda_calendar');
    expect(isError).toBe(true);
    expect(content[0].text).toContain('CATALYST_BASE_URL');
  });

  it('give way to the last good answer, with its age in the answer of either transport', async () => {
    const key = await localKey();
    const app = await start({ CATALYST_UPSTREAM_FRESHNESS: '300,fda_calendar=0' });
    const base = await listen(app);
    const url = `${base}/api/v2/fdacalendar?apiKey=${key}`;
    const ask = async (): Promise<Record<string, unknown>> =>
      JSON.parse(await (await fetch(url)).text());
    const good = await ask();
    expect(good).not.toHaveProperty('stale_as_of');
    around.proxy.use(replies(200, '<html>'));
    const stale = await ask();
    expect(stale).toEqual({ ...good, stale_as_of: expect.stringMatching(/^2026-11-21T12:0/) });
    const { structuredContent, content } = await callAsOwner(app, 'fda_calendar');
    expect(structuredContent.stale_as_of).toBe(stale.stale_as_of);
    expect(content[0].text).toContain('The source does not respond.');
  });

  it('a new answer of the upstream is never hidden behind a rendered old one', async () => {
    const app = await start({ CATALYST_UPSTREAM_FRESHNESS: '0' });
    const body = (ticker: string) => `{"result":[{"ticker":"${ticker}"}],"pagination":{"total":1}}`;
    around.proxy.use(replies(200, body('OLD')), replies(200, body('NEW')));
    const tickers = [];
    for (let call = 0; call < 2; call += 1) {
      const { structuredContent } = await callAsOwner(app, 'fda_calendar');
      tickers.push(structuredContent.result[0].ticker);
    }
    expect(tickers).toEqual(['OLD', 'NEW']);
  });
});

async function statusText(): Promise<string> {
  const { clock } = around.time;
  const { stdout } = await runOn(dataDir, status, { environment: environment(), clock });
  return stdout;
}
