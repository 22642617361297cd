import type { Backend } from '../service/backend.ts';
import { jsonReply, type Reply } from './replies.ts';

/** A condition of readiness. @returns why it is not met; undefined if it is met */
export type Condition = () => string | undefined;

/**
 * Whether this process is ready, and how current its records are. Returns 503 if it has no records
 * at all or a condition is not met. Old records do not make it unready, because answers state their
 * age.
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

/** Why this process is not ready; empty if it is. */
export function reasonsAgainst(
  source: Backend,
  conditions: readonly Condition[],
): readonly string[] {
  const health = source.health?.();
  const lacking = health && !health.ready ? [`no records to serve: ${health.reason}`] : [];
  return [...lacking, ...conditions.flatMap((condition) => condition() ?? [])];
}
