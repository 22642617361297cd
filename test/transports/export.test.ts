import { describe, expect, it } from 'vitest';
import { exportTable } from '../../src/commands/export.ts';
import { endpoints } from '../../tools/index.ts';
import { runOn } from '../support/context.ts';
import { startApp, useApp } from '../support/start-app.ts';
import { manyFilings } from '../support/universe.ts';

const started = useApp();

const asked = (path: string, key = started.key) =>
  fetch(`${started.base}/api/v2/export/${path}`, { headers: { authorization: `Bearer ${key}` } });

describe('an export', () => {
  it('has all records of a table, beyond a page, as CSV with one head and as NDJSON', async () => {
    const csv = await asked('fda_calendar');
    expect(csv.status).toBe(200);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="fda_calendar.csv"');
    const total = Number(csv.headers.get('catalyst-total'));
    expect(total).toBeGreaterThan(manyFilings);
    const lines = (await csv.text()).split('\r\n');
    expect(lines).toHaveLength(total + 2);
    expect(lines.filter((line) => line.startsWith('ticker,name,'))).toEqual([lines[0]]);

    const ndjson = await asked('fda_calendar?format=ndjson');
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const told = (await ndjson.text()).trimEnd().split('\n');
    const records = told.map((line) => JSON.parse(line));
    expect(records).toHaveLength(total);
    const ofPages = [];
    for (let page = 1; ofPages.length < total; page += 1) {
      const { body } = await started.ask('/fdacalendar', { page: String(page) });
      ofPages.push(...body.result);
    }
    expect(records).toEqual(ofPages);
  });

  it('needs no ticker where the tool does', async () => {
    const { status } = await started.ask('/market/prices');
    expect(status).toBe(400);
    const whole = await asked('price_snapshot?format=ndjson');
    expect(whole.status).toBe(200);
    expect(Number(whole.headers.get('catalyst-total'))).toBeGreaterThan(0);
  });

  it.each(['event_study', 'pdufa_upcoming'])(
    'of %s differs from repeated answers',
    async (name) => {
      const { path } = endpoints.find((one) => one.name === name)!;
      const ask = async () => (await started.ask(path)).body;
      const first = await ask();
      // The second answer is cached.
      expect(await ask()).toEqual(first);
      const whole = await asked(`${name}?format=ndjson`);
      const rows = (await whole.text()).split('\n').slice(0, -1);
      expect(Number(whole.headers.get('catalyst-total'))).toBe(rows.length);
      expect(new Set(rows).size).toBe(rows.length);
      await (await asked(`${name}?format=ndjson`)).text();
      expect(await ask()).toEqual(first);
    },
  );

  it('of a past day has what was known on it', async () => {
    const total = async (query: string) =>
      Number((await asked(`fda_calendar?${query}`)).headers.get('catalyst-total'));
    expect(await total('as_of=2026-01-20')).toBeLessThan(await total(''));
    const wrong = await asked('cash_runway?as_of=2026-01-20');
    expect([wrong.status, await wrong.json()]).toEqual([
      ...[400, { error: 'Unknown argument "as_of"' }],
    ]);
  });

  it('is of a plan, a key, a format and a table', async () => {
    const basic = started.createKey({ name: 'basic exports' });
    expect((await asked('fda_calendar', basic)).status).toBe(200);
    expect((await asked('fda_approvals', basic)).status).toBe(403);
    expect((await asked('fda_calendar', 'wrong')).status).toBe(401);
    expect((await asked('fda_calendar?format=xml')).status).toBe(400);
    const computed = await asked('price_history');
    expect([computed.status, await computed.json()]).toEqual([
      ...[400, { error: 'price_history has no export. Request its records page by page' }],
    ]);
    const unknown = await asked('fda_calender');
    expect(await unknown.json()).toEqual({
      error: 'Unknown tool "fda_calender". Nearest: fda_calendar',
    });
  });

  it('counts as one request of the plan and one of the endpoint', async () => {
    const limited = await startApp({ settings: { CATALYST_LIMITS: 'on' }, monotonic: () => 0 });
    try {
      const key = limited.createKey({ name: 'limited' });
      const headers = { authorization: `Bearer ${key}` };
      const statuses: number[] = [];
      const { limit } = endpoints.find(({ name }) => name === 'fda_calendar')!;
      for (let count = 0; count <= limit.requests; count += 1) {
        const { status, body } = await fetch(`${limited.base}/api/v2/export/fda_calendar`, {
          headers,
        });
        await body?.cancel();
        statuses.push(status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(limit.requests);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('is written by a command', async () => {
    const run = (table: string, format: string, asOf?: string) =>
      runOn(started.dataDir, (context) =>
        exportTable(context, table, { format, ...(asOf === undefined ? {} : { asOf }) }),
      );
    const { code, stdout } = await run('fda_calendar', 'ndjson');
    expect(code).toBe(0);
    expect(stdout).toBe(await (await asked('fda_calendar?format=ndjson')).text());
    expect(await run('fda_calender', 'csv')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Unknown tool "fda_calender". Nearest: fda_calendar\n',
    });
    expect(await run('fda_calendar', 'csv', 'May')).toMatchObject({ code: 2, stdout: '' });
  });
});
