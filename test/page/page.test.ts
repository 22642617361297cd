import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { endpoints, lookup } from '../../tools/index.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { fixedClock, serve, startApp, useApp } from '../support/start-app.ts';

type Row = Readonly<Record<string, unknown>>;

const decision = (Drug: string) => ({ Ticker: 'ABCQZ', Drug, 'PDUFA Date': '2025-05-05' });

async function textOf(base: string): Promise<string> {
  const response = await fetch(base);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  // With `no-referrer`, a browser would submit the key form with the origin "null".
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
  return response.text();
}

it('shows what the store held at its last refresh, and reads no fact to do so', async () => {
  const started = await startApp({ facts: { decisions: [decision('d1'), decision('d2')] } });
  onTestFinished(() => started.close());
  const row = (records: number) =>
    `<td>FDA decisions on applications</td><td>${records}</td><td>fixture</td>`;
  expect(await textOf(started.base)).toContain(row(2));
  const database = await openDatabase(filesOf(started.dataDir).store, factMigrations);
  onTestFinished(() => database.close());
  inTransaction(database, () => writeFacts(database, 'decisions', [decision('d3')], 'fixture'));
  expect(await textOf(started.base)).toContain(row(2));
  refreshServed(database, endpoints, fixedClock);
  expect(await textOf(started.base)).toContain(row(3));
});

/** Returns the cell texts of a table, by row. */
function cellsOf(page: string, heading: string): string[][] {
  const [, after = ''] = page.split(heading);
  const [table = ''] = after.split('</table>');
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, ''),
    ),
  );
}

const soon = (day: string, drugname: string, more: object = {}) => ({
  _id: drugname,
  ticker: 'ABCQZ',
  drugname,
  catalyst: 'PDUFA Date',
  catdate: day,
  formattedDate: day,
  createdDate: '2026/01/02',
  ...more,
});
/**
 * ABCQZ has catalysts on the current date, on the last of the 14 days, and after them. Its company
 * name is unique.
 */
const facts = {
  companies: [{ ticker: 'ABCQZ', name: 'Abacus <b>Bio</b> & Sons', industry: 'Biotechnology' }],
  catalysts: [
    soon('2026-03-23', 'lastimab'),
    soon('2026-03-24', 'latimab'),
    soon('2026-03-10', 'firstimab'),
    soon('2026-02-01', 'pastimab'),
  ],
  trials: [
    {
      nctId: 'NCT01234567',
      ticker: 'ABCQZ',
      BriefTitle: 'A study of firstimab',
      Phase: 'PHASE3',
      Condition: 'Psoriasis',
      CompletionDate: '2026-12-01',
    },
  ],
};

/** An endpoint as the page's form describes it. */
interface FormEndpoint {
  readonly name: string;
  readonly path: string;
  readonly pages: boolean;
  readonly columns: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly rule: string;
    readonly required: boolean;
    readonly choices?: readonly string[];
  }[];
}

