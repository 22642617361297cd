import { vi } from 'vitest';
import { createRedisBreaker, openRedis, redisReady } from '../../src/cluster/redis.ts';
import { createRedisBudget } from '../../src/cluster/redis-budget.ts';
import { type Buckets, orAlone } from '../../src/service/access/budget.ts';
import { createOwnBudget } from '../../src/service/access/leases.ts';
import { type Engines, haveEngines, startEngines } from './engines.ts';
import { machineTime, silentLog } from './surroundings.ts';

/** A timeout that no busy machine reaches, so that the test checks only the counting. */
const PATIENT = 60_000;

/** Rate limit buckets on a clock that the test controls. */
export interface Counting {
  readonly buckets: Buckets;
  pass(milliseconds: number): Promise<void>;
  /** Returns the maximum number of milliseconds since the start. */
  elapsed(): number;
  close(): Promise<void>;
}

/** An implementation of counting, which is empty at the start of a test. */
export interface Engine {
  readonly name: string;
  /** Called once per test file. */
  begin(): Promise<void>;
  end(): Promise<void>;
  start(): Promise<Counting>;
}

const embedded: Engine = {
  name: 'embedded',
  begin: async () => {},
  end: async () => {},
  async start() {
    vi.useFakeTimers({ now: Date.parse('2026-03-10T12:00:00Z') });
    const began = Date.now();
    const monotonic = () => Date.now();
    const buckets = createOwnBudget(monotonic);
    return {
      buckets,
      pass: async (milliseconds) => void (await vi.advanceTimersByTimeAsync(milliseconds)),
      elapsed: () => Date.now() - began,
      async close() {
        buckets.close();
        vi.useRealTimers();
      },
    };
  },
};

function createRedisEngine(): Engine {
  let engines: Engines;
  return {
    name: 'Redis',
    async begin() {
      engines = await startEngines();
    },
    end: () => engines.close(),
    async start() {
      const world = await startMachines(engines, 1);
      return { ...world, buckets: world.machines[0]!.buckets };
    },
  };
}

export const countingEngines: readonly Engine[] = haveEngines
  ? [embedded, createRedisEngine()]
  : [embedded];

/**
 * Starts machines that count in one Redis. To advance the time, the times stored in Redis are moved
 * into the past and the clocks of the machines are set forward.
 */
export async function startMachines(engines: Engines, count: number) {
  const admin = openRedis(engines.redisUrl);
  await redisReady(admin);
  await admin.flushall();
  let ahead = 0;
  const began = machineTime();
  const monotonic = () => machineTime() + ahead;
  const start = async () => {
    const redis = openRedis(engines.redisUrl);
    await redisReady(redis);
    const breaker = createRedisBreaker(redis, { log: silentLog(), lost: '', maxWait: PATIENT });
    const shared = createRedisBudget({ redis, breaker, monotonic });
    return { buckets: orAlone(shared, createOwnBudget(monotonic)) };
  };
  const machines = await Promise.all(Array.from({ length: count }, start));
  return {
    machines,
    admin,
    now: monotonic,
    elapsed: () => monotonic() - began,
    async pass(milliseconds: number) {
      ahead += milliseconds;
      for (const key of await admin.keys('*')) {
        const times = await admin.lrange(key, 0, -1);
        const moved = times.map((at) => Number(at) - milliseconds * 1_000);
        const left = (await admin.pttl(key)) - milliseconds;
        await admin.del(key);
        if (left <= 0) continue;
        await admin.rpush(key, ...moved);
        await admin.pexpire(key, left);
      }
    },
    /** Cuts the machine's connection and starts another machine in its place. */
    async restart(machine: number) {
      machines[machine]?.buckets.close();
      machines[machine] = await start();
    },
    async close() {
      for (const { buckets } of machines) buckets.close();
      admin.disconnect();
    },
  };
}
