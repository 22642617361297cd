/**
 * A worker process of the rate limit tests. The parent sends the number of tries of a call over the
 * process channel, and the worker replies with the number granted. The first argument is the Redis
 * URL.
 */

import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { createRedisBreaker, openRedis, redisReady } from '../../src/cluster/redis.ts';
import { createRedisBudget } from '../../src/cluster/redis-budget.ts';
import { createLimits } from '../../src/service/access/limits.ts';

export interface Tries {
  /** Account name. The account has the plan Basic. */
  readonly account: string;
  readonly path: string;
  /** Requests per minute of the endpoint. */
  readonly requests: number;
  readonly tries: number;
  /** Maximum number of simultaneous tries. */
  readonly atOnce: number;
}

const monotonic = () => performance.now();
const redis = openRedis(process.argv[2] ?? '');
// The test checks the counting, so the settings prevent a busy machine from counting locally.
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
