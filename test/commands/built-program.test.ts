import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { todayOf } from '../../src/base/clock.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta } from '../../src/store/facts-store.ts';
import { samplesOf } from '../service/telemetry/samples.ts';
import { builtMain, startBuilt, startServer } from '../support/built.ts';
import { fileIn } from '../support/files.ts';
import { createKey, root, runCommand, temporaryFolder } from '../support/mcp.ts';
import { fillStore } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

/** A data folder whose store contains the decisions of the fixture. */
const filled = temporaryFolder();
beforeAll(async () => {
  const fixture = join(root, 'test/fixtures/import/decisions.json');
  await runCommand(filled, ['import', 'decisions', fixture]);
});

describe('the built program', () => {
  it('serves, prints its URL, and finishes the requests in progress when it is stopped', async () => {
    // The demo store exists already, because a busy machine may need longer to create it than a
    // stopping server waits.
    const dataDir = temporaryFolder();
    await startBuilt(dataDir, ['refresh', 'demo']).ended;
    const { child, ended, printed, base } = await startServer(dataDir);
    expect(printed).toContain(`page   ${base}/\n`);
    expect(printed).toContain(`${base}/mcp\n`);
    expect(printed).toContain(`${base}/api/v2/fdacalendar?apiKey=demo`);
    const settings = JSON.parse(printed.slice(printed.indexOf('{')));
    expect(Object.values(settings.mcpServers)).toEqual([
      { type: 'http', url: `${base}/mcp`, headers: { Authorization: 'Bearer demo' } },
    ]);
    const inFlight = fetch(`${base}/api/v2/fdacalendar?apiKey=demo`);
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' });
    child.kill('SIGTERM');
    const answer = (await (await inFlight).json()) as { result: unknown[] };
    expect(answer.result).toHaveLength(50);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(`${base}/healthz`)).rejects.toThrow();
  });

  it('has a demo store of the build, which the first answer reads', async () => {
    const dataDir = temporaryFolder();
    expect(await toldOnce(dataDir)).toContain('Note: Demo data:');
    expect(statSync(filesOf(dataDir).demo).size).toBeLessThan(25e6);
    expect(readFileSync(join(builtMain, '../demo.sqlite.br')).length).toBeLessThan(1.1e6);
  });

  it('ends with the code of its command', async () => {
    const commands = [['status'], ['import', 'decisions', '/absent.json'], ['stauts']];
    const ran = await Promise.all(commands.map((one) => startBuilt(temporaryFolder(), one).ended));
    expect(ran.map(({ code }) => code)).toEqual([0, 1, 2]);
  });

  it('reads a text in a thread of its own', async () => {
    const path = fileIn(temporaryFolder(), 'release.txt', 'The FDA approved zelvocimab.');
    const { code, stdout } = await startBuilt(filled, ['extract', path]).ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { facts: [{ type: 'approval' }] }]);
  });

  it('ends quietly when its reader has seen enough', async () => {
    const { child, ended } = startBuilt(filled, ['call', 'pdufa_historical']);
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.skipIf(process.platform === 'win32')(
    'serves metrics on this machine alone, and says in its log where',
    async () => {
      const dataDir = temporaryFolder();
      await fillStore(filesOf(dataDir).store, universe);
      const key = await createKey(dataDir);
      const settings = { CATALYST_METRICS_PORT: '0' };
      const { child, ended, base, stderr } = await startServer(dataDir, settings);
      await expect.poll(() => stderr()).toContain('serving metrics');
      const line = stderr()
        .split('\n')
        .find((one) => one.includes('serving metrics'));
      const { host, port, instance } = JSON.parse(line ?? '');
      expect(host).toBe('127.0.0.1');
      expect(instance).toMatch(/./);
      expect((await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`)).status).toBe(200);
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const calls = 'catalyst_calls_total{outcome="ok",tool="fda_calendar",transport="rest"}';
      expect(samplesOf(text).get(calls)).toBe(1);
      expect(text).not.toContain(key);
      child.kill('SIGTERM');
      expect((await ended).code).toBe(0);
    },
  );
});

/** What the program answers over stdio to a client that asks once and leaves. */
async function toldOnce(dataDir: string): Promise<string> {
  const { child, ended } = startBuilt(dataDir);
  child.stdin.end(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pdufa_historical"}}\n',
  );
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  return stdout;
}

describe('the built program over a store that was computed on an earlier day', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    await fillStore(filesOf(dataDir).store, universe);
  });

  async function isComputedToday(): Promise<boolean> {
    const database = await openDatabase(filesOf(dataDir).store, factMigrations);
    try {
      return readMeta(database, 'derived_on') === todayOf(Date.now);
    } finally {
      database.close();
    }
  }

  it('call answers with current records: it waits for the refresh', async () => {
    const { code, stdout, stderr } = await startBuilt(dataDir, ['call', 'pdufa_historical']).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('computed on');
    expect(await isComputedToday()).toBe(true);
  });

  it('a client that asks and leaves leaves the records of today behind', async () => {
    const told = JSON.parse(await toldOnce(dataDir));
    expect(told).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } });
    expect(await isComputedToday()).toBe(true);
  });
});
