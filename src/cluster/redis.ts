import { Redis } from 'ioredis';
import { type Breaker, type BreakerParts, createBreaker } from './breaker.ts';

const CONNECT_MS = 2_000;
/** Longest delay between two attempts to reconnect, in milliseconds. */
const MAX_RECONNECT_MS = 1_000;
/** Milliseconds to wait for the answer to a command. After this time, the connection is closed. */
const SOCKET_MS = 5_000;

/**
 * Opens Redis or Valkey. While there is no connection, a command fails immediately, and the caller
 * decides how to continue. All commands of one event loop iteration are sent together. With sixteen
 * simultaneous callers, this halves the load of Redis.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(50 * attempts, MAX_RECONNECT_MS),
  });
  // If a command fails, its promise is rejected, so `error` events can be ignored. Without a
  // listener, an `error` event would end the process.
  redis.on('error', () => {});
  return redis;
}

/** Waits until Redis accepts commands, but at most `CONNECT_MS`. */
export async function redisReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, CONNECT_MS);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Creates a breaker for Redis. Its probe is a write, because Redis must write to count requests. A
 * read would succeed even on a replica, or on a server without free memory.
 */
export function createRedisBreaker(
  redis: Pick<Redis, 'set'>,
  parts: Omit<BreakerParts, 'name' | 'probe'>,
): Breaker {
  const probe = () => redis.set('probe', '1', 'PX', 1);
  return createBreaker({ ...parts, name: 'Redis', probe });
}

type Argument = string | number;
/**
 * Runs a script. The keys must share a hash tag, so that they are on one node of a Redis cluster.
 */
export type Script = (keys: readonly string[], values: readonly Argument[]) => Promise<unknown>;
type Command = (count: number, ...words: Argument[]) => Promise<unknown>;

/** Defines a Lua script. It is sent once per connection, and then called by its hash. */
export function defineScript(redis: Redis, name: string, lua: string): Script {
  redis.defineCommand(name, { lua });
  const command = (redis as unknown as Readonly<Record<string, Command>>)[name];
  if (!command) throw new Error(`Redis has no script ${name}`);
  return (keys, values) => command.call(redis, keys.length, ...keys, ...values);
}
