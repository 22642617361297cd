import type { Source } from '../sources/source.ts';
import { jsonReply, type Reply } from './replies.ts';

/**
 * Whether this process can answer, and how fresh its records are: 503 only where it has none at
 * all, since older records, which say so, are better than another server's refusal.
 */
export function readiness(source: Source): Reply {
  const { from, asOf } = source.describe();
  const health = source.health?.();
  const isReady = health?.ready ?? true;
  const body = {
    status: isReady ? 'ready' : 'not ready',
    records: {
      from,
      as_of: asOf,
      computed_on: health?.computedOn,
      of_today: health && health.reason === undefined,
      reason: health?.reason,
      retry_at: health?.retryAt,
      notices: health?.notices,
    },
  };
  return jsonReply(JSON.stringify(body), isReady ? 200 : 503);
}
