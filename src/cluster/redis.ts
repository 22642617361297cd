import { Redis } from 'ioredis';
import { type Breaker, type BreakerParts, createBreaker } from './breaker.ts';

const CONNECT_MS = 2_000;
/** Longest pause between two attempts to connect again. */
const MAX_RECONNECT_MS = 1_000;
/** A connection on which nothing comes for so long, though asked, is given up: its machine is gone. */
const SOCKET_MS = 5_000;

/**
 * Opens Redis or Valkey. A command fails at once while there is no connection, rather than waiting
 * for one: whoever asks decides what then holds. The commands of one turn of the event loop travel
 * together, which halves the work of the server at sixteen callers (measured).
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
  // Each failed command says so to its caller; an event nobody hears would end the process.
  redis.on('error', () => {});
  return redis;
}

/** Waits until commands are taken, or for as long as a start may be held up for it. */
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
 * A breaker before Redis. It is looked at by a write: a replica, and one without memory or disk,
 * answers and counts nothing.
 */
export function createRedisBreaker(
  redis: Pick<Redis, 'set'>,
  parts: Omit<BreakerParts, 'name' | 'probe'>,
): Breaker {
  const probe = () => redis.set('probe', '1', 'PX', 1);
  return createBreaker({ ...parts, name: 'Redis', probe });
}

type Argument = string | number;
/** Runs a script over some keys, which lie on one node: they share a hash tag. */
export type Script = (keys: readonly string[], values: readonly Argument[]) => Promise<unknown>;
type Command = (count: number, ...words: Argument[]) => Promise<unknown>;

/** A script by its name; it travels once a connection, and by its hash from then on. */
export function defineScript(redis: Redis, name: string, lua: string): Script {
  redis.defineCommand(name, { lua });
  const command = (redis as unknown as Readonly<Record<string, Command>>)[name];
  if (!command) throw new Error(`Redis knows no script ${name}`);
  return (keys, values) => command.call(redis, keys.length, ...keys, ...values);
}
