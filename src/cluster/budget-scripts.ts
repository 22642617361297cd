/**
 * Maximum duration of a request that these scripts accept, in milliseconds. Upstream requests are
 * aborted after 12 s, so no request takes longer than this maximum.
 */
export const MAX_HOLD = 15_000;
/**
 * If no bucket is full, counts one request in every bucket and returns 0. Otherwise, counts
 * nothing, and returns the position of the bucket with the longest wait and this wait in
 * milliseconds. KEYS: the buckets. ARGV: for each bucket, its limit and its window in milliseconds.
 *
 * A bucket is a list of the times at which its requests were sent, oldest first, in microseconds of
 * the Redis clock. A bucket is full if `limit` requests were sent within the last window. In this
 * case, the entry at index `-limit` exists and is less than one window old. The list expires one
 * second after its last request leaves the window. If the clock has been set back, times in the
 * future are replaced with the current time. This delays requests by at most one window. If the
 * clock has been set forward, windows end early.
 */
export const spendScript = `
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

/**
 * A bucket is a sorted set with one member per request. The score is the time until which the
 * request counts, in milliseconds of the Redis clock. The keys do not expire, so Redis does not
 * evict them when memory is low. If the clock has been set back, scores that are too far in the
 * future are reduced to the latest score that a request sent now could get.
 *
 * KEYS[1] is the key of a string with the run ID of the Redis server and the time at which counting
 * on this Redis server started. If the server was restarted or replaced, counted requests may be
 * lost. Therefore, no new request is allowed until the windows of all lost requests have ended. The
 * other KEYS are pairs: a bucket, and the key that exists while the bucket is paused.
 */
const bucketsLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
local counting, since = string.match(redis.call('GET', KEYS[1]) or '', '^(%w+) (%d+)$')
if counting ~= run then
  since = now
  redis.call('SET', KEYS[1], run .. ' ' .. string.format('%.0f', now))
end
local function heldUp(pause, window)
  return math.max(redis.call('PTTL', pause), since + ${MAX_HOLD} + window - now)
end
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
 * Returns the longest wait in milliseconds, and how many requests each bucket still allows. ARGV:
 * for each bucket, its limit, its window, and the number of requests that are waiting ahead of this
 * one.
 */
export const waitScript = `${bucketsLua}
local wait, left = 0, {}
for i = 1, (#KEYS - 1) / 2 do
  local key, limit, window, before = KEYS[2 * i], ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i]
  left[i] = limit - held(key, window)
  wait = math.max(wait, heldUp(KEYS[2 * i + 1], window))
  local lacking = before + 1 - left[i]
  if lacking > 0 then
    local back = redis.call('ZRANGE', key, lacking - 1, lacking - 1, 'WITHSCORES')
    wait = math.max(wait, back[2] and back[2] - now or window)
  end
end
return { wait, unpack(left) }
`;

/**
 * If every bucket allows a request, reserves one request in each bucket and returns 1. Otherwise,
 * reserves nothing and returns 0. ARGV: the ID of the request, the maximum duration of the request,
 * then the limit and the window of each bucket.
 */
export const takeScript = `${bucketsLua}
for i = 1, (#KEYS - 1) / 2 do
  local limit, window = tonumber(ARGV[2 * i + 1]), ARGV[2 * i + 2]
  if heldUp(KEYS[2 * i + 1], window) > 0 then return 0 end
  if held(KEYS[2 * i], window) >= limit then return 0 end
end
for i = 1, (#KEYS - 1) / 2 do
  redis.call('ZADD', KEYS[2 * i], string.format('%.0f', now + ARGV[2] + ARGV[2 * i + 2]), ARGV[1])
end
return 1
`;

/**
 * Sets how long a request still counts in each bucket. ARGV: the ID of the request, then the
 * remaining milliseconds for each bucket. With 0, the request no longer counts.
 */
export const settleScript = `${bucketsLua}
for i = 1, (#KEYS - 1) / 2 do
  local key, left = KEYS[2 * i], tonumber(ARGV[i + 1])
  if left > 0 then redis.call('ZADD', key, string.format('%.0f', now + left), ARGV[1])
  else redis.call('ZREM', key, ARGV[1]) end
end
return 0
`;

/**
 * Pauses a bucket. KEYS: the key that exists while the bucket is paused. ARGV: the length of the
 * pause in milliseconds. If the bucket is already paused for longer, nothing changes.
 */
export const pauseScript = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
end
return 0
`;
