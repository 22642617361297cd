import type { Monotonic } from '../base/clock.ts';
import type { UpstreamConfig } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import type { SharedGateway } from '../gateway/upstream-gateway.ts';
import { createRedisBreaker, openRedis, redisReady } from './redis.ts';
import { createRedisAnswers } from './redis-answers.ts';
import { createRedisBudget } from './redis-budget.ts';

/**
 * Opens the state that all forwarding machines share: the count of upstream requests, and the
 * cached answers.
 */
export async function openRedisGateway(
  { redisUrl }: { readonly redisUrl: string },
  upstream: UpstreamConfig,
  { monotonic, log }: { readonly monotonic: Monotonic; readonly log: Log },
): Promise<SharedGateway> {
  const redis = openRedis(redisUrl);
  await redisReady(redis);
  const breaker = createRedisBreaker(redis, {
    log,
    lost: 'upstream: Redis does not answer; only cached answers are served and no upstream request is sent',
  });
  return {
    budget: createRedisBudget({ redis, breaker, monotonic }),
    answers: createRedisAnswers({ redis, breaker, monotonic, scope: upstream }),
  };
}
