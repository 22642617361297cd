import { dayAt } from '../../base/clock.ts';
import type { Companies } from '../../sources/company-notes.ts';
import { isEarly, type SyncRequest, type SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { statement } from '../../store/statements.ts';
import { stateAt } from './moved-clock.ts';
import { countRequests, meanBytes, NO_REQUESTS, queuedOf } from './queue.ts';
import { contextOf } from './source-context.ts';
import { sourceState } from './source-states.ts';

/** The requests that a sync would send to a source now. */
export interface Forecast {
  readonly source: string;
  readonly requests: number;
  readonly bytes: number;
  /** Duration at the request rate of the host. */
  readonly minutes: number;
  /** Whether the number was counted. If not, it is an estimate for a first fill. */
  readonly counted: boolean;
}

export interface ForecastParts {
  readonly database: Database;
  readonly sources: readonly SyncSource[];
  readonly companies: Companies;
  /**
   * The companies that the user selected. Queued requests about other companies are not part of the
   * run.
   */
  readonly tickers?: ReadonlySet<string> | undefined;
  readonly since: string;
  readonly now: number;
}

/** Assumed number of companies if none are known. */
const LIKELY_COMPANIES = 850;

/** Computes the requests that a sync would send. Nothing is sent or written. */
export function forecast(parts: ForecastParts): readonly Forecast[] {
  const { database, sources, companies, tickers } = parts;
  const members = companies.universe.length || (tickers?.size ?? LIKELY_COMPANIES);
  const months = monthsBetween(parts.since, dayAt(parts.now));
  const fillOf = (source: SyncSource) => source.firstFill(members, months);
  const counts = countRequests(database);
  const queued = queuedOf(database, {
    sources: sources.map(({ name }) => name),
    subjects: companies.universe.map(({ cik }) => cik),
  });
  const made = new Map<string, Forecast>();
  for (const source of sources) {
    const { name, host } = source;
    const likely = fillOf(source);
    const parent = made.get(source.follows ?? '');
    const own = counts.get(name) ?? NO_REQUESTS;
    const isNew = sourceState(database, name).planned_at === null;
    const left = queued.get(name) ?? 0;
    let requests = left + dueOf(parts, source).length;
    let counted = !isNew;
    if (parent) {
      const asked = (counts.get(parent.source)?.done ?? 0) || undefined;
      const known = own.queued + own.done;
      const named = fillOf(sources.find((one) => one.name === parent.source)!);
      const first = likely.requests / Math.max(1, named.requests);
      requests = left + Math.round(parent.requests * (asked ? known / asked : first));
      counted = asked !== undefined;
    } else if (isNew) requests = likely.requests;
    const each = meanBytes(database, name) ?? likely.bytes / Math.max(1, likely.requests);
    made.set(name, {
      source: name,
      requests,
      bytes: Math.round(requests * each),
      minutes: (requests * host.startEvery) / 60_000,
      counted,
    });
  }
  return [...made.values()];
}

/** Number of months from one day to another, at least 1. */
function monthsBetween(from: string, to: string): number {
  const monthOf = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7));
  return Math.max(1, monthOf(to) - monthOf(from));
}

/** Requests that a plan would add to the queue now. */
function dueOf(parts: ForecastParts, source: SyncSource): readonly SyncRequest[] {
  const { database, companies, now } = parts;
  const { next_run } = stateAt(database, source, now);
  // A run also requests companies that were added after a source was planned.
  if (next_run === null || (next_run > now && !source.byCompany)) return [];
  if (isEarly(source, companies)) return [];
  const planned = source.plan(contextOf(parts, source));
  const known = statement(
    database,
    'SELECT 1 FROM sync_requests WHERE source = ? AND address = ? AND version = ?',
  );
  return planned.filter(({ address, version }) => !known.get(source.name, address, version));
}
