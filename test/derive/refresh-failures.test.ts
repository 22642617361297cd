import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { markRefreshDue } from '../../src/store/served-state.ts';
import { endpoints } from '../../tools/index.ts';
import { builtMain } from '../support/built.ts';
import { createKey, runCommand, serveOn, temporaryFolder } from '../support/mcp.ts';
import { fillStore } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

/** The test store was computed on 2026-03-10, and the current date is one day later. */
const nextDay = Date.parse('2026-03-11T12:00:00Z');

let dataDir: string;
let now: number;
let attempts: number;
/** What the next refreshes do. */
let refresh: () => Promise<void>;
beforeEach(async () => {
  dataDir = temporaryFolder();
  await fillStore(filesOf(dataDir).store, universe);
  now = nextDay;
  attempts = 0;
});

const diskIsFull = async () => {
  throw new Error(`refresh real ended with 1: ${dataDir}/store.sqlite: the disk is full. …`);
};

async function started() {
  const key = await createKey(dataDir);
  const server = await serveOn(dataDir, {
    settings: { CATALYST_LIMITS: 'off' },
    clock: () => now,
    refresh: () => {
      attempts += 1;
      return refresh();
    },
  });
  onTestFinished(() => server.close());
  const get = (path: string) => fetch(`${server.base}${path}`);
  return {
    ...server,
    get,
    ask: () => get(`/api/v2/pdufa/historical?apiKey=${key}`),
    async tool() {
      const answer = await server.app.toolbox
        .presenting({ structured: true })
        .callTool('owner', 'pdufa_historical', {});
      const { content, structuredContent } = JSON.parse(answer);
      return { header: content[0].text.split('\n\n')[0], notices: structuredContent.notices };
    },
  };
}

const notice =
  'These records were computed on 2026-03-10, not today: the refresh failed (the disk is full) and will be retried at 12:00 UTC.';

