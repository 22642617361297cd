import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { startServer } from '../support/built.ts';
import { createKey, runCommand, temporaryFolder } from '../support/mcp.ts';
import { fillStore } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

const callers = 8;
/** Interval of the proxy's readiness checks in milliseconds. */
const lookEvery = 50;

async function startServing(settings: Record<string, string>) {
  const dataDir = temporaryFolder();
  await fillStore(filesOf(dataDir).store, universe);
  const key = await createKey(dataDir);
  const server = await startServer(dataDir, { CATALYST_LIMITS: 'off', ...settings });
  return { ...server, dataDir, key };
}

/** Starts callers that send requests through a proxy until the proxy has no ready server. */
function startCalling(address: string) {
  let isOver = false;
  const statuses: number[] = [];
  const failures: unknown[] = [];
  const one = async () => {
    while (!isOver) {
      try {
        const reply = await fetch(address);
        await reply.arrayBuffer();
        statuses.push(reply.status);
      } catch (cause) {
        failures.push(cause);
      }
    }
  };
  const all = Promise.all(Array.from({ length: callers }, one));
  return {
    statuses,
    failures,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

describe.skipIf(process.platform === 'win32')('a server that is told to stop', () => {
  it('reports it at /readyz while it continues to answer, and no request is lost', async () => {
    const { child, ended, base, port, key, dataDir } = await startServing({
      CATALYST_DRAIN_SECONDS: '5',
    });
    const ready = () => runCommand(dataDir, ['ready', '--port', String(port)]);
    expect(await ready()).toMatchObject({ code: 0, stdout: expect.stringContaining('"ready"') });
    const calling = startCalling(`${base}/api/v2/fdacalendar?apiKey=${key}`);
    await expect.poll(() => calling.statuses.length).toBeGreaterThan(50);
    child.kill('SIGTERM');
    const told = performance.now();
    let reply = await fetch(`${base}/readyz`);
    while (reply.status === 200) {
      await sleep(lookEvery);
      reply = await fetch(`${base}/readyz`);
    }
    const drained = calling.statuses.length;
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({
      status: 'not ready',
      reasons: ['draining: this process is shutting down'],
      records: { from: 'local store' },
    });
    expect(await ready()).toMatchObject({ code: 1, stdout: expect.stringContaining('draining') });
    // The draining server still runs and answers direct requests.
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    await expect.poll(() => calling.statuses.length).toBeGreaterThan(drained);
    await calling.stop();
    expect(calling.failures).toEqual([]);
    expect(new Set(calling.statuses)).toEqual(new Set([200]));
    expect((await ended).code).toBe(0);
    expect(performance.now() - told).toBeGreaterThan(4_900);
    expect(await ready()).toMatchObject({
      code: 1,
      stdout: `no server answers at 127.0.0.1:${port}: ECONNREFUSED\n`,
    });
  });

  it('writes the last line of its log before it ends', async () => {
    const { child, ended } = await startServing({
      CATALYST_BASE_URL: 'http://127.0.0.1:9',
      CATALYST_API_KEY: 'a key of the upstream',
    });
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    const lines = stderr.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      msg: 'upstream closed',
      instance: expect.stringMatching(/./),
    });
  });
});
