import type { HostRule } from '../../sources/hosts.ts';
import { isEarly, type SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import type { Registry } from './company-registry.ts';
import { type Choice, dueTimes } from './queue.ts';
import { sourceState } from './source-states.ts';
import type { Ledger } from './start-ledger.ts';

/** Maximum milliseconds for which a run waits for pauses and retries. */
const MAX_PATIENCE = 75 * 60_000;
/**
 * After this number of consecutive pauses of a host, the run does not wait for the host. A later
 * run sends the remaining requests.
 */
const MAX_STRIKES = 6;

export interface OutlookParts {
  readonly database: Database;
  readonly sources: readonly SyncSource[];
  readonly registry: Registry;
  /** The rule of each host. */
  readonly rules: ReadonlyMap<string, HostRule>;
  readonly ledger: Ledger;
  readonly refreshDueAt: () => number | undefined;
  readonly choice: Choice;
  readonly now: number;
  /** Whether the run continues until it is stopped. */
  readonly forever: boolean;
}

/**
 * Returns the time of the next possible request, and three lists of texts that say why requests
 * wait:
 *
 * - `held` is about hosts with a quota, a pause or an outage.
 * - `tried` is about failed requests that are retried later.
 * - `waiting` is about hosts that this run does not wait for.
 */
export function outlook(parts: OutlookParts) {
  const { rules, ledger, now, forever } = parts;
  const times: number[] = forever ? scheduledTimes(parts) : [];
  const held: string[] = [];
  const tried: string[] = [];
  const waiting: string[] = [];
  for (const { host, due, error } of dueTimes(parts.database, parts.choice)) {
    const rule = rules.get(host)!;
    const hold = ledger.holdOf(rule, now, host);
    const reason = hold && ledger.holdText(hold, rule, host);
    if (reason && !held.includes(reason)) held.push(reason);
    if (due > now && error !== null) tried.push(`${host} ${error}`);
    const time = Math.max(due, hold?.until ?? 0);
    const isLong = hold?.why === 'quota' || hold?.why === 'blocked';
    const isOut = (ledger.outageOf(host, now) ?? 0) > MAX_PATIENCE;
    const isHopeless = isLong || isOut || ledger.stateOf(rule.name).strikes >= MAX_STRIKES;
    if (forever || (!isHopeless && time - now <= MAX_PATIENCE)) times.push(time);
    // This run does not wait for the host. The reason, such as a quota, is added to `waiting`.
    else if (reason !== undefined) waiting.push(reason);
    else if (isHopeless) waiting.push(`${host} failed repeatedly`);
  }
  const next = times.length > 0 ? Math.min(...times) : undefined;
  return { next, held, tried, waiting: [...new Set(waiting)] };
}

/** Times at which a source or the refresh is due. */
function scheduledTimes({
  database,
  sources,
  registry,
  refreshDueAt,
  now,
}: OutlookParts): number[] {
  const refresh = refreshDueAt();
  const runs = sources.flatMap((source) => {
    const { next_run } = sourceState(database, source.name);
    if (next_run !== null) return [next_run];
    return isEarly(source, registry.companies()) ? [] : [now];
  });
  return refresh === undefined ? runs : [...runs, refresh];
}
