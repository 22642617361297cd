import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Monotonic } from '../base/clock.ts';
import type { Budget, Outlook, Place, Token } from '../gateway/upstream-budget.ts';
import type { Bucket } from '../service/access/slots.ts';
import type { Breaker } from './breaker.ts';
import { defineScript, MAX_RECONNECT_MS } from './redis.ts';

/** Longest that a request may be under way, milliseconds: beyond it a token is no token. */
const MAX_HOLD = 60_000;
/** Milliseconds for which nothing is sent after Redis has been replaced: all have come back by then. */
const RESTORING = 3 * MAX_RECONNECT_MS;
/** Added to what a request may take: a taken token is heard of within the breaker's time. */
const MAX_REPLY = 250;

/**
 * A bucket is a sorted set: a member a request, with the time at which its token comes back,
 * milliseconds by the clock of Redis. Nothing in it expires, so that no lack of memory can throw it
 * out; a set holds at most the bucket's requests. A clock that is set back leaves tokens too far
 * ahead, which are drawn near.
 */
const bucketsLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function held(key, window)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local farthest = string.format('%.0f', now + window + ${MAX_HOLD})
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. farthest, '+inf')) do
    redis.call('ZADD', key, farthest, id)
  end
  return redis.call('ZCARD', key)
end
`;

/**
 * KEYS: each bucket, then its pause. ARGV: of each limit, window and how many come before. Answers
 * the longest wait, the longest pause, and what is left of each.
 */
const lookScript = `${bucketsLua}
local wait, pause, left = 0, 0, {}
for i = 1, #KEYS / 2 do
  local key, limit, window, before = KEYS[2 * i - 1], ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i]
  left[i] = limit - held(key, window)
  pause = math.max(pause, redis.call('PTTL', KEYS[2 * i]))
  local lacking = before + 1 - left[i]
  if lacking > 0 then
    local back = redis.call('ZRANGE', key, lacking - 1, lacking - 1, 'WITHSCORES')
    wait = math.max(wait, back[2] and back[2] - now or window)
  end
end
return { wait, pause, unpack(left) }
`;

/**
 * KEYS: each bucket, then its pause. ARGV: the request, how long it is held, then limit and window
 * of each. Takes a token of every bucket and answers 1, or of none and answers 0.
 */
const takeScript = `${bucketsLua}
for i = 1, #KEYS / 2 do
  if redis.call('EXISTS', KEYS[2 * i]) == 1 then return 0 end
  if held(KEYS[2 * i - 1], ARGV[2 * i + 2]) >= tonumber(ARGV[2 * i + 1]) then return 0 end
end
for i = 1, #KEYS / 2 do
  redis.call('ZADD', KEYS[2 * i - 1], string.format('%.0f', now + ARGV[2] + ARGV[2 * i + 2]), ARGV[1])
end
return 1
`;

/** KEYS: buckets. ARGV: the request, then in how many milliseconds its token of each is back. */
const noteScript = `${bucketsLua}
for i, key in ipairs(KEYS) do
  local left = tonumber(ARGV[i + 1])
  if left > 0 then redis.call('ZADD', key, string.format('%.0f', now + left), ARGV[1])
  else redis.call('ZREM', key, ARGV[1]) end
end
return 0
`;

/** KEYS: a pause. ARGV: milliseconds from now. The longer one holds. */
const pauseScript = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
end
return 0
`;

/** Tokens of one request that this process has taken, and when each is back by its own clock. */
interface Taken {
  readonly keys: readonly string[];
  readonly until: readonly number[];
}

/**
 * The budget of an upstream over all machines: no window holds more requests than a bucket has
 * tokens, whoever sends them and whoever is killed meanwhile, whose tokens come back by themselves.
 *
 * What Redis forgets (another one in its place, or empty after a restart) its holders know: each
 * notes its tokens there anew, and nothing is sent for three seconds in which all come back. Only
 * the tokens of a process that is gone too are lost then. Where Redis does not answer nothing can
 * be counted, and nothing is sent.
 */
