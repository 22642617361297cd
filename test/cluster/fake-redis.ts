import type { Redis } from 'ioredis';
import { createBreaker } from '../../src/cluster/breaker.ts';
import { createTestLog } from '../support/upstream.ts';

type Words = readonly (string | number)[];
type Script = (keys: Words, values: Words) => unknown;

/** A fake Redis client whose scripts return the configured replies. */
export function createFakeRedis(
  scripts: Readonly<Record<string, Script>>,
  more: Readonly<Record<string, unknown>> = {},
) {
  const asked: (readonly [name: string, keys: Words, values: Words])[] = [];
  const redis = {
    ...more,
    defineCommand(name: string) {
      Object.assign(redis, {
        [name]: async (count: number, ...words: Words) => {
          const [keys, values] = [words.slice(0, count), words.slice(count)];
          asked.push([name, keys, values]);
          return scripts[name]?.(keys, values);
        },
      });
    },
  };
  return { redis: redis as unknown as Redis, asked };
}

/** A circuit breaker that never opens. */
export function createFakeBreaker() {
  const { log } = createTestLog();
  return createBreaker({ name: 'Redis', probe: async () => 'OK', log, lost: 'lost' });
}
