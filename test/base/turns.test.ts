import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noObserver, type Observer } from '../../src/base/observer.ts';
import { createTurns, MAX_QUEUED_SCANS, type Steps } from '../../src/base/turns.ts';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { noLimits } from '../../src/service/access/limits.ts';
import { createStoreBackend } from '../../src/service/local/store-backend.ts';
import { createService } from '../../src/service/service.ts';
import { inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { createToolbox } from '../../src/transports/toolbox.ts';
import { endpoints } from '../../tools/index.ts';
import { temporaryFolder } from '../support/files.ts';
import { createGate } from '../support/gate.ts';
import { fixedClock, read, serve, silentLog } from '../support/start-app.ts';
import { writeServed } from '../support/write-served.ts';

describe('time slices', () => {
  /** Each step of this work takes one 5 ms time slice, so no time slice has two steps. */
  function createWork() {
    let now = 0;
    const done: string[] = [];
    const turns = createTurns(() => now);
    function* steps(name: string, count: number): Steps<string> {
      for (let step = 1; step <= count; step += 1) {
        now += 5;
        done.push(`${name}.${step}`);
        if (step < count) yield;
      }
      return name;
    }
    return { turns, done, steps };
  }

  it('are round robin between accounts; an account’s scan finishes before its next scan', async () => {
    const { turns, done, steps } = createWork();
    const results = await Promise.all([
      turns.scan('a', steps('a1', 2)),
      turns.scan('a', steps('a2', 2)),
      turns.scan('b', steps('b1', 3)),
      turns.scan('c', steps('c1', 1)),
    ]);
    expect(results).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(done.join(' ')).toBe('a1.1 b1.1 c1.1 a1.2 b1.2 a2.1 b1.3 a2.2');
  });

  it('let calls run between the steps of scans, also of the same account', async () => {
    const { turns, done, steps } = createWork();
    const scan = turns.scan('a', steps('a1', 4));
    const calls = ['a', 'b'].map((name) => turns.enter(name).then(() => done.push(name)));
    await Promise.all([scan, ...calls]);
    expect(done.join(' ')).toBe('a1.1 a b a1.2 a1.3 a1.4');
  });

  it('let the event loop handle I/O after each time slice', async () => {
    const { turns, done, steps } = createWork();
    const scan = turns.scan('a', steps('a1', 3));
    setImmediate(() => setImmediate(() => done.push('what came in')));
    await scan;
    expect(done.indexOf('what came in')).toBeLessThan(3);
  });

  it('reject with the error of a scan, and continue', async () => {
    const { turns, steps } = createWork();
    // biome-ignore lint/correctness/useYield: it fails at its first step.
    function* failing(): Steps<string> {
      throw new Error('broken');
    }
    const both = [turns.scan('a', failing()), turns.scan('a', steps('a2', 2))];
    expect(await Promise.allSettled(both)).toMatchObject([
      { status: 'rejected', reason: { message: 'broken' } },
      { status: 'fulfilled', value: 'a2' },
    ]);
  });

  it('drop the work of disconnected clients, also between the steps of a scan', async () => {
    const { turns, done, steps } = createWork();
    const left = new Set<string>();
    const hasLeft = (name: string) => () => left.has(name);
    const all = [
      turns.scan('a', steps('a1', 3), hasLeft('a1')),
      turns.scan('b', steps('b1', 2), hasLeft('b1')).then(() => left.add('a1')),
      turns.scan('a', steps('a2', 3), hasLeft('a2')),
      turns.enter('a', hasLeft('a2')),
      turns.scan('a', steps('a3', 1), hasLeft('a3')),
    ];
    left.add('a2');
    const results = await Promise.allSettled(all);
    expect(results.map((one) => (one.status === 'rejected' ? one.reason.status : 'done'))).toEqual([
      ...[499, 'done', 499, 499, 'done'],
    ]);
    expect(done.join(' ')).toBe('a1.1 b1.1 a1.2 b1.2 a3.1');
  });

  it('refuse scans beyond the limit of an account, with the seconds to wait', async () => {
    const { turns, steps } = createWork();
    // 250 steps of 5 ms are 1.25 s. The mean was 0 before, and a new scan counts for a fifth: 250
    // ms.
    await turns.scan('a', steps('first', 250));
    const queued = Array.from({ length: MAX_QUEUED_SCANS }, (_, index) =>
      turns.scan('a', steps(`a${index}`, 1)),
    );
    // 64 scans of 250 ms take 16 s.
    await expect(turns.scan('a', steps('one more', 1))).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 16,
    });
    await expect(turns.scan('b', steps('another', 1))).resolves.toBe('another');
    await Promise.all(queued);
    await expect(turns.scan('a', steps('later', 1))).resolves.toBe('later');
  });

  it('end the time slice with each refusal, so repeated refusals delay nobody', async () => {
    const { turns, steps } = createWork();
    let turn = 0;
    const tick = () => {
      turn += 1;
      ticks = setImmediate(tick);
    };
    let ticks = setImmediate(tick);
    const queued = Array.from({ length: MAX_QUEUED_SCANS }, () => turns.scan('a', steps('a', 1)));
    const refusedIn = await Promise.all(
      [1, 2, 3].map(() => turns.scan('a', steps('more', 1)).then(String, () => turn)),
    );
    expect(new Set(refusedIn).size).toBe(3);
    await Promise.all(queued);
    clearImmediate(ticks);
  });
});