export function createRedisBudget(
  redis: Redis,
  breaker: Breaker,
  monotonic: Monotonic,
): Omit<Budget, 'close'> {
  const lookAt = defineScript(redis, 'lookAtBudget', lookScript);
  const take = defineScript(redis, 'takeOfBudget', takeScript);
  const pause = defineScript(redis, 'pauseBudget', pauseScript);
  const note = defineScript(redis, 'noteInBudget', noteScript);
  const taken = new Map<string, Taken>();
  const known = new Map<string, number>();
  let run: string | undefined;
  let heldUntil = 0;
  let restoring: Promise<void> | undefined;
  const begin = () => {
    restoring = undefined;
    // Who asks next is told, or tries again.
    restored().catch(() => {});
  };
  begin();
  redis.on('ready', begin);

  /** Resolves once this Redis knows what is held here; what failed is tried again by who asks next. */
  function restored(): Promise<void> {
    if (restoring) return restoring;
    const own: Promise<void> = restore().catch((cause) => {
      if (restoring === own) restoring = undefined;
      throw cause;
    });
    restoring = own;
    return own;
  }

  /** Brings to a Redis that took another's place what this process holds. */
  async function restore(): Promise<void> {
    const server = await redis.info('server');
    const now = /run_id:(\w+)/.exec(server)?.[1] ?? '';
    const uptime = 1_000 * Number(/uptime_in_seconds:(\d+)/.exec(server)?.[1] ?? 0);
    if (now === run) return;
    const hold = run === undefined ? RESTORING - uptime : RESTORING;
    heldUntil = Math.max(heldUntil, monotonic() + hold);
    forgetOld();
    await Promise.all([...taken].map(([id, one]) => noted(id, one)));
    run = now;
  }

  function noted(id: string, { keys, until }: Taken): Promise<unknown> {
    const left = until.map((time) => Math.ceil(Math.max(0, time - monotonic())));
    return note(keys, [id, ...left]);
  }

  function forgetOld(): void {
    for (const [id, { until }] of taken) {
      if (until.some((time) => time > monotonic())) return;
      taken.delete(id);
    }
  }

  /** Says when the tokens of a request are back: from now on here, and in Redis. */
  async function settle(id: string, keys: readonly string[], left: readonly number[]) {
    const one = { keys, until: left.map((milliseconds) => monotonic() + milliseconds) };
    if (left.some((milliseconds) => milliseconds > 0)) taken.set(id, one);
    else taken.delete(id);
    await breaker.run(() => noted(id, one));
  }

  async function asked<Reply>(ask: () => Promise<unknown>): Promise<Reply> {
    return (await breaker.run(async () => {
      await restored();
      return ask();
    })) as Reply;
  }

  return {
    async look(places: readonly Place[]): Promise<Outlook> {
      const buckets = places.map(({ bucket }) => bucket);
      const values = places.flatMap(({ bucket, before }) => [...boundsOf(bucket), before]);
      const ask = () => lookAt(buckets.flatMap(keysOf), values);
      const [wait = 0, paused = 0, ...left] = await asked<number[]>(ask);
      for (const [index, { name }] of buckets.entries()) {
        known.set(name, Math.max(0, left[index] ?? 0));
      }
      return { wait: Math.max(0, wait, heldUntil - monotonic()), pause: paused };
    },
    async take(buckets, hold): Promise<Token | undefined> {
      const id = randomUUID();
      const longest = Math.min(MAX_HOLD, hold + MAX_REPLY);
      const values = [id, longest, ...buckets.flatMap(boundsOf)];
      const began = monotonic();
      const granted = await asked<number>(async () =>
        monotonic() < heldUntil ? 0 : take(buckets.flatMap(keysOf), values),
      );
      if (granted !== 1) return undefined;
      const keys = buckets.map(({ name }) => keyOf(name));
      const windows = buckets.map(windowOf);
      forgetOld();
      taken.set(id, { keys, until: windows.map((window) => began + longest + window) });
      for (const { name } of buckets) known.set(name, Math.max(0, (known.get(name) ?? 1) - 1));
      const back = (margin: number) => windows.map((window) => window + margin);
      return {
        ended: (margin) => settle(id, keys, back(margin)),
        unused: () =>
          settle(
            id,
            keys,
            windows.map(() => 0),
          ),
      };
    },
    pause({ name }, milliseconds) {
      // Where it cannot be said, nothing is sent either.
      breaker.run(() => pause([pauseOf(name)], [Math.ceil(milliseconds)])).catch(() => {});
    },
    left: ({ name, limit }) => known.get(name) ?? limit.requests,
  };
}

function keysOf({ name }: Bucket): string[] {
  return [keyOf(name), pauseOf(name)];
}

function keyOf(name: string): string {
  return `{budget} ${name}`;
}

function pauseOf(name: string): string {
  return `{budget} pause of ${name}`;
}

function boundsOf(bucket: Bucket): number[] {
  return [bucket.limit.requests, windowOf(bucket)];
}

function windowOf({ limit }: Bucket): number {
  return limit.windowSeconds * 1_000;
}
