import { rateLimited } from '../../base/errors.ts';
import { type Plan, planTitle } from '../../base/plans.ts';
import type { Endpoint, Limit } from '../../catalogue/endpoint.ts';
import type { Buckets } from './budget.ts';

/** Requests per minute that each plan permits (section "Limits" of the specification). */
export const planLimits: Readonly<Record<Plan, Limit>> = {
  basic: { requests: 100, windowSeconds: 60 },
  'elite-plus': { requests: 1000, windowSeconds: 60 },
};

/**
 * The rate limits of clients. Each account has one limit for its plan and one limit for each
 * endpoint.
 */
export interface Limits {
  /**
   * Counts one request toward the plan limit and toward the limit of each given endpoint. If one of
   * these limits is reached, nothing is counted.
   * @throws ServiceError 429 if a limit is reached
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
      // Redis stores keys with the same hash tag (the text in braces) on the same node.
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
