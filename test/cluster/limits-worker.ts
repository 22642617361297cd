/**
 * A machine of the exactness tests: asked over the process channel for so many tries of a call, it
 * answers how many were granted. Its address is its first word.
 */

import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { createRedisBreaker, openRedis, redisReady } from '../../src/cluster/redis.ts';
import { createRedisBudget } from '../../src/cluster/redis-budget.ts';
import { createLimits } from '../../src/service/access/limits.ts';

export interface Tries {
  /** Of the plan Basic. */
  readonly account: string;
  readonly path: string;
  /** Of the endpoint a minute. */
  readonly requests: number;
  readonly tries: number;
  /** Tries under way at a time. */
  readonly atOnce: number;
}

const monotonic = () => performance.now();
const redis = openRedis(process.argv[2] ?? '');
// What is tried is the counting: however busy the machine, nobody counts alone.
const patient = { log: { warn: () => {} }, lost: '', maxWait: 60_000 };
const breaker = createRedisBreaker(redis, patient);
const limits = createLimits(createRedisBudget({ redis, breaker, monotonic }));

process.on('message', async ({ account, path, requests, tries, atOnce }: Tries) => {
  const endpoint = { path, limit: { requests, windowSeconds: 60 } } as Endpoint;
  let [left, granted] = [tries, 0];
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await limits.spend({ name: account, plan: 'basic' }, endpoint).then(
        () => (granted += 1),
        () => {},
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  process.send?.(granted);
});
await redisReady(redis);
process.send?.('ready');