describe('over the demo', () => {
  const demo = useApp({ as: 'demo', facts });

  it('shows the next 14 days, nearest first, and says that all is fictional', async () => {
    const page = await textOf(demo.base);
    const [head = [], ...rows] = cellsOf(page, 'The next 14 days');
    // No company of the fixture has a known cash runway, so there is no column for it.
    expect(head).toEqual(['catalyst', 'date', 'ticker', 'drug', 'odds', 'source']);
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
      ['PDUFA Date', '2026-03-10', 'ABCQZ', 'firstimab'],
      ['PDUFA Date', '2026-03-23', 'ABCQZ', 'lastimab'],
    ]);
    expect(page).toContain('is fictional');
    expect(page).toContain('href="/ticker/ABCQZ"');
  });

  it('hands its form every endpoint with its path, its parameters by their rule, and its columns', async () => {
    const page = await textOf(demo.base);
    const [, json = ''] =
      /<script type="application\/json" id="endpoints">(.*?)<\/script>/s.exec(page) ?? [];
    expect(json).not.toContain('<');
    const known = JSON.parse(json) as readonly FormEndpoint[];
    expect(known.map(({ name }) => name)).toEqual(endpoints.map(({ name }) => name));
    for (const { name, path, parameters, columns } of known) {
      const { parameters: stated, record } = endpoints.find((one) => one.name === name)!;
      const rules = Object.entries(stated).map(([of, { rule, required }]) => [of, rule, required]);
      expect(parameters.map((one) => [one.name, one.rule, one.required])).toEqual(rules);
      expect(path).toMatch(/^\/api\/v2\/[a-z]/);
      expect(columns.length).toBeGreaterThan(0);
      for (const column of columns) expect(record[column]?.long).not.toBe(true);
    }
    const of = (name: string) => known.find((one) => one.name === name);
    expect(of('company')).toMatchObject({ path: '/api/v2/companies/{ticker}', pages: false });
    expect(of('fda_calendar')).toMatchObject({ path: '/api/v2/fdacalendar', pages: true });
    const tier = of('ma_targets')?.parameters.find(({ name }) => name === 'tier');
    expect(tier?.choices).toEqual(['top', 'high', 'mid', 'low']);
    expect(of('company')?.parameters).toMatchObject([{ name: 'ticker', required: true }]);
  });

  it('has a page for a ticker in any case, with text as text', async () => {
    const page = await textOf(`${demo.base}/ticker/abcqz`);
    expect(page).toContain('<h1>ABCQZ · Abacus &lt;b&gt;Bio&lt;/b&gt; &amp; Sons</h1>');
    const [, ...coming] = cellsOf(page, '<h2>Upcoming catalysts, nearest first</h2>');
    expect(coming.map(([date]) => date)).toEqual(['2026-03-10', '2026-03-23', '2026-03-24']);
    const [, ...past] = cellsOf(page, '<h2>Past catalysts and price moves, newest first</h2>');
    expect(past.map(([date]) => date)).toEqual(['2026-02-01']);
    expect(page).toContain('3 catalysts within two years');
    expect(page).toContain('from fictional demo data, 2026-03-10');
    expect(page).toContain('<code>GET /api/v2/fdacalendar?ticker=ABCQZ</code>');
  });

  it('finds a company by its ticker at once, by words of its name, and a drug by a part', async () => {
    const search = (q: string) =>
      fetch(`${demo.base}/search?${new URLSearchParams({ q })}`, { redirect: 'manual' });
    const direct = await search(' abcqz ');
    expect([direct.status, direct.headers.get('location')]).toEqual([303, '/ticker/ABCQZ']);
    expect(await (await search('SONS abac')).text()).toContain('href="/ticker/ABCQZ"');
    const drug = await (await search('IRSTIM')).text();
    const [, coming] = cellsOf(drug, 'Upcoming catalysts of a drug');
    expect(coming?.slice(0, 3)).toEqual(['2026-03-10', 'ABCQZ', 'firstimab']);
    // The search also accepts a typing error and a trial number.
    expect(await (await search('abaccus')).text()).toContain('href="/ticker/ABCQZ"');
    const trial = await (await search('is it nct01234567?')).text();
    expect(cellsOf(trial, '<h2>Trials</h2>')[1]).toEqual([
      ...['NCT01234567', 'ABCQZ', 'A study of firstimab', 'PHASE3', 'Psoriasis', '2026-12-01'],
      'fixture',
    ]);
    const none = await (await search('<i>[nothing')).text();
    expect(none).toContain('Nothing found');
    expect(none).toContain('&lt;i&gt;[nothing');
    expect(none).not.toContain('<i>');
    const empty = await search(' ');
    expect([empty.status, empty.headers.get('location')]).toEqual([303, '/']);
  });

  /** Returns the chart data that is embedded in a page. */
  const drawnOn = (page: string) =>
    [...page.matchAll(/<div class="chart"><script type="application\/json">(.*?)<\/script>/gs)].map(
      ([, told = '']) => JSON.parse(told),
    );

  it('has the charts of the tool, to be drawn in a frame of its own', async () => {
    const [calendar, ...others] = drawnOn(await textOf(demo.base));
    expect(others).toEqual([]);
    expect(calendar).toMatchObject({
      kind: 'calendar',
      title: 'upcoming catalysts, soonest first',
      shown: 3,
      total: 3,
      source: 'fictional demo data',
      as_of: '2026-03-10',
    });
    const days = calendar.records.map(({ formattedDate }: Row) => formattedDate);
    expect(days).toEqual(['2026-03-10', '2026-03-23', '2026-03-24']);
    const of = { ticker: 'MOVQZ', createdDate: '2025/01/02' };
    const moved = (day: string) => soon(day, '</script><b>', { ...of, _id: day });
    const bars = [
      { ticker: 'MOVQZ', date: '2025-01-02', close: 10 },
      { ticker: 'MOVQZ', date: '2025-06-02', close: 8 },
      { ticker: 'MOVQZ', date: '2026-01-05', close: 12 },
    ];
    const catalysts = [moved('2026-01-05'), moved('2025-06-02')];
    const moves = await startApp({ as: 'demo', facts: { catalysts, prices: bars } });
    onTestFinished(() => moves.close());
    const [past, ...rest] = drawnOn(await textOf(`${moves.base}/ticker/MOVQZ`));
    expect(rest).toEqual([]);
    expect(past.title).toContain('of MOVQZ');
    expect(past.records).toMatchObject([
      { catdate: '2026-01-05', drugname: '</script><b>', percentageChange: 20 },
      { catdate: '2025-06-02', percentageChange: -20 },
    ]);
  });

  it('shows the view that draws them in no frame but its own, where it reaches nothing', async () => {
    const home = await fetch(demo.base);
    expect(home.headers.get('content-security-policy')).toContain("frame-src 'self'");
    const view = await fetch(`${demo.base}/chart`, { headers: { 'accept-encoding': 'gzip' } });
    expect([view.status, view.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    const policy = (view.headers.get('content-security-policy') ?? '').split('; ');
    for (const rule of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox allow-scripts']) {
      expect(policy).toContain(rule);
    }
    const text = await view.text();
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`script-src 'sha256-${hash}'`);
  });

  it('says to each host what it understands: addresses under the names that it reads', async () => {
    const page = (await textOf(demo.base)).replaceAll('&quot;', '"');
    const pasted = (host: string) => {
      const [, after = ''] = page.split(`<summary>${host}</summary>`);
      return JSON.parse(/<pre>(.*?)<\/pre>/s.exec(after)?.[1] ?? 'null');
    };
    const [url, headers] = [`${demo.base}/mcp`, { Authorization: 'Bearer demo' }];
    const server = (of: object) => ({ 'biotech-catalyst': of });
    expect(pasted('Cursor')).toMatchObject({ mcpServers: server({ url, headers }) });
    expect(pasted('Windsurf')).toEqual({ mcpServers: server({ serverUrl: url, headers }) });
    expect(pasted('VS Code')).toEqual({ servers: server({ type: 'http', url, headers }) });
    expect(pasted('Claude Desktop').mcpServers['biotech-catalyst'].command).toBe('node');
  });

  it('offers the bundle where there is one, and says how it is made elsewhere', async () => {
    expect(await textOf(demo.base)).toContain('<code>npm run bundle</code>');
    expect((await fetch(`${demo.base}/biotech-catalyst-mcp.mcpb`)).status).toBe(404);
    const bundle = fileIn(temporaryFolder(), 'made.mcpb', 'the bundle');
    const server = await serve(demo.app, undefined, { bundle });
    onTestFinished(() => server.close());
    expect(await textOf(server.base)).toContain('href="/biotech-catalyst-mcp.mcpb" download');
    const response = await fetch(`${server.base}/biotech-catalyst-mcp.mcpb`);
    expect(await response.text()).toBe('the bundle');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="biotech-catalyst-mcp.mcpb"',
    );
    rmSync(bundle);
    expect((await fetch(`${server.base}/biotech-catalyst-mcp.mcpb`)).status).toBe(404);
  });

  it('is the same packed, in less than 60 kB', async () => {
    const asked = (encoding: string) =>
      fetch(demo.base, { headers: { 'accept-encoding': encoding } });
    const plain = await (await asked('identity')).text();
    for (const encoding of ['gzip', 'br']) {
      const packed = await asked(encoding);
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(60_000);
      expect(await packed.text()).toBe(plain);
    }
  });
});

