import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openRedisGateway } from '../../src/cluster/redis-gateway.ts';
import type { UpstreamSettings } from '../../src/gateway/upstream-settings.ts';
import type { Bucket } from '../../src/service/access/budget.ts';
import { useSurroundings } from '../gateway/faulty-gateway.ts';
import { haveEngines } from '../support/engines.ts';
import { listen } from '../support/network.ts';
import { machineTime } from '../support/start-app.ts';
import { asked, createTestLog, type Fault, openUpstream, replies } from '../support/upstream.ts';
import { useMachines } from './machines.ts';

const plan: Bucket = { name: 'upstream test plan', limit: { requests: 5, windowSeconds: 60 } };
const own: Bucket = { name: 'upstream test own', limit: { requests: 3, windowSeconds: 300 } };

describe.runIf(haveEngines)('the gateways of several machines', () => {
  const world = useMachines();
  const { closes, openAdmin } = world;

  /** Opens a Redis that has counted for a full window, so every request is known. */
  async function settledRedis() {
    const admin = await openAdmin();
    await admin.flushall();
    const run = /run_id:(\w+)/.exec(await admin.info('server'))?.[1];
    await admin.set('{budget} counting', `${run} 0`);
    return admin;
  }

  const around = useSurroundings();

  async function openShared() {
    const { log, lines } = createTestLog();
    const upstream = { baseUrl: around.proxy.baseUrl, key: around.instance.keys.elite };
    const { monotonic } = around.time;
    const shared = await openRedisGateway(world.engines, upstream, { monotonic, log });
    closes(() => shared.budget.close());
    return { ...shared, said: () => lines.map(({ said }) => said) };
  }

  async function openGateway(settings: Partial<UpstreamSettings> = {}) {
    const { proxy, instance, time, scope } = around;
    const shared = await openShared();
    const { baseUrl } = proxy;
    const key = instance.keys.elite;
    const source = await openUpstream(scope, { baseUrl, key, time, settings, shared });
    return { source, said: shared.said };
  }

  /**
   * Moves the budget times stored in Redis into the past and advances the clocks of the machines.
   */
  async function pass(admin: Awaited<ReturnType<typeof openAdmin>>, milliseconds: number) {
    around.time.forward(milliseconds);
    await move(admin, milliseconds);
  }

  async function move(admin: Awaited<ReturnType<typeof openAdmin>>, milliseconds: number) {
    for (const key of await admin.keys('{budget} upstream *')) {
      for (const id of await admin.zrange(key, '0', '-1'))
        await admin.zincrby(key, -milliseconds, id);
    }
    const [run, since] = (await admin.get('{budget} counting'))?.split(' ') ?? [];
    await admin.set('{budget} counting', `${run} ${Math.max(0, Number(since) - milliseconds)}`);
    for (const key of await admin.keys('{budget} pause *')) {
      const left = (await admin.pttl(key)) - milliseconds;
      if (left > 0) await admin.pexpire(key, left);
      else await admin.del(key);
    }
  }

  describe('have one budget', () => {
    it('of which a token comes back a window after the answer, or at once if nothing was sent', async () => {
      const admin = await settledRedis();
      const [first, second] = [await openShared(), await openShared()];
      const tokens = [];
      for (const { budget } of [first, second, first]) {
        tokens.push((await budget.take([plan, own], 1_000))!);
      }
      expect(await second.budget.take([plan, own], 1_000)).toBeUndefined();
      // A request refused by one bucket does not use the quota of the other bucket.
      await second.budget.wait([{ bucket: plan, before: 0 }]);
      expect(second.budget.left(plan)).toBe(2);
      await tokens[0]!.unused();
      tokens[0] = (await second.budget.take([plan, own], 1_000))!;
      await pass(admin, 500);
      for (const token of tokens) await token.ended(100);
      await pass(admin, 55_000);
      expect(await first.budget.wait([{ bucket: plan, before: 0 }])).toBe(0);
      expect(await first.budget.wait([{ bucket: plan, before: 2 }])).toBeGreaterThan(1_000);
      await pass(admin, 5_200);
      await first.budget.wait([plan, own].map((bucket) => ({ bucket, before: 0 })));
      expect([plan, own].map((bucket) => first.budget.left(bucket))).toEqual([5, 0]);
      await pass(admin, 240_000);
      expect(await first.budget.take([plan, own], 1_000)).toBeDefined();
    });

    it('gets the tokens of a killed machine back automatically', async () => {
      const admin = await settledRedis();
      const [gone, other] = [await openShared(), await openShared()];
      for (let request = 0; request < 5; request += 1) await gone.budget.take([plan], 1_000);
      gone.budget.close();
      expect(await other.budget.take([plan], 1_000)).toBeUndefined();
      await pass(admin, 60_900);
      expect(await other.budget.take([plan], 1_000)).toBeUndefined();
      await pass(admin, 1_000);
      for (let request = 0; request < 5; request += 1) {
        expect(await other.budget.take([plan], 1_000)).toBeDefined();
      }
    });

    it('which is taken up again where Redis refused at first to say who it is', async () => {
      const admin = await settledRedis();
      await admin.call('ACL', 'SETUSER', 'default', '-info');
      const { budget } = await openShared();
      await expect(budget.take([plan], 1_000)).rejects.toThrow('Redis does not answer');
      await admin.call('ACL', 'SETUSER', 'default', '+info');
      expect(await budget.take([plan], 1_000)).toBeDefined();
    });

    it('that is paused for all when the upstream says so to one', async () => {
      const admin = await settledRedis();
      const [first, second] = [await openGateway(), await openGateway()];
      around.proxy.use(replies(429, '', { 'retry-after': '90' }), 'pass');
      await expect(asked(first.source, 'fda_calendar')).rejects.toMatchObject({ status: 429 });
      const refused = await asked(second.source, 'fda_calendar').catch((cause) => cause);
      expect(refused).toMatchObject({ status: 429 });
      expect(refused.retryAfterSeconds).toBeGreaterThan(30);
      expect(around.proxy.requests).toHaveLength(1);
      await asked(second.source, 'pdufa_upcoming');
      await pass(admin, 90_000);
      expect((await asked(second.source, 'fda_calendar')).total).toBe(3);
    });

    it('that a clock set back holds up for a lease and a window at most', async () => {
      const admin = await settledRedis();
      const { budget } = await openShared();
      for (let request = 0; request < 5; request += 1) await budget.take([plan], 1_000);
      await move(admin, -3_600_000);
      const wait = await budget.wait([{ bucket: plan, before: 0 }]);
      expect(wait).toBeLessThanOrEqual(75_000);
      await pass(admin, 75_001);
      expect(await budget.take([plan], 1_000)).toBeDefined();
    });

    it('of which nothing is spent by machines that outlive Redis, until all of it is back', async () => {
      await settledRedis();
      const [gone, left] = [await openShared(), await openShared()];
      for (let request = 0; request < 4; request += 1) await gone.budget.take([plan], 1_000);
      const token = await left.budget.take([plan], 1_000);
      gone.budget.close();
      await world.engines.redis.kill();
      await expect(left.budget.take([plan], 1_000)).rejects.toThrow('Redis');
      await world.engines.redis.start();
      const admin = await openAdmin();
      const look = () => left.budget.wait([{ bucket: plan, before: 0 }]).catch(() => undefined);
      let seen = await look();
      for (; seen === undefined; seen = await look()) await sleep(50);
      // One window plus the longest time that a request of a killed machine can be in progress.
      expect(seen).toBeGreaterThan(70_000);
      expect(seen).toBeLessThanOrEqual(75_000);
      await token!.ended(100);
      await pass(admin, 60_000);
      const machines = [left, await openShared()];
      for (const { budget } of machines) expect(await budget.take([plan], 1_000)).toBeUndefined();
      await pass(admin, 15_000);
      for (let request = 0; request < 5; request += 1) {
        expect(await machines[request % 2]!.budget.take([plan], 1_000)).toBeDefined();
      }
      expect(await left.budget.take([plan], 1_000)).toBeUndefined();
    });

    it('that is exceeded in no window by four processes, one of which is killed', async () => {
      const admin = await settledRedis();
      const arrivals: number[] = [];
      const server = createServer((_, response) => {
        arrivals.push(machineTime());
        // Some responses are delayed, so the upstream may have counted their requests early.
        setTimeout(() => response.end('{}'), arrivals.length % 7 === 0 ? 150 : 5);
      });
      const port = await listen(server);
      const path = fileURLToPath(new URL('./gateway-worker.ts', import.meta.url));
      const words = [world.engines.redisUrl, `http://127.0.0.1:${port}/`, '20', '1'];
      const workers = Array.from({ length: 4 }, () =>
        fork(path, words, { execArgv: ['--import', 'tsx'] }),
      );
      const end = (worker: ChildProcess) => worker.kill('SIGKILL');
      closes(() => workers.forEach(end));
      await Promise.all(workers.map((worker) => once(worker, 'message')));
      while (arrivals.length < 60) await sleep(10);
      end(workers[0]!);
      const killedAt = arrivals.length;
      while (arrivals.length < killedAt + 120) await sleep(10);
      workers.forEach(end);
      const most = arrivals.map(
        (start) => arrivals.filter((at) => at >= start && at < start + 1_000).length,
      );
      expect(Math.max(...most)).toBeLessThanOrEqual(20);
      expect((await admin.keys('*')).toSorted()).toEqual([
        '{budget} counting',
        '{budget} upstream test endpoint',
        '{budget} upstream test plan',
      ]);
    });
  });

  describe('keep one answer to a question', () => {
    /** The response is delayed until all simultaneous requests have been sent. */
    const slowly: Fault = (_, response) => {
      setTimeout(() => response.end('{"result":[{"ticker":"AAA"}],"pagination":{"total":1}}'), 400);
    };
    const settings = { fresh: () => 60_000 };

    it('which one of them asks for while the others wait', async () => {
      await settledRedis();
      const gateways = [await openGateway(settings), await openGateway(settings)];
      around.proxy.use(slowly);
      const pages = await Promise.all(
        [...gateways, ...gateways].map(({ source }) => asked(source, 'fda_calendar')),
      );
      expect(new Set(pages.map(({ records }) => records.join()))).toEqual(
        new Set(['{"ticker":"AAA"}']),
      );
      expect(around.proxy.requests).toHaveLength(1);
      const late = await openGateway(settings);
      await asked(late.source, 'fda_calendar');
      expect(around.proxy.requests).toHaveLength(1);
      await asked(late.source, 'fda_calendar', {}, '2026-11-22');
      await asked(late.source, 'fda_calendar', { ticker: 'AAA' });
      expect(around.proxy.requests).toHaveLength(3);
    });

    it('which is as old for whoever takes it over as it is', async () => {
      const admin = await settledRedis();
      const [first, second] = [await openGateway(settings), await openGateway(settings)];
      await asked(first.source, 'fda_calendar');
      const [kept = ''] = await admin.keys('answer *');
      await admin.pexpire(kept, 20_000);
      await asked(second.source, 'fda_calendar');
      expect(around.proxy.requests).toHaveLength(1);
      // The answer was 40 s old when it was copied from the other machine.
      around.time.forward(20_001);
      await admin.del(kept);
      await asked(second.source, 'fda_calendar');
      expect(around.proxy.requests).toHaveLength(2);
    });

    it('which another asks for when the first has failed, or is gone', async () => {
      const admin = await settledRedis();
      const [first, second] = [
        await openGateway({ ...settings, retries: 0 }),
        await openGateway(settings),
      ];
      around.proxy.use(replies(400), 'pass');
      await expect(asked(first.source, 'fda_calendar')).rejects.toMatchObject({ status: 400 });
      expect((await asked(second.source, 'fda_calendar')).total).toBe(3);
      // A process that requests the answer and then stops renewing its claim: the claim expires.
      const [kept = ''] = await admin.keys('answer *');
      await admin.del(kept);
      await admin.set(kept.replace('answer', 'asking'), 'a machine that is gone', 'PX', 700);
      const third = await openGateway(settings);
      expect((await asked(third.source, 'fda_calendar')).total).toBe(3);
      expect(around.proxy.requests).toHaveLength(3);
    });

    it('in Redis without the key of the upstream or a word of the question', async () => {
      const admin = await settledRedis();
      const { source } = await openGateway(settings);
      await asked(source, 'fda_calendar', { ticker: 'AAA' });
      const seen: string[] = [];
      for (const key of await admin.keys('*')) {
        const isSet = (await admin.type(key)) === 'zset';
        seen.push(
          key,
          isSet ? (await admin.zrange(key, '0', '-1')).join() : (await admin.get(key))!,
        );
      }
      expect(seen.some((text) => text.includes('Alphamab'))).toBe(true);
      expect(seen.join()).not.toContain(around.instance.keys.elite);
      expect((await admin.keys('*')).join()).not.toContain('AAA');
      for (const key of await admin.keys('answer *')) {
        expect(await admin.pttl(key)).toBeLessThanOrEqual(60_000);
      }
    });
  });

  it('are those of the built servers: two ask for a page once', async () => {
    await settledRedis();
    const { bases, key } = await world.startServers(2, {
      CATALYST_BASE_URL: around.proxy.baseUrl,
      CATALYST_API_KEY: around.instance.keys.elite,
    });
    for (const base of bases) {
      const answer = await fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`);
      expect(((await answer.json()) as { result: unknown[] }).result).toHaveLength(3);
    }
    expect(around.proxy.requests).toHaveLength(1);
  });

  it('without Redis give what they keep, and ask nothing', async () => {
    await settledRedis();
    const { source, said } = await openGateway({ fresh: () => 60_000 });
    await asked(source, 'fda_calendar');
    await world.engines.redis.kill();
    try {
      await asked(source, 'fda_calendar');
      around.time.forward(61_000);
      expect((await asked(source, 'fda_calendar')).staleAsOf).toMatch(/^2026-11-21T12:00/);
      for (let call = 0; call < 5; call += 1) {
        const refused = await asked(source, 'pdufa_upcoming').catch((cause) => cause);
        expect(refused).toMatchObject({ status: 503, retryAfterSeconds: 10 });
        expect(refused.message).toContain('try again in 10 s');
      }
      expect(around.proxy.requests).toHaveLength(1);
    } finally {
      await world.engines.redis.start();
    }
    while (!said().includes('Redis answers again')) await sleep(50);
    // Redis lost the requests that were counted just before it was killed.
    const refused = await asked(source, 'pdufa_upcoming').catch((cause) => cause);
    expect(refused).toMatchObject({ status: 429 });
    await move(await openAdmin(), 400_000);
    while (!(await asked(source, 'pdufa_upcoming').catch(() => undefined))) await sleep(200);
    expect(around.proxy.requests).toHaveLength(2);
  });
});
