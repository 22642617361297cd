import { Redis } from 'ioredis';

const CONNECT_MS = 2_000;
/** Longest pause between two attempts to connect again. */
const MAX_RECONNECT_MS = 1_000;

/**
 * Opens Redis or Valkey. A command fails at once while there is no connection, rather than waiting
 * for one: whoever asks decides what then holds.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(50 * attempts, MAX_RECONNECT_MS),
  });
  // Each failed command says so to its caller; an event nobody hears would end the process.
  redis.on('error', () => {});
  return redis;
}
