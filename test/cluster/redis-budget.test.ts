import { describe, expect, it } from 'vitest';
import { createRedisBudget } from '../../src/cluster/redis-budget.ts';
import type { Bucket } from '../../src/service/access/budget.ts';
import { createFakeBreaker, createFakeRedis } from './fake-redis.ts';

const plan: Bucket = { name: 'plan', limit: { requests: 5, windowSeconds: 60 } };

function build() {
  const { redis, asked } = createFakeRedis({ takeRequests: () => 1, pauseRequests: () => 0 });
  const budget = createRedisBudget({ redis, breaker: createFakeBreaker(), monotonic: () => 0 });
  return { budget, asked };
}

describe('the budget of an upstream that machines share', () => {
  it('refuses to hold one for longer than Redis waits after a start', async () => {
    const { budget, asked } = build();
    expect(await budget.take([plan], 14_750)).toBeDefined();
    await expect(budget.take([plan], 14_751)).rejects.toThrow(RangeError);
    expect(asked.map(([, , values]) => values[1])).toEqual([15_000]);
  });

  it('is paused by an integer number of milliseconds', async () => {
    const { budget, asked } = build();
    await budget.pause(plan, 1_500.2);
    expect(asked).toEqual([['pauseRequests', ['{budget} pause of plan'], [1_501]]]);
  });
});
