import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createRedisBudget } from '../../src/cluster/redis-budget.ts';
import type { Bucket } from '../../src/service/access/slots.ts';
import { createFakeBreaker, createFakeRedis } from './fake-redis.ts';

const plan: Bucket = { name: 'plan', limit: { requests: 5, windowSeconds: 60 } };
const own: Bucket = { name: 'own', limit: { requests: 3, windowSeconds: 300 } };
const keys = ['{budget} plan', '{budget} pause of plan', '{budget} own', '{budget} pause of own'];

interface Says {
  look?: readonly number[];
  take?: number;
  run?: string;
  /** Seconds. */
  uptime?: number;
  /** How often it does not say who it is. */
  refusals?: number;
}

/** A budget over a Redis that says this, by a clock of the test. */
function build(says: Says = {}) {
  const time = { now: 1_000_000 };
  const events = new EventEmitter();
  let refusals = says.refusals ?? 0;
  const info = vi.fn(async () => {
    refusals -= 1;
    if (refusals >= 0) throw new Error('NOPERM');
    const { run = 'a1', uptime = 86_400 } = says;
    return `# Server\r\nrun_id:${run}\r\nuptime_in_seconds:${uptime}\r\n`;
  });
  const on = events.on.bind(events);
  const { redis, asked } = createFakeRedis(
    {
      lookAtBudget: () => says.look ?? [0, 0, 5, 3],
      takeOfBudget: () => says.take ?? 1,
      pauseBudget: () => 0,
      noteInBudget: () => 0,
    },
    { on, info },
  );
  const budget = createRedisBudget(redis, createFakeBreaker(), () => time.now);
  /** What was asked since the last time. */
  const since = () => asked.splice(0);
  return { budget, time, since, info, says, ready: () => events.emit('ready') };
}

const places = [
  { bucket: plan, before: 0 },
  { bucket: own, before: 2 },
];

describe('the budget of an upstream that machines share', () => {
  it('is looked at by limit, window and how many come before, and remembered', async () => {
    const { budget, since, says } = build({ look: [700, 90, 4, -2] });
    expect([budget.left(plan), budget.left(own)]).toEqual([5, 3]);
    expect(await budget.look(places)).toEqual({ wait: 700, pause: 90 });
    expect(since()).toEqual([['lookAtBudget', keys, [5, 60_000, 0, 3, 300_000, 2]]]);
    expect([budget.left(plan), budget.left(own)]).toEqual([4, 0]);
    says.look = [0, -2, 5];
    expect(await budget.look(places)).toEqual({ wait: 0, pause: -2 });
    expect([budget.left(plan), budget.left(own)]).toEqual([5, 0]);
  });

  it('gives a token of every bucket, held as long as its request may last', async () => {
    const { budget, since } = build();
    const token = await budget.take([plan, own], 10_000);
    const [name, of, values] = since()[0]!;
    expect([name, of]).toEqual(['takeOfBudget', keys]);
    // What it may take, and the time in which it is heard of.
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
    const names = ['{budget} plan', '{budget} own'];
    expect(since()).toEqual([['noteInBudget', names, [values[0], 60_400, 300_400]]]);
    await token?.unused();
    expect(since()).toEqual([['noteInBudget', names, [values[0], 0, 0]]]);
  });

  it('holds a token for a minute at most, and counts what it gave', async () => {
    const { budget, since } = build({ look: [0, 0, 2, 1] });
    await budget.look(places);
    since();
    await budget.take([plan], 59_750);
    await budget.take([plan], 59_751);
    await budget.take([plan], 600_000);
    expect(since().map(([, , values]) => values[1])).toEqual([60_000, 60_000, 60_000]);
    expect([budget.left(plan), budget.left(own)]).toEqual([0, 1]);
  });

  it('gives none where Redis refuses one', async () => {
    const { budget } = build({ take: 0, look: [0, 0, 2, 1] });
    await budget.look(places);
    expect(await budget.take([plan, own], 1_000)).toBeUndefined();
    expect([budget.left(plan), budget.left(own)]).toEqual([2, 1]);
  });

  it('is paused by whole milliseconds', () => {
    const { budget, since } = build();
    budget.pause(plan, 1_500.2);
    expect(since()).toEqual([['pauseBudget', ['{budget} pause of plan'], [1_501]]]);
  });
});

describe('a Redis that has just begun', () => {
  it('gives nothing until it has run for three seconds', async () => {
    const { budget, time, since } = build({ uptime: 1 });
    expect(await budget.look(places)).toEqual({ wait: 2_000, pause: 0 });
    since();
    expect(await budget.take([plan], 1_000)).toBeUndefined();
    time.now += 1_999;
    expect(await budget.take([plan], 1_000)).toBeUndefined();
    expect(since()).toEqual([]);
    time.now += 1;
    expect(await budget.take([plan], 1_000)).toBeDefined();
    expect((await budget.look(places)).wait).toBe(0);
  });

  it.each([
    [3, 0],
    [4, 0],
    [0, 3_000],
  ])('that has run for %d s holds up %d ms', async (uptime, wait) => {
    expect((await build({ uptime }).budget.look(places)).wait).toBe(wait);
  });

  it('in the place of another is told what is held here, for as long as it still is', async () => {
    const { budget, time, since, says, ready, info } = build();
    await budget.take([plan, own], 1_000);
    const spent = (await budget.take([plan], 1_000))!;
    await spent.unused();
    const id = since()[0]?.[2][0];
    time.now += 10_000.5;
    says.run = 'b2';
    ready();
    // Whoever asks waits until it is told.
    expect(await budget.look(places)).toEqual({ wait: 3_000, pause: 0 });
    // Each is back after the hold of 1,250 ms and its window, of which 10,000.5 ms have passed.
    expect(since().filter(([name]) => name === 'noteInBudget')).toEqual([
      ['noteInBudget', ['{budget} plan', '{budget} own'], [id, 51_250, 291_250]],
    ]);
    expect(info).toHaveBeenCalledTimes(2);
    // The same one again, over a new connection, need not be told.
    ready();
    time.now += 3_000;
    expect((await budget.look(places)).wait).toBe(0);
    expect(since().map(([name]) => name)).toEqual(['lookAtBudget']);
    expect(info).toHaveBeenCalledTimes(3);
  });

  it('is not told of tokens that are back', async () => {
    const { budget, time, since, says, ready } = build();
    await budget.take([plan], 1_000);
    time.now += 61_250;
    await budget.take([own], 1_000);
    since();
    says.run = 'b2';
    ready();
    await budget.look(places);
    expect(since().map(([name, of]) => [name, of[0]])).toEqual([
      ['noteInBudget', '{budget} own'],
      ['lookAtBudget', '{budget} plan'],
    ]);
  });

  it('and does not say who it is gives nothing, and is asked again by the next', async () => {
    const { budget, info } = build({ refusals: 2 });
    await new Promise(setImmediate);
    await expect(budget.look(places)).rejects.toThrow('Redis does not answer');
    expect(await budget.look(places)).toEqual({ wait: 0, pause: 0 });
    await budget.look(places);
    expect(info).toHaveBeenCalledTimes(3);
  });
});
