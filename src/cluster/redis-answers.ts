import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import type { Monotonic } from '../base/clock.ts';
import type { SharedAnswers, UpstreamAnswer } from '../gateway/upstream-answers.ts';
import { UpstreamFailure } from '../gateway/upstream-failure.ts';
import type { Breaker } from './breaker.ts';
import { defineScript } from './redis.ts';

/** Milliseconds for which a machine is taken to be asking without a word of it. */
const ASKING = 3_000;
/** How often it says that it still is, milliseconds. */
const SAY_AGAIN = 1_000;
/** How often the others look for the answer, milliseconds. */
const LOOK_AGAIN = 100;
/** Characters of a kept answer: a larger one is asked for by each machine. */
const MAX_ANSWER = 1_000_000;

/** KEYS: answer, asking. ARGV: who asks, and for how long. The answer and its age's rest, 1 to ask, or 0. */
const claimScript = `
local answer = redis.call('GET', KEYS[1])
if answer then return { answer, redis.call('PTTL', KEYS[1]) } end
if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0
`;

/** KEYS: asking. ARGV: who asks, and for how long more; 0 ends it. */
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
  /** The upstream and the key by which it is asked: another key may be answered otherwise. */
  readonly scope: { readonly baseUrl: string; readonly key: string };
}

/**
 * Answers in Redis for as long as they are fresh. Names are hashes: neither the upstream's key nor a
 * question can be read there. A machine that dies while it asks is replaced after three seconds.
 */
export function createRedisAnswers(parts: RedisAnswersParts): SharedAnswers {
  const { redis, breaker, monotonic, scope } = parts;
  const claim = defineScript(redis, 'claimAnswer', claimScript);
  const hold = defineScript(redis, 'holdAnswer', holdScript);

  function namesOf(question: string) {
    const words = JSON.stringify(['1', scope.baseUrl, scope.key, question]);
    const hash = createHash('sha256').update(words).digest('base64url');
    return { kept: `answer {${hash}}`, asking: `asking {${hash}}` };
  }

  /** Asks while it says so to the others, and leaves them the answer. */
  async function askFor(
    { kept, asking }: ReturnType<typeof namesOf>,
    token: string,
    fresh: number,
    ask: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer> {
    const say = (milliseconds: number) =>
      breaker.run(() => hold([asking], [token, milliseconds])).catch(() => {});
    const saying = setInterval(() => void say(ASKING), SAY_AGAIN).unref();
    try {
      const answer = await ask();
      const text = JSON.stringify(answer);
      if (text.length <= MAX_ANSWER) {
        // What is not kept is asked for again.
        await breaker.run(() => redis.set(kept, text, 'PX', fresh)).catch(() => {});
      }
      return answer;
    } finally {
      clearInterval(saying);
      await say(0);
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
          breaker.run(() => claim([names.kept, names.asking], [token, ASKING])),
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

/** Undefined where it is not as this release writes it. */
function readAnswer([text, left]: readonly unknown[], fresh: number) {
  const read = keptAnswer.safeParse(parsed(String(text)));
  if (!read.success) return undefined;
  const { at, envelope } = read.data;
  const { note, staleAsOf, ...rest } = envelope;
  const answer: UpstreamAnswer = { at, envelope: { ...rest, note, staleAsOf } };
  return { answer, age: Math.max(0, fresh - Number(left)) };
}

/** What is no JSON is no answer either. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without Redis nothing can be counted, and so nothing asked. */
async function counted<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (cause) {
    throw new UpstreamFailure('uncounted', { cause });
  }
}