describe('over real records', () => {
  const real = useApp({ facts });

  const own = () => ({ origin: real.base });
  function give(key: string, headers: Record<string, string> = own()) {
    const body = new URLSearchParams({ key });
    return fetch(`${real.base}/session`, { method: 'POST', redirect: 'manual', body, headers });
  }
  /** Returns the headers of a browser that has signed in with a key. */
  async function signedIn(key: string) {
    const response = await give(key);
    expect(response.status).toBe(303);
    const set = response.headers.get('set-cookie') ?? '';
    const [cookie = ''] = set.split(';');
    return { set, cookie, headers: { cookie } };
  }

  it('shows no record without a key, and asks for one', async () => {
    for (const path of ['/', '/ticker/ABCQZ', '/search?q=firstimab']) {
      const response = await fetch(`${real.base}${path}`);
      const page = await response.text();
      expect([path, response.status]).toEqual([path, path === '/' ? 200 : 401]);
      expect([path, /firstimab<|Abacus/.test(page)]).toEqual([path, false]);
      expect(page).toContain('action="/session"');
    }
  });

  it('shows them to who has given one: the key is in no cookie, address or page', async () => {
    const { set, cookie, headers } = await signedIn(` ${real.key} `);
    expect(set).toMatch(/^catalyst_session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(set).not.toContain(real.key);
    for (const path of ['/', '/ticker/ABCQZ', '/search?q=firstimab']) {
      const page = await (await fetch(`${real.base}${path}`, { headers })).text();
      expect([path, page.includes('firstimab')]).toEqual([path, true]);
      expect(page).not.toContain(real.key);
      expect(page).toContain('Forget my key');
    }
    const rest = await fetch(`${real.base}/api/v2/fdacalendar`, { headers });
    expect(rest.status).toBe(200);
    const ended = await fetch(`${real.base}/session/end`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...own(), cookie },
    });
    expect(ended.status).toBe(303);
    expect((await fetch(`${real.base}/ticker/ABCQZ`, { headers })).status).toBe(401);
  });

  it.each(['/', '/ticker/ABCQZ', '/search?q=firstimab'])(
    'lets no cache give %s to another browser',
    async (path) => {
      const { headers } = await signedIn(real.key);
      for (const one of [headers, {}]) {
        for (const encoding of ['identity', 'gzip']) {
          const { headers: told } = await fetch(`${real.base}${path}`, {
            headers: { ...one, 'accept-encoding': encoding },
          });
          expect(told.get('cache-control')).toBe('private, no-cache');
          const vary = (told.get('vary') ?? '').toLowerCase().split(/, */);
          expect(vary).toEqual(expect.arrayContaining(['cookie', 'accept-encoding']));
        }
      }
    },
  );

  it('holds every part of a page to the plan of the key', async () => {
    const { headers } = await signedIn(real.createKey({ name: 'small', plan: 'basic' }));
    const page = await (await fetch(`${real.base}/ticker/ABCQZ`, { headers })).text();
    expect(page).toContain('firstimab');
    const beyond = lookup.dossiers.ticker.filter(({ endpoint }) => endpoint.plan === 'elite-plus');
    expect(beyond.length).toBeGreaterThan(3);
    for (const { title } of beyond) {
      expect(page).toContain(
        `<h2>${title}</h2><p class="quiet">This endpoint needs the Elite Plus plan`,
      );
    }
    const bundle = real.createKey({ name: 'bundled', bundle: ['Market Signals'] });
    const home = await fetch(real.base, { headers: (await signedIn(bundle)).headers });
    const text = await home.text();
    expect(text).toContain('The bundle of your key does not include the calendar');
    expect(text).not.toContain('firstimab');
    const search = await fetch(`${real.base}/search?q=NCT01234567`, {
      headers: (await signedIn(bundle)).headers,
    });
    expect(search.status).toBe(200);
    const found = await search.text();
    expect(found).toContain(
      '<h2>Companies and trials</h2><p class="bad">This endpoint is outside your bundle',
    );
    expect(found).not.toContain('firstimab');
  });

  it('ends what a paused, revoked or replaced key may see', async () => {
    const { headers } = await signedIn(real.createKey({ name: 'held' }));
    const statusOf = async () => (await fetch(real.base, { headers })).status;
    expect(await statusOf()).toBe(200);
    real.accounts.setState('held', 'paused');
    expect(await statusOf()).toBe(403);
    real.accounts.setState('held', 'active');
    expect(await statusOf()).toBe(200);
    real.accounts.regenerate('held');
    const response = await fetch(real.base, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toMatch(
      // A browser deletes a cookie only if the path is the same as in the original cookie.
      /^catalyst_session=; Max-Age=0; Path=\/$/,
    );
  });

  it('takes a key from its own form alone', async () => {
    const response = await give(real.key, { origin: 'https://elsewhere.example.org' });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
    const wrong = await give('bcm_none');
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('<h1>Invalid API key</h1>');
    expect((await give('x'.repeat(3_000))).status).toBe(413);
    const get = await fetch(`${real.base}/session?key=${real.key}`);
    expect(get.status).toBe(404);
  });
});

it('answers a browser about an unknown path with a page, and programs with JSON', async () => {
  const started = await startApp();
  onTestFinished(() => started.close());
  const asked = (path: string, accept: string) =>
    fetch(`${started.base}${path}`, { headers: { accept } });
  const page = await asked('/docs', 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([
    404,
    'text/html; charset=UTF-8',
  ]);
  expect(await page.text()).toContain('Unknown path &quot;/docs&quot;. Nearest: /, /api/v2, /mcp');
  const program = await asked('/docs', '*/*');
  expect([program.status, await program.json()]).toEqual([
    ...[404, { error: 'Unknown path "/docs". Nearest: /, /api/v2, /mcp, /openapi.json' }],
  ]);
  const records = await asked('/api/v2/nws', 'text/html');
  expect(records.headers.get('content-type')).toBe('application/json');
});
