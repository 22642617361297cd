import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Monotonic } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import {
  type Bucket,
  type Buckets,
  type Budget,
  createRefusals,
  orAlone,
} from '../service/access/budget.ts';
import { createOwnBudget } from '../service/access/leases.ts';
import { windowOf } from '../service/access/slots.ts';
import type { Breaker } from './breaker.ts';
import {
  MAX_HOLD,
  pauseScript,
  settleScript,
  spendScript,
  takeScript,
  waitScript,
} from './budget-scripts.ts';
import { createRedisBreaker, defineScript, openRedis, redisReady } from './redis.ts';

/**
 * Redis counts a request for this many milliseconds longer than the maximum duration of the
 * request, because the reply of Redis takes time.
 */
const MAX_REPLY = 250;

export interface RedisBudgetParts {
  readonly redis: Redis;
  readonly breaker: Breaker;
  readonly monotonic: Monotonic;
}

/**
 * Creates a budget in Redis, which counts the requests of all machines exactly. If Redis loses its
 * data, callers may briefly exceed their limits. The limits of an upstream are never exceeded:
 * after a restart of Redis, no upstream request is allowed until the windows of all lost requests
 * have ended.
 */
export function createRedisBudget({ redis, breaker, monotonic }: RedisBudgetParts): Budget {
  const spend = defineScript(redis, 'spendRequests', spendScript);
  const waitFor = defineScript(redis, 'waitForRequests', waitScript);
  const take = defineScript(redis, 'takeRequests', takeScript);
  const settle = defineScript(redis, 'settleRequests', settleScript);
  const pause = defineScript(redis, 'pauseRequests', pauseScript);
  const refusals = createRefusals(monotonic, Number.POSITIVE_INFINITY);
  const known = new Map<string, number>();

  return {
    async spend(buckets) {
      const refused = refusals.of(buckets);
      if (refused) return refused;
      const keys = buckets.map(({ name }) => `limit ${name}`);
      const reply = await breaker.run(() => spend(keys, buckets.flatMap(boundsOf)));
      if (!Array.isArray(reply)) return undefined;
      const [position, wait] = reply as [number, number];
      const bucket = buckets[position - 1];
      if (!bucket) throw new Error('Redis reported a limit that the request does not use');
      refusals.remember({ bucket, wait });
      return { bucket, wait };
    },
    async take(buckets, hold) {
      if (hold + MAX_REPLY > MAX_HOLD)
        throw new RangeError(`a request of ${hold} ms exceeds the maximum of ${MAX_HOLD} ms`);
      const id = randomUUID();
      const keys = takenKeys(buckets);
      const values = [id, hold + MAX_REPLY, ...buckets.flatMap(boundsOf)];
      if ((await breaker.run(() => take(keys, values))) !== 1) return undefined;
      for (const { name } of buckets) known.set(name, Math.max(0, (known.get(name) ?? 1) - 1));
      const settled = async (left: (bucket: Bucket) => number) => {
        await breaker.run(() => settle(keys, [id, ...buckets.map(left)]));
      };
      return {
        ended: (margin) => settled((bucket) => windowOf(bucket) + margin),
        unused: () => settled(() => 0),
      };
    },
    async wait(places) {
      const buckets = places.map(({ bucket }) => bucket);
      const values = places.flatMap(({ bucket, before }) => [...boundsOf(bucket), before]);
      const reply = await breaker.run(() => waitFor(takenKeys(buckets), values));
      const [wait = 0, ...left] = reply as number[];
      for (const [at, { name }] of buckets.entries()) known.set(name, Math.max(0, left[at] ?? 0));
      return wait;
    },
    async pause(bucket, milliseconds) {
      await breaker.run(() => pause([pauseOf(bucket)], [Math.ceil(milliseconds)]));
    },
    left: ({ name, limit }) => known.get(name) ?? limit.requests,
    close() {
      breaker.close();
      redis.disconnect();
    },
  };
}

/**
 * Opens the rate limits of callers, which all machines share. While Redis does not answer, each
 * process counts only its own requests.
 */
export async function openRedisBuckets(
  url: string,
  parts: {
    readonly monotonic: Monotonic;
    readonly log: Pick<Log, 'warn'>;
    readonly observer?: Pick<Observer, 'limitsInProcess'>;
  },
): Promise<Buckets> {
  const { monotonic, log, observer = noObserver } = parts;
  const redis = openRedis(url);
  await redisReady(redis);
  const breaker = createRedisBreaker(redis, {
    log,
    turned: (isOpen) => observer.limitsInProcess(isOpen),
    lost: 'limits: Redis does not answer; this process counts only its own requests until Redis answers',
  });
  return orAlone(createRedisBudget({ redis, breaker, monotonic }), createOwnBudget(monotonic));
}

/**
 * Returns the keys of the buckets and of their pauses. The text in braces (a hash tag) keeps all
 * keys on one node of a Redis cluster.
 */
function takenKeys(buckets: readonly Bucket[]): string[] {
  const own = buckets.flatMap((bucket) => [`{budget} ${bucket.name}`, pauseOf(bucket)]);
  return ['{budget} counting', ...own];
}

function pauseOf({ name }: Bucket): string {
  return `{budget} pause of ${name}`;
}

function boundsOf(bucket: Bucket): number[] {
  return [bucket.limit.requests, windowOf(bucket)];
}
