import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Monotonic } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import { type Buckets, createLeasedBuckets } from '../service/access/leases.ts';
import { type Bucket, type Refusal, Slots } from '../service/access/slots.ts';
import { createRedisBreaker, defineScript, openRedis, redisReady } from './redis.ts';

/** Refusals remembered at a time: some 10 MB where each is of another account. */
const MAX_REFUSALS = 20_000;

/**
 * A bucket is a list of the times of its requests, microseconds by the clock of Redis, oldest
 * first. It has a slot where the request that is as many back as the limit is a window old, so that
 * no window, wherever it begins, holds more. A list holds as many times as were ever in one window,
 * at most the limit's (ten bytes each: a sorted set takes eleven times as much), is shortened as it
 * is lengthened, and goes a second after its last request has left the window.
 *
 * A clock that is set back leaves times to come in a list: those count as now, which delays by a
 * window at most. One that is set forward ends windows early.
 *
 * KEYS: the buckets. ARGV: of each its limit and its window, milliseconds. Spends one request of
 * every bucket and answers 0, or of none and answers the position of the one that is empty longest
 * and for how many milliseconds.
 */
const spendScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local at = string.format('%.0f', now)
local function expire(key, window)
  redis.call('PEXPIRE', key, window + 1000)
end
local function bringBackToNow(key)
  for i, spent in ipairs(redis.call('LRANGE', key, 0, -1)) do
    if tonumber(spent) > now then redis.call('LSET', key, i - 1, at) end
  end
end
local empty, wait = 0, 0
for i, key in ipairs(KEYS) do
  local limit, window = ARGV[2 * i - 1], ARGV[2 * i]
  local spent = redis.call('LINDEX', key, '-' .. limit)
  if spent then
    if tonumber(spent) > now then
      bringBackToNow(key)
      expire(key, window)
      spent = now
    end
    local left = spent + window * 1000 - now
    if left > wait then empty, wait = i, left end
  end
end
if empty > 0 then return { empty, math.ceil(wait / 1000) } end
for i, key in ipairs(KEYS) do
  local window = ARGV[2 * i]
  redis.call('RPUSH', key, at)
  expire(key, window)
  for _ = 1, 10 do
    if redis.call('LINDEX', key, 0) + window * 1000 > now then break end
    redis.call('LPOP', key)
  end
end
return 0
`;

export interface RedisBucketsParts {
  readonly redis: Redis;
  /** Counts while Redis does not. */
  readonly alone: Buckets;
  readonly monotonic: Monotonic;
  readonly log: Pick<Log, 'warn'>;
  readonly observer?: Pick<Observer, 'limitsInProcess'>;
  /** Longest time that every request waits for Redis, milliseconds. */
  readonly maxWait?: number;
}

/** Buckets that all machines of an address share. */
export async function openRedisBuckets(
  url: string,
  parts: Pick<RedisBucketsParts, 'monotonic' | 'log' | 'observer'>,
): Promise<Buckets> {
  const redis = openRedis(url);
  await redisReady(redis);
  const open = () => Slots.open(':memory:', parts.monotonic);
  return createRedisBuckets({ ...parts, redis, alone: createLeasedBuckets({ ...parts, open }) });
}

/**
 * Buckets in Redis, exact over all who share it, one script a call. A refusal holds until its time
 * and is repeated without asking, so that who hammers does not reach Redis.
 *
 * Our choice: while Redis does not answer each process counts alone and says so in the log; callers
 * are served rather than refused for it.
 */
export function createRedisBuckets(parts: RedisBucketsParts): Buckets {
  const { redis, alone, monotonic, log, observer = noObserver, maxWait } = parts;
  const spend = defineScript(redis, 'spendRequests', spendScript);
  const breaker = createRedisBreaker(redis, {
    ...{ log, ...(maxWait === undefined ? {} : { maxWait }) },
    turned: (isOpen) => observer.limitsInProcess(isOpen),
    lost: 'limits: Redis does not answer, this process counts alone for now',
  });
  const refused = new LRUCache<string, Refusal & { readonly at: number }>({ max: MAX_REFUSALS });

  /** The longest refusal of these buckets that still holds. */
  function refusedUntilNow(buckets: readonly Bucket[]): Refusal | undefined {
    let longest: Refusal | undefined;
    for (const bucket of buckets) {
      const known = refused.get(bucket.name);
      // An account that has changed its plan has another limit.
      if (!known || known.bucket.limit.requests !== bucket.limit.requests) continue;
      const wait = known.wait - (monotonic() - known.at);
      if (wait <= 0) refused.delete(bucket.name);
      else if (wait > (longest?.wait ?? 0)) longest = { bucket, wait };
    }
    return longest;
  }

  async function spendShared(buckets: readonly Bucket[]): Promise<Refusal | undefined> {
    const keys = buckets.map(({ name }) => `limit ${name}`);
    const values = buckets.flatMap(({ limit }) => [limit.requests, limit.windowSeconds * 1_000]);
    const reply = await breaker.run(() => spend(keys, values));
    if (!Array.isArray(reply)) return undefined;
    const [position, wait] = reply as [number, number];
    const bucket = buckets[position - 1];
    if (!bucket) throw new Error('Redis refuses a bucket that was not asked for');
    const refusal = { bucket, wait };
    refused.set(bucket.name, { ...refusal, at: monotonic() });
    return refusal;
  }

  return {
    async spend(buckets) {
      const refusal = refusedUntilNow(buckets);
      if (refusal) return refusal;
      if (breaker.isOpen()) return alone.spend(buckets);
      return spendShared(buckets).catch(() => alone.spend(buckets));
    },
    close() {
      breaker.close();
      alone.close();
      redis.disconnect();
    },
  };
}
