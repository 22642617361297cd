import { rateLimited } from '../../base/errors.ts';
import { type Plan, planTitle } from '../../base/plans.ts';
import type { Endpoint, Limit } from '../../catalogue/endpoint.ts';
import type { Buckets } from './budget.ts';

/** Requests that a plan allows per minute (the spec's Limits). */
export const planLimits: Readonly<Record<Plan, Limit>> = {
  basic: { requests: 100, windowSeconds: 60 },
  'elite-plus': { requests: 1000, windowSeconds: 60 },
};

/** The rate limits of callers: those of the plan and of each endpoint, counted per account. */
export interface Limits {
  /**
   * Spends one request of the plan and one of each endpoint, or none at all.
   * @throws ServiceError 429 if a limit is exhausted
   */
  spend(
    account: { name: string; plan: Plan },
    ...endpoints: readonly [Endpoint, ...Endpoint[]]
  ): Promise<void>;
  close(): void;
}

export function createLimits(buckets: Buckets): Limits {
  return {
    async spend(account, ...endpoints) {
      // Redis keeps keys with the same hash tag (text in braces) on one node.
      const whose = `{${account.name}}`;
      const plan = { name: `${whose} plan`, limit: planLimits[account.plan] };
      const own = endpoints.map(({ path, limit }) => ({ name: `${whose} ${path}`, limit }));
      const refusal = await buckets.spend([plan, ...own]);
      if (!refusal) return;
      const { limit } = refusal.bucket;
      const isPlan = refusal.bucket.name === plan.name;
      const spent = endpoints[own.findIndex(({ name }) => name === refusal.bucket.name)];
      const of = isPlan || !spent ? `the ${planTitle(account.plan)} plan` : spent.path;
      const seconds = Math.max(1, Math.ceil(refusal.wait / 1_000));
      throw rateLimited(of, limit.requests, limit.windowSeconds, seconds);
    },
    close: () => buckets.close(),
  };
}

/** No rate limits, for a server that only its owner can reach. */
export const noLimits: Limits = { spend: async () => {}, close: () => {} };
