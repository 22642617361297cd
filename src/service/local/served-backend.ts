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
import { waitedFor } from './retry.ts';
import type { SourceNotices } from './source-notices.ts';

const DAY = 86_400_000;
/** Minimum value of the header `Retry-After`, in seconds, if no records are available yet. */
const MIN_RETRY_SECONDS = 5;

export interface ServedParts {
  readonly source: Backend;
  readonly database: Database;
  /** The file of the store. */
  readonly path: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  readonly refresher: Refresher;
  /**
   * Maximum milliseconds that an answer waits if there are no records yet. Unlimited by default.
   */
  readonly maxFirstWait?: number | undefined;
  /** Whether this server failed to fetch newer published records. Default: false. */
  readonly isBehind?: () => boolean;
  /** Notices about the public sources of the records. */
  readonly notices: SourceNotices;
}

/** Whether the records of a store are current. */
interface Freshness {
  /** The version of the store whose records were checked. */
  readonly version: string;
  readonly today: string;
  /** The start of the day of the check, in milliseconds since 1970. */
  readonly midnight: number;
  readonly servable: boolean;
  readonly stale: boolean;
  readonly computedOn: string | undefined;
}

/**
 * A backend that serves a store. If the records are not current, answers say so and state the
 * reason.
 */
export interface ServedBackend extends Backend {
  /** Starts a refresh if the records are not current. */
  renewWhenStale(): void;
  /**
   * Waits for the running refresh if an answer contained records that were not current. Otherwise,
   * resolves at once.
   */
  settled(): Promise<void>;
  health(): BackendHealth;
}

export function createServedBackend(parts: ServedParts): ServedBackend {
  const { source, database, path, endpoints, clock, refresher } = parts;
  const { isBehind = () => false, maxFirstWait = Number.POSITIVE_INFINITY } = parts;
  let seen: Freshness | undefined;
  let answeredStale = false;

  function freshness(): Freshness {
    const { version } = source.describe();
    const today = todayOf(clock);
    if (seen?.version !== version || seen.today !== today) {
      seen = {
        version,
        today,
        midnight: Date.parse(today),
        servable: isServable(database, endpoints),
        stale: isStale(database, endpoints, today),
        computedOn: readMeta(database, 'derived_on'),
      };
    }
    return seen;
  }

  async function firstRecords(): Promise<void> {
    await waitedFor(Promise.resolve(refresher.running()), maxFirstWait);
  }

  /** @throws ServiceError 503 if no records can be served */
  async function ready(): Promise<Freshness> {
    // Current records stay current until the end of the day, so the last result is reused.
    // Otherwise, each call would format the day five times, and each time takes 0.7 µs.
    if (seen && !seen.stale && Math.floor((clock() - seen.midnight) / DAY) === 0) return seen;
    if (!freshness().stale) return freshness();
    await (freshness().servable ? refresher.patience() : firstRecords());
    // All requests in one iteration of the event loop share one check.
    await nextTurn();
    const now = freshness();
    if (!now.servable) throw noRecordsYet(reasonFor(refresher), secondsUntilRetry(parts));
    return now;
  }

  async function fetch(...asked: Parameters<Backend['fetch']>): Promise<RecordPage> {
    const known = await ready();
    const page = await source.fetch(...asked);
    const state = page.origin ?? source.describe();
    const notices = [
      ...parts.notices.of(asked[0].collection, clock(), state.version),
      ...(page.notices ?? []),
    ];
    // The records are checked again, because a refresh may have finished during the read.
    if ((known.stale || isBehind()) && page.origin?.version === known.version) {
      answeredStale ||= known.stale;
      notices.unshift(staleNotice(known, refresher));
    }
    return notices.length === 0 ? page : { ...page, notices };
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
  const isCurrent = computedOn === today;
  const state = isCurrent
    ? 'These records do not include the newest data'
    : `These records were computed on ${computedOn}, not today`;
  if (!failure) return `${state}: ${isCurrent ? 'newer' : 'current'} records are being computed.`;
  const next = new Date(failure.retryAt).toISOString().slice(11, 16);
  return `${state}: the refresh failed (${failure.reason}) and will be retried at ${next} UTC.`;
}

function reasonFor(refresher: Refresher): string {
  const failure = refresher.failure();
  return failure ? `the refresh failed: ${failure.reason}` : 'records are being computed';
}

function secondsUntilRetry({ refresher, clock }: ServedParts): number {
  const failure = refresher.failure();
  const seconds = failure ? Math.ceil((failure.retryAt - clock()) / 1_000) : 0;
  return Math.max(MIN_RETRY_SECONDS, seconds);
}

/** If a file is damaged, the error names its path in the log. */
async function named<Result>(work: Promise<Result>, path: string): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw storeFailure(cause, path);
  }
}
