import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineScript, openRedis, redisReady } from '../../src/cluster/redis.ts';
import { createFakeRedis } from './fake-redis.ts';

describe('a client of Redis', () => {
  it('keeps nobody waiting: for a connection, an answer, or another attempt', () => {
    const redis = openRedis('redis://127.0.0.1:1');
    redis.disconnect();
    const { retryStrategy, ...options } = redis.options;
    expect(options).toMatchObject({
      connectTimeout: 2_000,
      socketTimeout: 5_000,
      maxRetriesPerRequest: 0,
      enableAutoPipelining: true,
      enableOfflineQueue: false,
    });
    expect([1, 2, 19, 20, 21, 1_000].map((attempts) => retryStrategy?.(attempts))).toEqual([
      ...[50, 100, 950, 1_000, 1_000, 1_000],
    ]);
    // An error event without another listener does not end the process.
    expect(redis.emit('error', new Error('gone'))).toBe(true);
  });

  it('runs a script by its name, its keys before its values', async () => {
    const { redis, asked } = createFakeRedis({ spend: (keys, values) => [...keys, ...values] });
    const spend = defineScript(redis, 'spend', 'return 0');
    expect(await spend(['a', 'b'], [1, 'two'])).toEqual(['a', 'b', 1, 'two']);
    expect(asked).toEqual([['spend', ['a', 'b'], [1, 'two']]]);
    const deaf = { defineCommand() {} } as never;
    expect(() => defineScript(deaf, 'spend', 'return 0')).toThrow('Redis has no script spend');
  });
});

describe('the start', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function waiting(status: string, after: (redis: EventEmitter) => Promise<unknown>) {
    const redis = Object.assign(new EventEmitter(), { status });
    const ready = vi.fn();
    redisReady(redis as never).then(ready);
    await after(redis);
    return ready.mock.calls.length > 0;
  }

  it('waits for Redis until it takes commands, two seconds at most', async () => {
    const pass = (milliseconds: number) => () => vi.advanceTimersByTimeAsync(milliseconds);
    expect(await waiting('ready', pass(0))).toBe(true);
    expect(await waiting('connecting', pass(1_999))).toBe(false);
    vi.clearAllTimers();
    expect(await waiting('connecting', pass(2_000))).toBe(true);
    const connects = async (redis: EventEmitter) => {
      redis.emit('ready');
      await vi.advanceTimersByTimeAsync(0);
    };
    expect(await waiting('connecting', connects)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
