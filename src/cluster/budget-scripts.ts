/** Longest time that a taken request is under way, milliseconds: it is given up after 12 s. */
export const MAX_HOLD = 15_000;
/**
 * What is spent of a bucket is a list of times, microseconds by the clock of Redis, oldest first. One
 * more is given where the time that is as many back as the limit is a window old. So no window,
 * wherever it begins, holds more, and a list holds as many times as were ever in one window (ten
 * bytes each: a sorted set takes eleven times as much). It expires a second after its last request
 * has left the window.
 *
 * A clock that is set back leaves times to come in a list: those count as now, which delays by a
 * window at most. One that is set forward ends windows early.
 *
 * KEYS: the buckets. ARGV: of each its limit and its window, milliseconds. Spends one request of
 * every bucket and answers 0, or of none and answers the position of the one that is empty longest
 * and for how many milliseconds.
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
 * What is taken of a bucket is a sorted set: a member a request, with the time at which it is back,
 * milliseconds by the clock of Redis. Nothing in it expires, so that no lack of memory can evict it;
 * a set holds at most the bucket's requests. A clock that is set back leaves requests too far ahead,
 * which are drawn near.
 *
 * KEYS[1] holds which run of which server counts, and since when. A server that was started, or has
 * taken the place of another, may lack requests, and gives none until the last of them is back.
 * KEYS go on with each bucket and its pause.
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
 * ARGV: of each bucket limit, window and how many come before. Answers the longest wait and what is
 * left of each.
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
 * ARGV: the id of the request, how long it is held, then limit and window of each bucket. Takes one
 * request of every bucket and answers 1, or of none and answers 0.
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

/** ARGV: the id of a request, then in how many milliseconds it is back in each bucket. */
export const settleScript = `${bucketsLua}
for i = 1, (#KEYS - 1) / 2 do
  local key, left = KEYS[2 * i], tonumber(ARGV[i + 1])
  if left > 0 then redis.call('ZADD', key, string.format('%.0f', now + left), ARGV[1])
  else redis.call('ZREM', key, ARGV[1]) end
end
return 0
`;

/** KEYS: a pause. ARGV: milliseconds from now. The longer one holds. */
export const pauseScript = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
end
return 0
`;
