import { describe, expect, it, vi } from 'vitest';
import { createRedisBreaker } from '../../src/cluster/redis.ts';
import { createRedisBudget } from '../../src/cluster/redis-budget.ts';
import { type Bucket, type Buckets, orAlone } from '../../src/service/access/budget.ts';
import { silentLog } from '../support/surroundings.ts';
import { createFakeRedis } from './fake-redis.ts';

const plan: Bucket = { name: '{a} plan', limit: { requests: 20, windowSeconds: 60 } };
const narrow: Bucket = { name: '{a} narrow', limit: { requests: 7, windowSeconds: 30 } };

/** @param replies replies of Redis, in order: 0 grants a request */
function build(...replies: readonly (0 | readonly [number, number])[]) {
  const time = { now: 0 };
  const turns = [...replies];
  const { redis, asked } = createFakeRedis({ spendRequests: () => turns.shift() });
  const alone = { spend: vi.fn(async () => undefined), close: vi.fn() } satisfies Buckets;
  const breaker = createRedisBreaker(redis, { log: silentLog(), lost: 'lost' });
  const shared = createRedisBudget({ redis, breaker, monotonic: () => time.now });
  const buckets = orAlone(shared, alone);
  return { buckets, asked, alone, time };
}

describe('limits that machines share', () => {
  it('are asked for by limit and window of each bucket', async () => {
    const { buckets, asked } = build(0, [2, 500]);
    expect(await buckets.spend([plan, narrow])).toBeUndefined();
    expect(await buckets.spend([plan, narrow])).toEqual({ bucket: narrow, wait: 500 });
    const question = [
      'spendRequests',
      ['limit {a} plan', 'limit {a} narrow'],
      [20, 60_000, 7, 30_000],
    ];
    expect(asked).toEqual([question, question]);
  });

  it('repeat a refusal unasked until its time, the longest of several', async () => {
    const { buckets, asked, time } = build([1, 500], [1, 900], 0);
    await buckets.spend([narrow]);
    time.now = 100;
    await buckets.spend([plan]);
    time.now = 300;
    expect(await buckets.spend([narrow])).toEqual({ bucket: narrow, wait: 200 });
    expect(await buckets.spend([narrow, plan])).toEqual({ bucket: plan, wait: 700 });
    expect(await buckets.spend([plan, narrow])).toEqual({ bucket: plan, wait: 700 });
    time.now = 499;
    expect(await buckets.spend([narrow])).toEqual({ bucket: narrow, wait: 1 });
    expect(asked).toHaveLength(2);
    time.now = 500;
    expect(await buckets.spend([narrow])).toBeUndefined();
    expect(asked).toHaveLength(3);
  });

  it('ask again for a bucket whose limit is another since it was refused', async () => {
    const { buckets, asked } = build([1, 500], 0);
    await buckets.spend([plan]);
    const more = { ...plan, limit: { requests: 40, windowSeconds: 60 } };
    expect(await buckets.spend([more])).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it('hold alone where Redis refuses a bucket that nobody named', async () => {
    const { buckets, alone } = build([2, 500]);
    expect(await buckets.spend([plan])).toBeUndefined();
    expect(alone.spend).toHaveBeenCalledTimes(1);
  });
});