describe('while the refresh fails', () => {
  beforeEach(() => {
    refresh = diskIsFull;
  });

  it('every answer says of which day its records are, and why', async () => {
    const { ask, tool } = await started();
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('catalyst-notice')).toBe(notice);
    expect(response.headers.get('access-control-expose-headers')).toContain('Catalyst-Notice');
    const body = (await response.json()) as { result: unknown[] };
    expect(Object.keys(body)).toEqual(['result', 'pagination']);
    expect(body.result.length).toBeGreaterThan(0);
    const { header, notices } = await tool();
    expect(header).toContain(`\n${notice}`);
    expect(notices).toContain(notice);
  });

  it('the process is up and ready, and says why its records are not of today', async () => {
    const { get } = await started();
    expect((await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      records: {
        from: 'local store',
        as_of: '2026-03-10',
        computed_on: '2026-03-10',
        of_today: false,
        reason: 'the refresh failed: the disk is full',
        retry_at: '2026-03-11T12:00:05.000Z',
      },
    });
    const posted = await fetch(`${(await started()).base}/readyz`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('status says it, too', async () => {
    const { tool } = await started();
    await tool();
    const { stdout } = await runCommand(dataDir, ['status'], { clock: () => now });
    expect(stdout).toContain(
      'not current: the refresh failed at 2026-03-11T12:00:00.000Z (consecutive failures: 1): the disk is full. A running server tries again at 2026-03-11T12:00:05.000Z',
    );
  });

  it('a clock that is set back does not put the next attempt off', async () => {
    const { tool } = await started();
    await tool();
    now -= 3_600_000;
    await tool();
    expect(attempts).toBe(2);
  });

  it('a refresh that succeeds ends it', async () => {
    const { ask, tool, get } = await started();
    await tool();
    refresh = () => refreshStore(filesOf(dataDir).store, 'real', endpoints, () => now);
    now += 5_000;
    await tool();
    await expect
      .poll(async () => (await ask()).headers.get('catalyst-notice'), { timeout: 60_000 })
      .toBeNull();
    const { records } = (await (await get('/readyz')).json()) as { records: object };
    expect(records).toEqual({
      from: 'local store',
      as_of: '2026-03-10',
      computed_on: '2026-03-11',
      of_today: true,
    });
    expect((await tool()).header).not.toContain('computed on');
    const { stdout } = await runCommand(dataDir, ['status'], { clock: () => now });
    expect(stdout).not.toContain('not current');
  });

  it('of a store that has nothing yet, answers are 503 with the seconds, and it is not ready', async () => {
    dataDir = temporaryFolder();
    const { rest, get } = await started();
    const refused = await rest('/pdufa/historical?apiKey=demo');
    expect([refused.status, refused.body.error]).toEqual([
      503,
      'There are no records to serve yet: the refresh failed: the disk is full. Try again in 5 s',
    ]);
    const ready = await get('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'not ready' });
    expect((await get('/healthz')).status).toBe(200);
    expect((await runCommand(dataDir, ['status'])).stdout).toMatch(
      /created when the server first starts\.\n {2}the refresh failed at .*: the disk is full/,
    );
  });

  it('what was told by no words of ours stays in the log', async () => {
    refresh = async () => {
      throw new Error('/home/someone: ENOENT \u001b[31m');
    };
    const { ask } = await started();
    expect((await ask()).headers.get('catalyst-notice')).toContain(
      'the refresh failed (see the server log for the cause)',
    );
  });
});

describe('where newer facts have come', () => {
  beforeEach(async () => {
    now = Date.parse('2026-03-10T12:00:00Z');
    const database = await openDatabase(filesOf(dataDir).store, factMigrations);
    inTransaction(database, () => markRefreshDue(database, true));
    database.close();
  });

  it('answers of the same day say so until their records are computed', async () => {
    refresh = diskIsFull;
    const { ask, tool } = await started();
    const told = 'These records do not include the newest data';
    expect((await tool()).notices).toContain(
      `${told}: the refresh failed (the disk is full) and will be retried at 12:00 UTC.`,
    );
    const { stdout } = await runCommand(dataDir, ['status'], { clock: () => now });
    expect(stdout).toContain('without the newest data: the refresh failed at 2026-03-10T12:00');
    refresh = () => refreshStore(filesOf(dataDir).store, 'real', endpoints, () => now);
    now += 5_000;
    await tool();
    await expect
      .poll(async () => (await ask()).headers.get('catalyst-notice'), { timeout: 60_000 })
      .toBeNull();
    expect(attempts).toBe(2);
  });

  it('they say that a refresh runs', async () => {
    refresh = () => new Promise(() => {});
    const { ask } = await started();
    expect((await ask()).headers.get('catalyst-notice')).toBe(
      'These records do not include the newest data: newer records are being computed.',
    );
  });
});

it('while a refresh runs, no second one is started beside it, and answers say that it runs', async () => {
  let done: () => void = () => {};
  refresh = () =>
    new Promise((resolve) => {
      done = resolve;
    });
  const { ask, tool } = await started();
  for (let step = 0; step < 5; step += 1) {
    now += 60_000;
    await Promise.all([tool(), tool()]);
  }
  expect(attempts).toBe(1);
  const said =
    'These records were computed on 2026-03-10, not today: current records are being computed.';
  expect((await ask()).headers.get('catalyst-notice')).toBe(said);
  done();
});

it('the first cause of a failure is what is told, also where SQLite has rolled back of itself', async () => {
  const database = await openDatabase(':memory:', []);
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE big (bytes); PRAGMA max_page_count = 3');
  const fill = () => {
    for (;;) database.exec('INSERT INTO big VALUES (zeroblob(16384))');
  };
  expect(() => inTransaction(database, fill)).toThrow('database or disk is full');
});

it.skipIf(process.platform === 'win32')(
  'a process that may write no more says so in its log, with the file and what to do',
  async () => {
    const limited = `ulimit -f 4000; exec "${process.execPath}" "${builtMain}" refresh demo`;
    const child = spawn('sh', ['-c', limited], {
      env: { PATH: process.env.PATH, CATALYST_DATA_DIR: dataDir },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toBe(
      `${filesOf(dataDir).demo}: the disk cannot be read or written. Check the disk and the file size limit of this process. SQLite says: disk I/O error\n`,
    );
  },
);
