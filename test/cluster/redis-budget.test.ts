import { describe, expect, it } from 'vitest';
import { createRedisBudget } from '../../src/cluster/redis-budget.ts';
import type { Bucket } from '../../src/service/access/budget.ts';
import { createFakeBreaker, createFakeRedis } from './fake-redis.ts';

const plan: Bucket = { name: 'plan', limit: { requests: 5, windowSeconds: 60 } };
const own: Bucket = { name: 'own', limit: { requests: 3, windowSeconds: 300 } };
const keys = [
  ...['{budget} counting', '{budget} plan', '{budget} pause of plan'],
  ...['{budget} own', '{budget} pause of own'],
];

interface Says {
  wait?: readonly number[];
  take?: number;
}

/** Builds a rate budget on a fake Redis with these replies. */
function build(says: Says = {}) {
  const { redis, asked } = createFakeRedis({
    waitForRequests: () => says.wait ?? [0, 5, 3],
    takeRequests: () => says.take ?? 1,
    pauseRequests: () => 0,
    settleRequests: () => 0,
  });
  const budget = createRedisBudget({ redis, breaker: createFakeBreaker(), monotonic: () => 0 });
  /** Returns and clears the commands recorded since the previous call. */
  const since = () => asked.splice(0);
  return { budget, since, says };
}

const places = [
  { bucket: plan, before: 0 },
  { bucket: own, before: 2 },
];

describe('the budget of an upstream that machines share', () => {
  it('is looked at by limit, window and how many come before, and remembered', async () => {
    const { budget, since, says } = build({ wait: [700, 4, -2] });
    expect([budget.left(plan), budget.left(own)]).toEqual([5, 3]);
    expect(await budget.wait(places)).toBe(700);
    expect(since()).toEqual([['waitForRequests', keys, [5, 60_000, 0, 3, 300_000, 2]]]);
    expect([budget.left(plan), budget.left(own)]).toEqual([4, 0]);
    says.wait = [0, 5];
    expect(await budget.wait(places)).toBe(0);
    expect([budget.left(plan), budget.left(own)]).toEqual([5, 0]);
  });

  it('gives a token of every bucket, held as long as its request may last', async () => {
    const { budget, since } = build();
    const token = await budget.take([plan, own], 10_000);
    const [name, of, values] = since()[0]!;
    expect([name, of]).toEqual(['takeRequests', keys]);
    // The number of requests that may be taken and the time limit of the reply.
    expect(values).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      10_250,
      5,
      60_000,
      3,
      300_000,
    ]);
    expect([budget.left(plan), budget.left(own)]).toEqual([0, 0]);
    await token?.ended(400);
    expect(since()).toEqual([['settleRequests', keys, [values[0], 60_400, 300_400]]]);
    await token?.unused();
    expect(since()).toEqual([['settleRequests', keys, [values[0], 0, 0]]]);
  });

  it('refuses to hold one for longer than Redis waits after a start', async () => {
    const { budget, since } = build();
    expect(await budget.take([plan], 14_750)).toBeDefined();
    await expect(budget.take([plan], 14_751)).rejects.toThrow(RangeError);
    expect(since().map(([, , values]) => values[1])).toEqual([15_000]);
  });

  it('is paused by an integer number of milliseconds', async () => {
    const { budget, since } = build();
    await budget.pause(plan, 1_500.2);
    expect(since()).toEqual([['pauseRequests', ['{budget} pause of plan'], [1_501]]]);
  });
});
