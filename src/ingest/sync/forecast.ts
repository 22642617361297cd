import { dayAt } from '../../base/clock.ts';
import type { Companies } from '../../sources/company-notes.ts';
import { monthsBetween } from '../../sources/periods.ts';
import { isEarly, type SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import { chainOf } from './chains.ts';
import { stateAt } from './moved-clock.ts';
import { meanBytes, type Volume, volumesOf } from './queue.ts';
import { contextOf } from './source-context.ts';
import { sourceState } from './source-states.ts';

/** The requests that a sync would send to a source now. */
export interface Forecast {
  readonly source: string;
  readonly requests: number;
  readonly bytes: number;
  /** Minutes that the requests take at the request rate of the host. */
  readonly minutes: number;
  /**
   * Whether the number of requests was computed from stored responses. Otherwise, it is an
   * estimate.
   */
  readonly counted: boolean;
}

export interface ForecastParts {
  readonly database: Database;
  readonly sources: readonly SyncSource[];
  readonly companies: Companies;
  /**
   * Tickers of the companies that the user selected. Requests about other companies are not
   * counted.
   */
  readonly tickers?: ReadonlySet<string> | undefined;
  readonly since: string;
  readonly now: number;
}

/** Assumed number of companies if none are known. */
const LIKELY_COMPANIES = 850;

/** Computes the requests that a sync would send. Nothing is sent or written. */
export function forecast(parts: ForecastParts): readonly Forecast[] {
  const { database, sources, companies, tickers, now } = parts;
  const members = companies.universe.length || (tickers?.size ?? LIKELY_COMPANIES);
  const months = monthsBetween(parts.since, dayAt(now));
  const fillOf = (source: SyncSource) => source.firstFill(members, months, now);
  const volumes = volumesOf(database, {
    sources: sources.map(({ name }) => name),
    subjects: JSON.stringify(companies.universe.map(({ cik }) => cik)),
  });
  const made = new Map<string, Forecast & Expected>();
  const withRobots = new Set<string>();
  for (const source of sources) {
    const { name, host } = source;
    const likely = fillOf(source);
    const volume = volumes.get(name) ?? NOTHING;
    const parent = made.get(source.follows ?? '');
    const expected = parent
      ? followUps(volume, {
          ...parent,
          perRead: likely.requests / Math.max(1, fillOf(parent.of).requests),
          growth: growthOf(sourceState(database, parent.source).succeeded_at, parts),
        })
      : ownRequests(parts, source, volume, likely.requests);
    const isFirstOfHost = expected.requests > 0 && host.readsRobots && !withRobots.has(host.name);
    if (isFirstOfHost) withRobots.add(host.name);
    const requests = expected.requests + (isFirstOfHost ? 1 : 0);
    const each = meanBytes(database, name) ?? likely.bytes / Math.max(1, likely.requests);
    made.set(name, {
      ...expected,
      source: name,
      of: source,
      read: volume.read,
      requests,
      bytes: Math.round(requests * each),
      minutes: (requests * host.startEvery) / 60_000,
    });
  }
  return [...made.values()].map(({ source, requests, bytes, minutes, counted }) => ({
    source,
    requests,
    bytes,
    minutes,
    counted,
  }));
}

/**
 * The expected requests to a source. If another source takes its requests from this source's
 * responses, `followUps` uses these numbers to estimate the requests to the other source.
 */
interface Expected {
  readonly of: SyncSource;
  /** Expected number of requests that will be completed for the first time. */
  readonly first: number;
  /** Whether some of the expected requests repeat earlier requests. */
  readonly repeats: boolean;
  /** Number of requests that were completed at least once. */
  readonly read: number;
}

const NOTHING: Volume = { all: 0, queued: 0, first: 0, read: 0 };

/**
 * Estimates the requests of a source that plans its own requests: the queued requests and the
 * requests that are due. During the first fill, the estimate also includes expected requests that
 * are not queued yet.
 */
function ownRequests(parts: ForecastParts, source: SyncSource, volume: Volume, likely: number) {
  const { planned_at, succeeded_at } = sourceState(parts.database, source.name);
  const due = dueOf(parts, source);
  const known = volume.queued + due.requests.length;
  const knownFirst = volume.first + due.first;
  const isFilling = planned_at === null || succeeded_at === null || volume.first > 0;
  const rest = isFilling ? likely - volume.all - due.first : 0;
  const requests = known + Math.max(0, rest);
  const first = knownFirst + Math.max(0, rest);
  return {
    requests,
    first,
    repeats: known > knownFirst,
    counted: planned_at !== null && rest <= 0,
  };
}

/**
 * Estimates the requests of a source whose requests come from the responses of another source, the
 * parent. Each parent request leads to `perRead` requests when it is first answered. If the parent
 * sends one request per company, the mean number so far is used instead. This mean includes one
 * more response with `perRead` requests. If a parent request is repeated, only new filings lead to
 * requests.
 */
function followUps(
  { queued, read }: Volume,
  parent: Expected & { readonly perRead: number; readonly growth: number },
) {
  const known = queued + read;
  const ratio = parent.of.byCompany ? (known + parent.perRead) / (parent.read + 1) : parent.perRead;
  const more = parent.first * ratio + (parent.repeats ? known * parent.growth : 0);
  const requests = queued + Math.round(more);
  return { requests, first: Math.round(more), repeats: false, counted: parent.read > 0 };
}

/**
 * Returns the growth of the history since the last success, as a fraction. The fraction is the time
 * since the last success, divided by the time from `since` to the last success.
 */
function growthOf(succeededAt: number | null, { since, now }: ForecastParts): number {
  if (succeededAt === null) return 0;
  return Math.max(0, now - succeededAt) / Math.max(1, succeededAt - Date.parse(since));
}

/**
 * Returns the requests that would be queued if the source were planned now, and how many of them
 * were never sent.
 */
function dueOf(parts: ForecastParts, source: SyncSource) {
  const { database, companies, now } = parts;
  const { next_run } = stateAt(database, source, now);
  const isEmpty = isEarly(source, companies) || next_run === null;
  // Sources with one request per company are planned even if they are not due, because companies
  // may have been added.
  if (isEmpty || (next_run > now && !source.byCompany)) return { requests: [], first: 0 };
  const known = statement(
    database,
    'SELECT version, done_at FROM sync_requests WHERE source = ? AND address = ?',
  );
  const requests = source.plan(contextOf(parts, source)).flatMap((request) => {
    const { address, version, chain } = request;
    const row = known.get(source.name, address) as
      | { readonly version: string; readonly done_at: number | null }
      | undefined;
    if (row?.version === version) return [];
    const isRead = typeof row?.done_at === 'number';
    return [{ isFirst: !isRead && !(chain && chainOf(database, source.name, chain).cursor) }];
  });
  return { requests, first: requests.filter(({ isFirst }) => isFirst).length };
}
