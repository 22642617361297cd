import type { Backend } from '../service/backend.ts';
import { jsonReply, type Reply } from './replies.ts';

/** What must hold before callers are sent to this process. @returns why it does not; else undefined */
export type Condition = () => string | undefined;

/**
 * Whether callers are to be sent to this process, and how fresh its records are: 503 where it has no
 * records at all, since older ones, which say so, are better than another server's refusal, or where
 * a condition does not hold.
 */
export function readiness(source: Backend, conditions: readonly Condition[] = []): Reply {
  const { from, asOf } = source.describe();
  const health = source.health?.();
  const reasons = reasonsAgainst(source, conditions);
  const isReady = reasons.length === 0;
  const body = {
    status: isReady ? 'ready' : 'not ready',
    reasons: isReady ? undefined : reasons,
    records: {
      from,
      as_of: asOf,
      computed_on: health?.computedOn,
      of_today: health && health.reason === undefined,
      reason: health?.reason,
      retry_at: health?.retryAt,
      notices: health?.notices,
    },
    sync: health?.sync,
  };
  return jsonReply(JSON.stringify(body), isReady ? 200 : 503);
}

/** Why no callers are to be sent here; empty where they are. */
export function reasonsAgainst(
  source: Backend,
  conditions: readonly Condition[],
): readonly string[] {
  const health = source.health?.();
  const lacking = health && !health.ready ? [`no records to serve: ${health.reason}`] : [];
  return [...lacking, ...conditions.flatMap((condition) => condition() ?? [])];
}
