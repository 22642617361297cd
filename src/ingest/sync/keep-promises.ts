import type { Clock } from '../../base/clock.ts';
import type { Companies } from '../../sources/company-notes.ts';
import { isEarly, type SyncSource } from '../../sources/source.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { promisesIn, promisesText, writePromises } from '../../store/promises.ts';
import { asOf } from './chains.ts';
import { forecast } from './forecast.ts';
import {
  type Choice,
  type Counts,
  countRequests,
  failuresOf,
  hasUntried,
  NO_REQUESTS,
} from './queue.ts';
import { renewedAt } from './run-status.ts';
import { maxAge } from './schedule.ts';
import { sourceState } from './source-states.ts';

export interface PromisesParts {
  readonly database: Database;
  readonly sources: readonly SyncSource[];
  readonly companies: () => Companies;
  /** Returns the reason why the store cannot be filled, if any. */
  readonly hindrance: () => string | undefined;
  readonly since: string;
  readonly clock: Clock;
}

const RENEW_EVERY = 10_000;

/**
 * Stores how current each source is and how much of the first fill is complete. Servers read these
 * values.
 */
export function createPromises(parts: PromisesParts) {
  const { database, sources, clock } = parts;
  const before = promisesText(database);
  let filled = before === undefined ? 0 : (promisesIn(before)?.filled ?? null);
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** The maximum age of each source, which is cached because it is slow to compute. */
  const ages = new Map<SyncSource, readonly [succeededAt: number, age: number]>();

  function ageOf(source: SyncSource, succeededAt: number): number {
    const [last, known] = ages.get(source) ?? [];
    const age = last === succeededAt ? known! : maxAge(source, succeededAt);
    ages.set(source, [succeededAt, age]);
    return age;
  }

  function write(now: number, isOffline: boolean): void {
    writtenAt = now;
    const requests = countRequests(database);
    const said = sources.map((source) =>
      promiseOf(parts, source, requests.get(source.name) ?? NO_REQUESTS, now, ageOf),
    );
    const promises = {
      written_at: now,
      filled,
      is_offline: isOffline,
      sources: said,
      hindrance: parts.hindrance() ?? null,
      failures: failuresOf(database),
    };
    inTransaction(database, () => writePromises(database, promises));
  }

  return {
    /** Whether the first fill is complete. */
    isFilled: () => filled === null,
    /** Updates the stored states of the sources, at most every ten seconds. */
    update(): void {
      const now = clock();
      if (Math.abs(now - writtenAt) < RENEW_EVERY) return;
      if (filled !== null) filled = Math.max(filled, shareDone(parts, now));
      write(now, false);
    },
    /**
     * Updates the stored states of the sources when no request is in progress. Our choice: the
     * first fill of the store counts as complete even if some requests wait for a daily quota or a
     * retry.
     * @param isOffline whether no source can be reached
     */
    updateIdle(choice: Choice, isOffline: boolean): void {
      // Requests about companies are queued only after the list of companies was read. If the
      // request for the list failed, the first fill cannot be complete.
      const isCut =
        failuresOf(database).count > 0 && sources.some((one) => isEarly(one, parts.companies()));
      if (!isCut && !hasUntried(database, choice, 'slow', clock())) filled = null;
      write(clock(), isOffline);
    },
  };
}

function promiseOf(
  { database, sources }: PromisesParts,
  source: SyncSource,
  requests: Counts,
  now: number,
  ageOf: (source: SyncSource, succeededAt: number) => number,
) {
  const { name, title, fills } = source;
  const state = sourceState(database, name);
  const success = renewedAt(database, source, state, requests);
  return {
    name,
    title,
    fills: [...fills],
    leads_to: sources.flatMap((one) => (one.follows === name ? one.fills : [])),
    promise: ageOf(source, success ?? 0),
    succeeded_at: success,
    failed_at: success === null ? state.failed_at : null,
    as_of: asOf(database, source, now),
    requests: requests.queued + requests.done + requests.given_up,
    failed: requests.failed,
    failed_since: requests.failed_since,
  };
}

/**
 * Returns the share of completed requests among all requests, including expected requests that are
 * not queued yet. The share is always less than 1.
 */
function shareDone({ database, sources, companies, since }: PromisesParts, now: number): number {
  const expected = forecast({ database, sources, companies: companies(), since, now });
  const left = expected.reduce((sum, { requests }) => sum + requests, 0);
  let made = 0;
  for (const { done } of countRequests(database).values()) made += done;
  return made === 0 ? 0 : Math.min(0.99, made / (made + left));
}
