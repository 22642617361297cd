import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import type { Monotonic } from '../base/clock.ts';
import { parsedJson } from '../base/parsed-json.ts';
import { sha256 } from '../base/sha256.ts';
import type { SharedAnswers, UpstreamAnswer } from '../gateway/upstream-answers.ts';
import { UpstreamFailure } from '../gateway/upstream-failure.ts';
import type { Breaker } from './breaker.ts';
import { defineScript } from './redis.ts';

/**
 * A machine claims an answer before it requests the answer, so that no other machine sends the same
 * request. A claim ends after this many milliseconds unless the machine renews it.
 */
const CLAIM_MS = 3_000;
/** Milliseconds between two renewals of a claim. */
const RENEW_EVERY = 1_000;
/** Milliseconds between two checks for an answer that another machine has stored. */
const LOOK_AGAIN = 100;
/**
 * Maximum number of characters of an answer that is shared. Each machine requests longer answers
 * itself.
 */
const MAX_ANSWER = 1_000_000;

/**
 * If the answer is stored, returns it with its remaining milliseconds. Otherwise, returns 1 if the
 * claim is granted, or 0 if another machine has the claim. KEYS: the key of the answer, then the
 * key of the claim. ARGV: the token of the claim, then its duration in milliseconds.
 */
const claimScript = `
local answer = redis.call('GET', KEYS[1])
if answer then return { answer, redis.call('PTTL', KEYS[1]) } end
if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0
`;

/**
 * Sets the remaining duration of a claim if its token matches. KEYS: the key of the claim. ARGV:
 * the token of the claim, then the remaining milliseconds.
 */
const holdScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
`;

const keptAnswer = z.object({
  at: z.number(),
  envelope: z.object({
    records: z.array(z.string()),
    total: z.number(),
    note: z.string().optional(),
    staleAsOf: z.string().optional(),
    leftOut: z.number(),
  }),
});

export interface RedisAnswersParts {
  readonly redis: Redis;
  readonly breaker: Breaker;
  readonly monotonic: Monotonic;
  /** The upstream's URL and key. Another key may get other answers. */
  readonly scope: { readonly baseUrl: string; readonly key: string };
}

/**
 * Shares upstream answers through Redis until they expire. Keys in Redis are hashes, so they do not
 * reveal the upstream key or the requests. If a machine stops while it requests an answer, another
 * machine requests the answer after three seconds.
 */
export function createRedisAnswers(parts: RedisAnswersParts): SharedAnswers {
  const { redis, breaker, monotonic, scope } = parts;
  const claim = defineScript(redis, 'claimAnswer', claimScript);
  const hold = defineScript(redis, 'holdAnswer', holdScript);

  function namesOf(question: string) {
    const words = JSON.stringify(['1', scope.baseUrl, scope.key, question]);
    const hash = sha256(words, 'base64url');
    return { kept: `answer {${hash}}`, asking: `asking {${hash}}` };
  }

  /**
   * Requests an answer from the upstream and stores it for other machines. Renews the claim while
   * the request is in progress.
   */
  async function askFor(
    { kept, asking }: ReturnType<typeof namesOf>,
    token: string,
    fresh: number,
    ask: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer> {
    const renew = (milliseconds: number) =>
      breaker.run(() => hold([asking], [token, milliseconds])).catch(() => {});
    const renewing = setInterval(() => void renew(CLAIM_MS), RENEW_EVERY).unref();
    try {
      const answer = await ask();
      const text = JSON.stringify(answer);
      if (text.length <= MAX_ANSWER) {
        // If Redis cannot store the answer, the error is ignored, and other machines request the
        // answer again.
        await breaker.run(() => redis.set(kept, text, 'PX', fresh)).catch(() => {});
      }
      return answer;
    } finally {
      clearInterval(renewing);
      await renew(0);
    }
  }

  return {
    async join(question, { fresh, patience }, ask) {
      if (fresh < 1) return { answer: await ask(), age: 0 };
      const names = namesOf(question);
      const token = randomUUID();
      const until = monotonic() + patience;
      for (;;) {
        const claimed = await counted(
          breaker.run(() => claim([names.kept, names.asking], [token, CLAIM_MS])),
        );
        if (claimed === 1) return { answer: await askFor(names, token, fresh, ask), age: 0 };
        if (Array.isArray(claimed)) {
          const kept = readAnswer(claimed, fresh);
          return kept ?? { answer: await askFor(names, token, fresh, ask), age: 0 };
        }
        if (monotonic() > until) throw new UpstreamFailure('timeout');
        await sleep(LOOK_AGAIN);
      }
    },
  };
}

/** Parses a stored answer. Returns undefined if another release stored it in a different format. */
function readAnswer([text, left]: readonly unknown[], fresh: number) {
  const read = keptAnswer.safeParse(parsedJson(String(text)));
  if (!read.success) return undefined;
  const { at, envelope } = read.data;
  const { note, staleAsOf, ...rest } = envelope;
  const answer: UpstreamAnswer = { at, envelope: { ...rest, note, staleAsOf } };
  return { answer, age: Math.max(0, fresh - Number(left)) };
}

/**
 * Returns the reply of Redis. If Redis does not answer, throws UpstreamFailure, so that no upstream
 * request is sent without being counted.
 */
async function counted<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (cause) {
    throw new UpstreamFailure('uncounted', { cause });
  }
}
