import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, todayOf } from '../../base/clock.ts';
import { noRecordsYet } from '../../base/errors.ts';
import type { Endpoint } from '../../catalogue/endpoint.ts';
import type { RecordPage } from '../../catalogue/query.ts';
import type { Database } from '../../store/database.ts';
import { readMeta } from '../../store/facts-store.ts';
import { storeFailure } from '../../store/failure.ts';
import { isServable, isStale } from '../../store/served-state.ts';
import type { Backend, BackendHealth } from '../backend.ts';
import type { Refresher } from './refresher.ts';
import type { SourceNotices } from './source-notices.ts';

/** What a caller waits, at least, before asking again for records that are not there yet. */
const MIN_RETRY_SECONDS = 5;

export interface ServedParts {
  readonly source: Backend;
  readonly database: Database;
  /** The file of the store. */
  readonly path: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  readonly refresher: Refresher;
  /** Whether newer records exist that could not be brought here; never by default. */
  readonly isBehind?: () => boolean;
  /** What is told of the public sources behind the records. */
  readonly notices: SourceNotices;
}

/** What is served of a store, and whether it is of this day. */
interface Freshness {
  /** The state of the store of which this is true. */
  readonly version: string;
  readonly today: string;
  readonly servable: boolean;
  readonly stale: boolean;
  readonly computedOn: string | undefined;
}

/** A store as a source whose answers say when they are not of today, and why. */
export interface ServedBackend extends Backend {
  /** Starts a refresh where one is due. */
  renewWhenStale(): void;
  /** Resolves when no refresh runs that an answer was given without. */
  settled(): Promise<void>;
  health(): BackendHealth;
}

export function createServedBackend(parts: ServedParts): ServedBackend {
  const { source, database, path, endpoints, clock, refresher } = parts;
  const { isBehind = () => false } = parts;
  let seen: Freshness | undefined;
  let answeredStale = false;

  function freshness(): Freshness {
    const { version } = source.describe();
    const today = todayOf(clock);
    if (seen?.version !== version || seen.today !== today) {
      seen = {
        version,
        today,
        servable: isServable(database, endpoints),
        stale: isStale(database, endpoints, today),
        computedOn: readMeta(database, 'derived_on'),
      };
    }
    return seen;
  }

  /** @throws ServiceError 503 where there is nothing that could be served. */
  async function ready(): Promise<Freshness> {
    // What is of today remains so: the store is not read for it at every question.
    if (seen && !seen.stale && seen.today === todayOf(clock)) return seen;
    if (!freshness().stale) return freshness();
    await (freshness().servable ? refresher.patience() : refresher.running());
    // Who looked in this turn of the event loop shares with us what was there before it ended.
    await nextTurn();
    const now = freshness();
    if (!now.servable) throw noRecordsYet(reasonFor(refresher), secondsUntilRetry(parts));
    return now;
  }

  async function fetch(...asked: Parameters<Backend['fetch']>): Promise<RecordPage> {
    const { stale, version, ...found } = await ready();
    const page = await source.fetch(...asked);
    const state = page.origin ?? source.describe();
    const notices = [
      ...parts.notices.of(asked[0].collection, clock(), state.version),
      ...(page.notices ?? []),
    ];
    // A refresh may have landed in between.
    if ((stale || isBehind()) && page.origin?.version === version) {
      answeredStale ||= stale;
      notices.unshift(staleNotice(found, refresher));
    }
    if (notices.length === 0) return page;
    return { ...page, notices, key: `${page.key} ${notices.join(' ')}` };
  }

  return {
    ...source,
    fetch: (...asked) => named(fetch(...asked), path),
    contents: () => named(source.contents(), path),
    async directory(endpoint) {
      await ready();
      return named(source.directory(endpoint), path);
    },
    values: (...asked) => named(source.values(...asked), path),
    renewWhenStale() {
      if (freshness().stale) refresher.begin();
    },
    settled: async () => {
      if (answeredStale) await refresher.running();
    },
    health() {
      const { servable, stale, computedOn } = freshness();
      const failure = stale || isBehind() ? refresher.failure() : undefined;
      const { version } = source.describe();
      const notices = parts.notices.of(undefined, clock(), version);
      const sync = parts.notices.sync?.(clock(), version);
      return {
        ready: servable,
        computedOn,
        ...(notices.length > 0 ? { notices } : {}),
        ...(sync ? { sync } : {}),
        ...(stale || failure ? { reason: reasonFor(refresher) } : {}),
        ...(failure ? { retryAt: new Date(failure.retryAt).toISOString() } : {}),
      };
    },
  };
}

function staleNotice(
  { computedOn, today }: Pick<Freshness, 'computedOn' | 'today'>,
  refresher: Refresher,
): string {
  const failure = refresher.failure();
  const isOfToday = computedOn === today;
  const told = isOfToday
    ? 'Newer facts have come than these records were computed from'
    : `These records were computed on ${computedOn}, not today`;
  if (!failure) {
    return `${told}: those of ${isOfToday ? 'now' : 'today'} are being computed.`;
  }
  const next = new Date(failure.retryAt).toISOString().slice(11, 16);
  return `${told}: their refresh failed (${failure.reason}) and is tried again at ${next} UTC.`;
}

function reasonFor(refresher: Refresher): string {
  const failure = refresher.failure();
  return failure ? `the refresh failed: ${failure.reason}` : 'they are being computed';
}

function secondsUntilRetry({ refresher, clock }: ServedParts): number {
  const failure = refresher.failure();
  const seconds = failure ? Math.ceil((failure.retryAt - clock()) / 1_000) : 0;
  return Math.max(MIN_RETRY_SECONDS, seconds);
}

/** What a damaged file makes of any question names the file in the log. */
async function named<Result>(work: Promise<Result>, path: string): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw storeFailure(cause, path);
  }
}
