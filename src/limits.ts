import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Endpoint, Limit, Plan } from './endpoint.ts';
import { planTitle, rateLimited } from './errors.ts';

/** Requests that a plan allows in a minute (the spec's Limits). */
export const planLimits: Readonly<Record<Plan, Limit>> = {
  basic: { requests: 100, windowSeconds: 60 },
  'elite-plus': { requests: 1000, windowSeconds: 60 },
};

export interface Limits {
  /** Spends one request of both buckets. @throws ServiceError 429 where either is empty. */
  spend(account: { name: string; plan: Plan }, endpoint: Endpoint): Promise<void>;
}

/** The inbound buckets: one a plan and account, one an endpoint and account. */
export function createLimits(): Limits {
  const plans = {
    basic: bucket(planLimits.basic),
    'elite-plus': bucket(planLimits['elite-plus']),
  };
  const endpoints = new Map<Endpoint, RateLimiterMemory>();
  return {
    async spend(account, endpoint) {
      const plan = plans[account.plan];
      const planWait = await refusal(plan, account.name);
      if (planWait !== undefined) {
        throw limited(`the ${planTitle(account.plan)} plan`, planLimits[account.plan], planWait);
      }
      const own = endpoints.get(endpoint) ?? bucket(endpoint.limit);
      endpoints.set(endpoint, own);
      const ownWait = await refusal(own, account.name);
      if (ownWait === undefined) return;
      // What the endpoint refuses is not counted against the plan.
      await plan.reward(account.name, 1);
      throw limited(endpoint.path, endpoint.limit, ownWait);
    },
  };
}

/** For a server that only its owner reaches. */
export const noLimits: Limits = { spend: async () => {} };

function bucket({ requests, windowSeconds }: Limit): RateLimiterMemory {
  return new RateLimiterMemory({ points: requests, duration: windowSeconds });
}

/** Milliseconds until the bucket refills, where it is empty. */
async function refusal(limiter: RateLimiterMemory, name: string): Promise<number | undefined> {
  try {
    await limiter.consume(name, 1);
    return undefined;
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return (refused as RateLimiterRes).msBeforeNext;
  }
}

function limited(of: string, limit: Limit, milliseconds: number) {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return rateLimited(of, limit.requests, limit.windowSeconds, seconds);
}
