import { createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { killAfterTest, startBuilt, startProgram } from '../support/built.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { clientOf, createKey, fileIn, temporaryFolder } from '../support/mcp.ts';
import { listen } from '../support/network.ts';
import { until } from './shared-store.ts';

/** Number of callers. Each caller sends requests without a pause. */
const CALLERS = 6;

describe.runIf(haveEngines)('an upgrade, one server after the other', () => {
  const engines = useEngines();
  let environment: Record<string, string>;
  let key: string;
  beforeAll(async () => {
    environment = { ...engines.settings, CATALYST_LIMITS: 'off' };
    key = await createKey(temporaryFolder(), environment);
    const file = fileIn(temporaryFolder(), 'one.ndjson', '{"ticker":"ONEQZ","name":"One"}');
    const words = ['import', 'companies', file];
    expect((await startBuilt(temporaryFolder(), words, environment).ended).code).toBe(0);
  });

  const start = {
    old: (words: readonly string[]) => startBuilt(temporaryFolder(), words, environment),
    /** Starts a program with another record layout, either as a worker or as a server. */
    new(words: readonly string[]) {
      const path = fileURLToPath(new URL('./upgraded-program.ts', import.meta.url));
      const program = [process.execPath, '--import', 'tsx', path, ...words];
      return startProgram(program, temporaryFolder(), environment);
    },
  };

  async function serving(release: keyof typeof start) {
    const server = start[release](['serve', '--port', '0']);
    killAfterTest(server);
    const printed = await server.until((text) => text.includes('/mcp'));
    return { ...server, base: /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] as string };
  }
  const isReady = async (base: string) =>
    (await fetch(`${base}/readyz`).catch(() => undefined))?.status === 200;

  /** A proxy that checks the readiness of each server and rotates between the ready servers. */
  async function openProxy(bases: Set<string>) {
    let ready: readonly string[] = [];
    let turn = 0;
    let isOpen = true;
    const looking = (async () => {
      while (isOpen) {
        const asked = await Promise.all([...bases].map(async (one) => [one, await isReady(one)]));
        ready = asked.flatMap(([base, is]) => (is ? [base as string] : []));
        await sleep(100);
      }
    })();
    const server = createServer((asked, reply) => {
      const [base, { method, headers }] = [ready[turn++ % ready.length], asked];
      const passed = request(`${base}${asked.url}`, { method, headers, agent: false }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      passed.once('error', (cause) => reply.writeHead(502).end(cause.message));
      asked.pipe(passed);
    });
    const port = await listen(server);
    onTestFinished(async () => {
      isOpen = false;
      await looking;
    });
    await until(() => ready.length === bases.size);
    return `http://127.0.0.1:${port}`;
  }

  it('fails no call, over REST and MCP, whatever the layout of the records', async () => {
    const old = [await serving('old'), await serving('old')];
    const bases = new Set(old.map(({ base }) => base));
    const proxy = await openProxy(bases);
    const failed: unknown[] = [];
    let isCalling = true;
    let calls = 0;
    const call = async (at: number) => {
      if (at % 2 === 0) {
        const reply = await fetch(`${proxy}/api/v2/companies?apiKey=${key}`);
        const text = await reply.text();
        if (reply.status !== 200 || !text.includes('ONEQZ')) failed.push([reply.status, text]);
        return;
      }
      const client = await clientOf(proxy, { headers: { 'x-api-key': key } });
      const answer = await client.callTool({ name: 'companies', arguments: {} });
      if (answer.isError || !JSON.stringify(answer).includes('ONEQZ')) failed.push(answer);
      await client.close();
    };
    const callers = Array.from({ length: CALLERS }, async (_, at) => {
      while (isCalling) {
        await call(at).catch((cause) => failed.push(String(cause)));
        calls += 1;
      }
    });
    const worker = start.new(['work']);
    killAfterTest(worker);
    for (const { base, child, ended } of old) {
      const next = await serving('new');
      await until(() => isReady(next.base));
      bases.add(next.base);
      const before = calls;
      child.kill('SIGTERM');
      expect((await ended).code).toBe(0);
      bases.delete(base);
      // Requests were sent during the replacement.
      expect(calls).toBeGreaterThan(before + CALLERS);
    }
    const after = calls;
    await until(() => calls > after + 2 * CALLERS);
    isCalling = false;
    await Promise.all(callers);
    expect(failed).toEqual([]);
    const shown = await startBuilt(temporaryFolder(), ['status'], environment).ended;
    const layouts = [...shown.stdout.matchAll(/│ *served *│ *(\w+)/g)].map(([, name]) => name);
    expect(new Set(layouts).size).toBe(2);
  });
});
