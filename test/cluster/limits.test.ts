import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { openRedisBuckets } from '../../src/cluster/redis-budget.ts';
import type { Bucket } from '../../src/service/access/budget.ts';
import { createLimits } from '../../src/service/access/limits.ts';
import { startMachines } from '../support/counting.ts';
import { haveEngines } from '../support/engines.ts';
import fc from '../support/properties.ts';
import { machineTime } from '../support/start-app.ts';
import { createTestLog, endpointNamed } from '../support/upstream.ts';
import type { Tries } from './limits-worker.ts';
import { useMachines } from './machines.ts';

const plan: Bucket = { name: '{a} plan', limit: { requests: 20, windowSeconds: 60 } };
const narrow: Bucket = { name: '{a} narrow', limit: { requests: 7, windowSeconds: 30 } };
const wide: Bucket = { name: '{a} wide', limit: { requests: 1_000, windowSeconds: 60 } };
const buckets = { plan, narrow, wide };

describe.runIf(haveEngines)('limits of several machines', () => {
  const world = useMachines();
  const { closes } = world;

  const start = async (count: number) => {
    const counting = await startMachines(world.engines, count);
    closes(counting.close);
    return counting;
  };

  describe('in windows that begin anywhere', () => {
    const step = fc.record({
      machine: fc.nat(2),
      bucket: fc.constantFrom('narrow', 'wide', 'plan') as fc.Arbitrary<keyof typeof buckets>,
      requests: fc.integer({ min: 1, max: 30 }),
      atOnce: fc.boolean(),
      pause: fc.oneof(fc.nat(50), fc.nat(3_000), fc.nat(40_000)),
      restarted: fc.boolean(),
    });
    interface Spent {
      readonly of: Bucket;
      readonly before: number;
      readonly after: number;
    }

    /**
     * Returns the largest number of requests that were certainly counted in one window that starts
     * with a request.
     */
    function mostInAnyWindow(spent: readonly Spent[], bucket: Bucket): number {
      const own = spent.filter(({ of }) => of === bucket);
      const window = bucket.limit.windowSeconds * 1_000;
      const counts = own.map(
        ({ before: start }) =>
          own.filter(({ before, after }) => before >= start && after < start + window).length,
      );
      return Math.max(0, ...counts);
    }

    it('no window exceeds the limit, whichever process spends or restarts', async () => {
      let [granted, refused] = [0, 0];
      const world = await start(3);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          await world.admin.flushall();
          await world.pass(300_000);
          const spent: Spent[] = [];
          const spend = async (machine: number, of: readonly Bucket[]) => {
            const before = world.now();
            const refusal = await world.machines[machine]!.buckets.spend(of);
            const after = world.now();
            if (!refusal) {
              granted += 1;
              spent.push(...of.map((one) => ({ of: one, before, after })));
              return;
            }
            refused += 1;
            expect(refusal.wait).toBeGreaterThan(0);
            expect(refusal.wait).toBeLessThanOrEqual(60_000);
          };
          for (const { machine, bucket, requests, atOnce, pause, restarted } of steps) {
            const own = buckets[bucket];
            const of = own === plan ? [plan] : [plan, own];
            const one = () => spend(machine, of);
            if (atOnce) await Promise.all(Array.from({ length: requests }, one));
            else for (let request = 0; request < requests; request += 1) await one();
            if (restarted) await world.restart(machine);
            await world.pass(pause);
          }
          for (const bucket of Object.values(buckets)) {
            expect(mostInAnyWindow(spent, bucket)).toBeLessThanOrEqual(bucket.limit.requests);
          }
        }),
        { numRuns: 30 },
      );
      // The test must neither refuse all requests nor run out of requests.
      expect(granted).toBeGreaterThan(500);
      expect(refused).toBeGreaterThan(500);
    });

    it('are all spent, whichever process spends them', async () => {
      const { machines } = await start(3);
      let granted = 0;
      for (let request = 0; request < 1_100; request += 1) {
        if (!(await machines[request % 3]!.buckets.spend([wide]))) granted += 1;
      }
      expect(granted).toBe(1_000);
    });

    it('a clock that is set back delays by a window at most, and one bucket alone', async () => {
      const world = await start(1);
      const [{ buckets: counted }] = world.machines as [(typeof world.machines)[0]];
      for (let request = 0; request < 7; request += 1) await counted.spend([narrow]);
      // The Redis clock goes back by an hour, so the recorded times are an hour ahead.
      await world.pass(-3_600_000);
      expect(await counted.spend([narrow])).toMatchObject({ bucket: narrow });
      expect((await counted.spend([narrow]))!.wait).toBeLessThanOrEqual(30_000);
      expect(await counted.spend([plan])).toBeUndefined();
      await world.pass(30_001);
      expect(await counted.spend([narrow])).toBeUndefined();
    });
  });

  describe('as they lie in Redis', () => {
    it('are no more than the limit, in ten bytes each, and go when nobody spends', async () => {
      const world = await start(1);
      const limits = createLimits(world.machines[0]!.buckets);
      const account = { name: 'a.b@c', plan: 'elite-plus' } as const;
      const endpoint = {
        path: '/companies/{ticker}',
        limit: { requests: 2_000, windowSeconds: 60 },
      } as Endpoint;
      for (let request = 0; request < 1_000; request += 1) await limits.spend(account, endpoint);
      const keys = await world.admin.keys('*');
      // All keys of an account are on one node of a Redis cluster, which hashes the text in the
      // first braces.
      expect(keys.map((key) => /\{([^}]*)\}/.exec(key)?.[1])).toEqual(['a.b@c', 'a.b@c']);
      for (const key of keys) {
        expect(await world.admin.llen(key)).toBe(1_000);
        expect(await world.admin.memory('USAGE', key, 'SAMPLES', 0)).toBeLessThan(12_000);
        expect(await world.admin.pttl(key)).toBeLessThanOrEqual(61_000);
      }
      // Five requests per second for longer than a window: no list contains more entries than one
      // window.
      await world.pass(60_001);
      for (let request = 0; request < 200; request += 1) {
        await limits.spend(account, endpoint);
        await world.pass(1_000);
      }
      for (const key of keys) expect(await world.admin.llen(key)).toBeLessThanOrEqual(62);
      await world.pass(61_000);
      expect(await world.admin.keys('*')).toEqual([]);
    });
  });

  describe('over four processes', () => {
    let workers: ChildProcess[];
    beforeAll(async () => {
      const path = fileURLToPath(new URL('./limits-worker.ts', import.meta.url));
      const begin = () => fork(path, [world.engines.redisUrl], { execArgv: ['--import', 'tsx'] });
      workers = Array.from({ length: 4 }, begin);
      await Promise.all(workers.map((worker) => once(worker, 'message')));
    });
    afterAll(() => workers.forEach((worker) => void worker.kill('SIGKILL')));

    async function granted(worker: ChildProcess, tries: Tries): Promise<number> {
      worker.send(tries);
      const [count] = await once(worker, 'message');
      return count as number;
    }

    it('1,600 tries at 100 a minute are granted 100, whichever bucket it is', async () => {
      const tries = { account: 'first', requests: 1_000, tries: 400, atOnce: 16 };
      const counts = await Promise.all(
        workers.map((worker) => granted(worker, { ...tries, path: '/any' })),
      );
      expect(counts.reduce((sum, count) => sum + count)).toBe(100);
    });

    it('an account that hammers a full endpoint has all of its plan elsewhere', async () => {
      const account = 'second';
      const full: Tries = { account, path: '/full', requests: 30, tries: 400, atOnce: 16 };
      const other: Tries = { account, path: '/other', requests: 1_000, tries: 70, atOnce: 2 };
      const [first, ...others] = workers as [ChildProcess, ...ChildProcess[]];
      await granted(first, { ...full, tries: 30 });
      const [elsewhere, ...refused] = await Promise.all([
        granted(first, other),
        ...others.map((worker) => granted(worker, full)),
      ]);
      expect(refused).toEqual([0, 0, 0]);
      // The plan allows 100 requests, and the endpoint has used 30.
      expect(elsewhere).toBe(70);
    });
  });

  it('hold over four servers as one', async () => {
    const { bases, key } = await world.startServers(4);
    const { path, limit } = endpointNamed('companies');
    const statuses = await Promise.all(
      // Each server gets one request at a time. A burst would delay the Redis replies on a busy
      // machine.
      bases.map(async (base) => {
        const seen: number[] = [];
        while (seen.length < limit.requests) {
          seen.push((await fetch(`${base}/api/v2${path}?apiKey=${key}`)).status);
        }
        return seen;
      }),
    );
    const of = (status: number) => statuses.flat().filter((one) => one === status).length;
    expect(of(200) + of(429)).toBe(4 * limit.requests);
    expect(of(200)).toBeGreaterThanOrEqual(limit.requests);
    // If Redis seems to hang on a busy machine, the server counts locally for three seconds.
    expect(of(200)).toBeLessThan(2 * limit.requests);
  });

  describe('without Redis', () => {
    const endpoint = { path: '/any', limit: { requests: 60, windowSeconds: 60 } } as Endpoint;

    async function open() {
      const { log, lines } = createTestLog();
      const limits = createLimits(
        await openRedisBuckets(world.engines.redisUrl, { monotonic: machineTime, log }),
      );
      closes(() => limits.close());
      /** Each call uses a new account, so that no request is refused. */
      const spend = async (count: number) => {
        for (let call = 0; call < count; call += 1) {
          await limits.spend({ name: `account ${call}`, plan: 'basic' }, endpoint);
        }
      };
      const said = () => lines.map((line) => line.said);
      return { limits, spend, said };
    }
    const lost =
      'limits: Redis does not answer; this process counts only its own requests until Redis answers';
    const back = 'Redis answers again';
    const until = async (is: () => boolean) => {
      while (!is()) await sleep(20);
    };

    it('counts calls locally while Redis is killed, and in Redis again when it is back', async () => {
      const { limits, spend, said } = await open();
      await world.engines.redis.kill();
      await spend(400);
      const account = { name: 'greedy', plan: 'basic' } as const;
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, () => limits.spend(account, endpoint)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
      expect(said()).toEqual([lost]);
      await world.engines.redis.start();
      await until(() => said().includes(back));
      await spend(1);
      expect(said()).toEqual([lost, back]);
      const admin = await world.openAdmin();
      expect((await admin.keys('*')).toSorted()).toEqual([
        'limit {account 0} /any',
        'limit {account 0} plan',
      ]);
    });

    it('fails no call while Redis hangs, and counts in Redis again afterwards', async () => {
      const { spend, said } = await open();
      world.engines.redis.stop();
      try {
        await spend(400);
        expect(said()).toEqual([lost]);
      } finally {
        world.engines.redis.resume();
      }
      await until(() => said().includes(back));
      expect(said()).toEqual([lost, back]);
    });

    it.each([
      {
        which: 'without memory',
        spoil: (admin: Redis) => admin.config('SET', 'maxmemory', '1'),
        mend: (admin: Redis) => admin.config('SET', 'maxmemory', '0'),
      },
      {
        which: 'a replica',
        spoil: (admin: Redis) => admin.replicaof('127.0.0.1', 1),
        mend: (admin: Redis) => admin.replicaof('NO', 'ONE'),
      },
    ])('$which, which answers and writes nothing, is left alone until it writes', async (how) => {
      const { spend, said } = await open();
      const admin = await world.openAdmin();
      await how.spoil(admin);
      await spend(10);
      // The process is polled several times during this wait and reports that it is running.
      await sleep(3_500);
      expect(await admin.ping()).toBe('PONG');
      expect(said()).toEqual([lost]);
      await how.mend(admin);
      await until(() => said().length > 1);
      expect(said()).toEqual([lost, back]);
    });

    it('a server starts, and answers', async () => {
      await world.engines.redis.kill();
      try {
        const { spend } = await open();
        await spend(10);
      } finally {
        await world.engines.redis.start();
      }
    });
  });
});
