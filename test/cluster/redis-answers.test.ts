import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRedisAnswers } from '../../src/cluster/redis-answers.ts';
import { createFakeBreaker, createFakeRedis } from './fake-redis.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const scope = { baseUrl: 'https://upstream.example', key: 'the-key' };
const envelope = {
  records: ['{"a":1}'],
  total: 7,
  note: undefined,
  staleAsOf: undefined,
  leftOut: 0,
};
const answer = { at: 1_000, envelope };
const bounds = { fresh: 60_000, patience: 5_000 };
const isName = (word: string) => expect.stringMatching(new RegExp(`^${word} \\{[\\w-]{43}\\}$`));

/** @param claims replies of Redis to claims, in order; the last reply repeats */
function build(...claims: readonly unknown[]) {
  const kept = vi.fn(async (..._words: unknown[]) => 'OK');
  let turn = 0;
  const claimAnswer = () => claims[Math.min(turn++, claims.length - 1)];
  const { redis, asked } = createFakeRedis({ claimAnswer, holdAnswer: () => 0 }, { set: kept });
  const monotonic = () => performance.now();
  const join = (more: Partial<typeof bounds> = {}, ask = async () => answer, of = scope) =>
    createRedisAnswers({ redis, breaker: createFakeBreaker(), monotonic, scope: of }).join(
      'the question',
      { ...bounds, ...more },
      ask,
    );
  return { join, asked, kept };
}

describe('an answer that machines keep together', () => {
  it('is asked for by who may, and kept as long as it is fresh', async () => {
    const { join, asked, kept } = build(1);
    expect(await join()).toEqual({ answer, age: 0 });
    const [, names, [token, milliseconds] = []] = asked[0]!;
    expect(names).toEqual([isName('answer'), isName('asking')]);
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    expect(milliseconds).toBe(3_000);
    expect(kept.mock.calls).toEqual([[names[0], JSON.stringify(answer), 'PX', 60_000]]);
    // The process finally releases its claim.
    expect(asked.slice(1)).toEqual([['holdAnswer', [names[1]], [token, 0]]]);
  });

  it('is of one question to one upstream by one key, none of which can be read', async () => {
    const names = async (of: typeof scope) => {
      const { join, asked } = build(1);
      await join({}, async () => answer, of);
      return String(asked[0]?.[1]);
    };
    const own = await names(scope);
    expect(await names(scope)).toBe(own);
    expect(await names({ ...scope, key: 'another' })).not.toBe(own);
    expect(await names({ ...scope, baseUrl: 'https://other.example' })).not.toBe(own);
    expect(own).not.toMatch(/the-key|question|upstream/);
  });

  it('is not shared if it is not cached', async () => {
    const { join, asked, kept } = build(1);
    expect(await join({ fresh: 0 })).toEqual({ answer, age: 0 });
    expect([asked, kept.mock.calls]).toEqual([[], []]);
    await join({ fresh: 1 });
    expect(kept).toHaveBeenCalledTimes(1);
  });

  it('is said to be asked for every second while it is', async () => {
    const { join, asked } = build(1);
    const joined = join({}, () => new Promise((resolve) => setTimeout(resolve, 2_500, answer)));
    const said = () => asked.filter(([name]) => name === 'holdAnswer').map(([, , [, ms]]) => ms);
    await vi.advanceTimersByTimeAsync(999);
    expect(said()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_400);
    expect(said()).toEqual([3_000, 3_000]);
    await vi.advanceTimersByTimeAsync(101);
    expect(await joined).toEqual({ answer, age: 0 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said()).toEqual([3_000, 3_000, 0]);
  });

  it('of more than a million characters is kept by none', async () => {
    const ofLength = (length: number) => {
      const empty = { at: 1, envelope: { ...envelope, records: [''] } };
      const lacking = length - JSON.stringify(empty).length;
      return { ...empty, envelope: { ...envelope, records: ['x'.repeat(lacking)] } };
    };
    for (const [length, times] of [
      [1_000_000, 1],
      [1_000_001, 0],
    ] as const) {
      const { join, kept } = build(1);
      await join({}, async () => ofLength(length));
      expect([length, kept.mock.calls.length]).toEqual([length, times]);
    }
  });

  it('is taken as another machine left it, with its age', async () => {
    const ask = vi.fn(async () => answer);
    const told = { ...answer, envelope: { ...envelope, note: 'a note', staleAsOf: '2026-01-01' } };
    for (const [left, age] of [
      [45_000, 15_000],
      [60_000, 0],
      [61_000, 0],
    ]) {
      expect(await build([JSON.stringify(told), left]).join({}, ask)).toEqual({
        answer: told,
        age,
      });
    }
    expect(await build([JSON.stringify(answer), 60_000]).join({}, ask)).toEqual({ answer, age: 0 });
    expect(ask).not.toHaveBeenCalled();
  });

  it.each([
    'no JSON',
    '[]',
    JSON.stringify({ envelope }),
    JSON.stringify({ at: 1, envelope: { ...envelope, records: [1] } }),
    JSON.stringify({ at: 1, envelope: { ...envelope, total: '7' } }),
    JSON.stringify({ at: 1, envelope: { ...envelope, note: 1 } }),
    JSON.stringify({ at: 1, envelope: { ...envelope, staleAsOf: 1 } }),
    JSON.stringify({ at: 1, envelope: { ...envelope, leftOut: undefined } }),
  ])('that another release has left as %s is asked for', async (text) => {
    const { join, kept } = build([text, 60_000]);
    expect(await join()).toEqual({ answer, age: 0 });
    expect(kept).toHaveBeenCalledTimes(1);
  });

  it('is waited for while another asks, and looked for, until patience ends', async () => {
    vi.useRealTimers();
    const { join, asked } = build(0, 0, [JSON.stringify(answer), 60_000]);
    const began = performance.now();
    expect((await join()).age).toBe(0);
    expect(asked).toHaveLength(3);
    // Two pauses of 100 ms.
    expect(performance.now() - began).toBeGreaterThan(195);

    let now = 0;
    const claims = vi.fn(() => 0);
    const { redis } = createFakeRedis({ claimAnswer: claims });
    const monotonic = () => {
      now += 100;
      return now;
    };
    const parts = { redis, breaker: createFakeBreaker(), monotonic, scope };
    const joined = createRedisAnswers(parts).join(
      '?',
      { fresh: 1, patience: 200 },
      async () => answer,
    );
    // The holder is still expected at 300, so the claim is requested at 200, 300 and 400.
    await expect(joined).rejects.toMatchObject({ kind: 'timeout' });
    expect(claims).toHaveBeenCalledTimes(3);
  });
});