describe('pattern searches with one key', () => {
  /** Each record is tested against every condition, which takes many time slices. */
  const conditions = 12_000;
  const pattern = (index: number) => `(.*a){12}${index}`;
  let base: string;
  let close: () => Promise<void>;
  const begun: string[] = [];
  const failed: [string, unknown][] = [];
  const observer: Observer = {
    ...noObserver,
    began(transport) {
      begun.push(transport);
      return (cause) => void (cause && failed.push([transport, cause]));
    },
  };

  beforeAll(async () => {
    const path = join(temporaryFolder(), 'store.sqlite');
    const database = await openDatabase(path, factMigrations);
    const trials = Array.from({ length: conditions }, (_, index) => ({
      nctId: `NCT${index}`,
      ticker: index === 7 ? 'ACME' : 'BOLT',
      Condition: `carcinoma of the ${index}th kind, advanced or metastatic`,
    }));
    inTransaction(database, () => {
      for (const one of endpoints) {
        writeServed(database, one, one.name === 'catalyst_sync' ? trials : []);
      }
    });
    const source = createStoreBackend(database, false);
    const accounts = {
      find: (name: string) => ({ name, plan: 'elite-plus', demo: false, state: 'active' }) as const,
    };
    const service = createService({
      source: () => source,
      accounts,
      limits: noLimits,
      clock: fixedClock,
    });
    const catalogue = createCatalogue(endpoints);
    const toolbox = createToolbox(catalogue, service, silentLog(), {}, observer);
    const server = await serve({ catalogue, service, toolbox }, silentLog(), { observer });
    base = server.base;
    close = async () => {
      await server.close();
      await source.close();
    };
  });
  afterAll(() => close());

  const ask = (apiKey: string, query: Record<string, string>) =>
    read(`${base}/api/v2/catalystsync?${new URLSearchParams({ ...query, apiKey })}`);

  it('do not delay pattern searches, calls and connections of other keys', async () => {
    let answered = 0;
    const { open: first, opened: begun } = createGate();
    const many = Array.from({ length: 40 }, async (_, index) => {
      const { status } = await ask('greedy', { condition: pattern(index) });
      answered += 1;
      first();
      return status;
    });
    await begun;
    const before = answered;
    const others = await Promise.all([
      ask('modest', { condition: pattern(99) }),
      ask('modest', { ticker: 'ACME' }),
      read(`${base}/healthz`, { headers: { connection: 'close' } }),
    ]);
    // If scans ran one after another, all 40 requests would be answered first.
    expect(answered - before).toBeLessThan(20);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(others[1]?.body.pagination.total).toBe(1);
    expect(await Promise.all(many)).toEqual(Array(40).fill(200));
  });

  it('are dropped when the client disconnects, over REST and MCP', async () => {
    begun.length = 0;
    const busy = Array.from({ length: 20 }, (_, at) => ask('greedy', { condition: pattern(at) }));
    await expect.poll(() => begun.length).toBe(20);
    const hangUp = new AbortController();
    const { signal } = hangUp;
    const query = new URLSearchParams({ condition: pattern(50), apiKey: 'greedy' });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'catalyst_sync', arguments: { condition: pattern(51) } },
    };
    const left = Promise.allSettled([
      fetch(`${base}/api/v2/catalystsync?${query}`, { signal }),
      fetch(`${base}/mcp?apiKey=greedy`, {
        method: 'POST',
        body: JSON.stringify(call),
        signal,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      }),
    ]);
    await expect.poll(() => begun.length).toBe(22);
    hangUp.abort();
    for (const { status } of await Promise.all(busy)) expect(status).toBe(200);
    for (const { status } of await left) expect(status).toBe('rejected');
    await expect.poll(() => failed.length).toBe(2);
    expect(Object.fromEntries(failed)).toMatchObject({
      rest: { status: 499 },
      mcp: { status: 499 },
    });
  });

  it('may be as long as their limit', async () => {
    // One instruction per letter plus two: 1,000 + 998 + 2 = 2,000.
    const [largest, larger] = [
      await ask('modest', { condition: 'a{1000}a{998}' }),
      await ask('modest', { condition: 'a{1000}a{999}' }),
    ];
    expect(largest.status).toBe(200);
    expect([larger.status, larger.body]).toEqual([
      ...[
        400,
        { error: 'Invalid condition: a pattern in RE2 syntax; write \\( for a parenthesis' },
      ],
    ]);
  });
});
