import type { Backend } from '../service/backend.ts';
import { jsonReply, type Reply } from './replies.ts';

/**
 * A condition that this process must meet to be ready.
 * @returns the reason why the condition is not met, or undefined if it is met
 */
export type Condition = () => string | undefined;

/**
 * Returns the reply of `/readyz`. The reply states whether this process is ready, and the date of
 * its records. The status is 503 if the process has no records or a condition is not met. Old
 * records do not make a process unready, because answers state their date.
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

/** The reasons why this process is not ready. Empty if it is ready. */
export function reasonsAgainst(
  source: Backend,
  conditions: readonly Condition[],
): readonly string[] {
  const health = source.health?.();
  const lacking = health && !health.ready ? [`no records to serve: ${health.reason}`] : [];
  return [...lacking, ...conditions.flatMap((condition) => condition() ?? [])];
}
