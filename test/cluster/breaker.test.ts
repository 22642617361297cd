import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBreaker, Unavailable } from '../../src/cluster/breaker.ts';
import { createTestLog } from '../support/upstream.ts';

/** Time is simulated. The tests measure how long callers wait and how many callers wait. */
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function build() {
  /** The current behavior of the fake Redis for any command. */
  const redis = { does: (): Promise<string> => Promise.resolve('OK'), pings: 0 };
  const { log, lines } = createTestLog();
  const probe = () => {
    redis.pings += 1;
    return redis.does();
  };
  const breaker = createBreaker({ name: 'Redis', probe, log, lost: 'lost' });
  return { redis, breaker, said: () => lines.map(({ said }) => said) };
}

/** Returns the result of a call and its duration in milliseconds. */
async function call(breaker: ReturnType<typeof build>['breaker'], ask: () => Promise<string>) {
  const began = Date.now();
  const outcome = await breaker.run(ask).catch((cause) => cause);
  return { outcome, took: Date.now() - began };
}

/** The limit of 250 ms plus one step of the event loop, which counts as 1 ms here. */
const MOST = 251;
const hangs = () => new Promise<string>(() => {});

describe('a Redis that hangs', () => {
  it('costs three calls 250 ms each, and the others nothing', async () => {
    const { redis, breaker, said } = build();
    redis.does = hangs;
    const times: number[] = [];
    for (let index = 0; index < 50; index += 1) {
      const called = call(breaker, hangs);
      await vi.advanceTimersByTimeAsync(index < 3 ? MOST : 0);
      const { outcome, took } = await called;
      expect(outcome).toBeInstanceOf(Unavailable);
      times.push(took);
    }
    expect(times.slice(0, 3)).toEqual([MOST, MOST, MOST]);
    expect(Math.max(...times.slice(3))).toBe(0);
    expect(said()).toEqual(['lost']);
  });

  it('costs those nothing more who came at the same time', async () => {
    const { breaker } = build();
    const called = Array.from({ length: 16 }, () => call(breaker, hangs));
    await vi.advanceTimersByTimeAsync(MOST);
    const times = (await Promise.all(called)).map(({ took }) => took);
    expect(times).toEqual(Array.from({ length: 16 }, () => MOST));
  });

  it('is looked at once at a time by the process itself, and used when it goes on', async () => {
    const { redis, breaker, said } = build();
    const goesOn: (() => void)[] = [];
    redis.does = () => new Promise((resolve) => goesOn.push(() => resolve('PONG')));
    const called = Array.from({ length: 3 }, () => call(breaker, hangs));
    await vi.advanceTimersByTimeAsync(MOST);
    await Promise.all(called);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(redis.pings).toBe(1);
    for (const goOn of goesOn) goOn();
    // The late reply took a minute. The next three replies are on time.
    redis.does = () => Promise.resolve('PONG');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(said()).toEqual(['lost']);
    await vi.advanceTimersByTimeAsync(1);
    expect(said()).toEqual(['lost', 'Redis answers again']);
    expect((await call(breaker, () => Promise.resolve('1'))).outcome).toBe('1');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(redis.pings).toBe(4);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a Redis that replies barely in time does not repeatedly open and close the breaker', async () => {
  const { redis, breaker, said } = build();
  const after = (milliseconds: number) => () =>
    new Promise<string>((resolve) => setTimeout(() => resolve('OK'), milliseconds));
  redis.does = after(240);
  for (let second = 0; second < 60; second += 1) {
    const latency = second % 4 === 3 ? 240 : 260;
    const called = call(breaker, after(latency));
    await vi.advanceTimersByTimeAsync(1_000);
    await called;
  }
  expect([breaker.isOpen(), said()]).toEqual([true, ['lost']]);
  // One fast probe is not enough, and a slow probe restarts the count.
  for (const latency of [100, 100, 240, 100, 100]) {
    redis.does = after(latency);
    await vi.advanceTimersByTimeAsync(1_000 + latency);
    expect(breaker.isOpen()).toBe(true);
  }
  redis.does = after(100);
  await vi.advanceTimersByTimeAsync(1_100);
  expect([breaker.isOpen(), said()]).toEqual([false, ['lost', 'Redis answers again']]);
});

describe('a Redis that fails', () => {
  const fails = () => Promise.reject(new Error('READONLY replica'));

  it('gets no more requests after three failures in a row, but not after two', async () => {
    const { redis, breaker, said } = build();
    redis.does = fails;
    let asked = 0;
    const counted = (what: () => Promise<string>) => () => {
      asked += 1;
      return what();
    };
    for (let round = 0; round < 5; round += 1) {
      for (let failure = 0; failure < 2; failure += 1) await call(breaker, counted(fails));
      await call(breaker, () => Promise.resolve('1'));
    }
    expect(said()).toEqual([]);
    asked = 0;
    for (let index = 0; index < 20; index += 1) {
      expect((await call(breaker, counted(fails))).outcome).toBeInstanceOf(Unavailable);
    }
    expect(asked).toBe(3);
    await vi.advanceTimersByTimeAsync(10_500);
    expect(redis.pings).toBe(10);
    expect(said()).toEqual(['lost']);
  });

  it('is logged only with its message, on one line', async () => {
    const { log, lines } = createTestLog();
    const probe = async () => 'OK';
    const breaker = createBreaker({ name: 'Redis', probe, log, lost: 'lost' });
    const cause = Object.assign(new Error(`first\nsecond ${'x'.repeat(1_000)}`), {
      command: { name: 'auth', args: ['the password'] },
    });
    for (let index = 0; index < 3; index += 1) await call(breaker, () => Promise.reject(cause));
    expect(lines[0]?.cause).toMatch(/^first second x{100,190}$/);
    expect(JSON.stringify(lines)).not.toContain('the password');
    breaker.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('an answer that is there when the time is up is taken, where the process itself was busy', async () => {
  vi.useRealTimers();
  const { log } = createTestLog();
  const probe = async () => 'OK';
  const breaker = createBreaker({ name: 'Redis', probe, log, lost: 'lost', maxWait: 20 });
  const called = breaker.run(
    () => new Promise<string>((resolve) => setTimeout(() => setImmediate(() => resolve('1')), 1)),
  );
  const until = performance.now() + 60;
  while (performance.now() < until);
  expect(await called).toBe('1');
});
