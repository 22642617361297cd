import { isAhead } from '../../base/clock.ts';
import type { SyncSource } from '../../sources/source.ts';
import type { Database } from '../../store/database.ts';
import { countFacts } from '../../store/fact-counts.ts';
import { promisesIn, promisesText } from '../../store/promises.ts';
import { asOf } from './chains.ts';
import { type Holder, isHeld, type Self } from './lock.ts';
import { stateAt } from './moved-clock.ts';
import { type Counts, countRequests, failuresOf, NO_REQUESTS, nextOfSources } from './queue.ts';
import { maxAge } from './schedule.ts';
import { type SourceState, sourceState } from './source-states.ts';
import { createLedger, type HostStates } from './start-ledger.ts';
import { bytesNeeded, lacksRoom } from './sync-store.ts';

/** States of a source. If several apply, the first one is shown. */
const sourceStates = [
  'off',
  'blocked',
  'waiting for quota',
  'paused',
  'running',
  'stale',
  'due',
  'fresh',
] as const;
type State = (typeof sourceStates)[number];

export interface StatusParts {
  readonly database: Database;
  /**
   * The quotas and pauses of hosts. If several machines share a database, the quotas and pauses are
   * stored in that database. Otherwise, they are stored in this store.
   */
  readonly hosts: HostStates;
  /** The process that last held the sync lock. */
  readonly holder: Holder | undefined;
  readonly sources: readonly SyncSource[];
  /** Sources that are disabled by the settings. */
  readonly off: ReadonlySet<string>;
  readonly contact: string | undefined;
  readonly self: Self;
  /** Free bytes on the disk of the store. */
  readonly freeBytes: number;
  readonly now: number;
}

const HOUR = 3_600_000;

/**
 * Returns why a sync cannot fill the store. Either the disk is full, or the last sync saved a
 * reason.
 */
function hindranceOf({ database, freeBytes }: StatusParts): string | null {
  const needed = bytesNeeded(database);
  if (freeBytes < needed) return lacksRoom(needed);
  const text = promisesText(database);
  const last = (text === undefined ? undefined : promisesIn(text))?.hindrance ?? null;
  return last === lacksRoom(needed) ? null : last;
}

export function syncStatus(parts: StatusParts) {
  const { holder, self, now } = parts;
  const running = holder && isHeld(holder, self, now) ? holder : undefined;
  return {
    /** The running sync process, if any. */
    running: running ? { pid: running.pid, host: running.host, progress: running.progress } : null,
    /** The reason why a sync cannot fill the store, if any. */
    hindrance: hindranceOf(parts),
    failures: failuresOf(parts.database),
    sources: statuses(parts, running),
  };
}

export type SyncStatus = ReturnType<typeof syncStatus>;
export type SourceStatus = SyncStatus['sources'][number];

/** Returns the state of each source. Times are ISO 8601 in UTC. */
function statuses(parts: StatusParts, running: Holder | undefined) {
  const { database, sources, now } = parts;
  const requests = countRequests(database);
  const records = new Map<string, number>();
  for (const held of countFacts(database)) {
    records.set(held.source, (records.get(held.source) ?? 0) + held.records);
  }
  const byName = new Map(sources.map((source) => [source.name, source]));
  const ledger = createLedger(parts.hosts, parts.contact);
  const nextOfQueue = nextOfSources(database, now);
  return sources.map((source) => {
    const { name, title } = source;
    const known = stateAt(database, source, now);
    const leader = source.follows ? byName.get(source.follows) : undefined;
    const { next_run } = leader ? stateAt(database, leader, now) : known;
    const { queued, failed, done, given_up } = requests.get(name) ?? NO_REQUESTS;
    const renewed = renewedAt(database, source, known, requests.get(name));
    const success = renewed !== null && isAhead(renewed, now) ? known.succeeded_at : renewed;
    const maxAgeMs = maxAge(source, success ?? now);
    const age = success === null ? null : Math.max(0, now - success);
    const isOff = parts.off.has(name);
    const isDue = age === null || (next_run ?? now + 1) <= now;
    const next = nextOfQueue.get(name);
    const held = ledger.holdOf(source.host, now, next?.host);
    const hold = queued > 0 || (isDue && !isOff) || held?.why === 'blocked' ? held : undefined;
    const waits = hold ? ledger.holdText(hold, source.host, next?.host) : null;
    const nextAsked = Math.max(next?.due ?? next_run ?? 0, hold?.until ?? 0);
    const isAskedNow = queued > 0 && nextAsked <= now;
    const state = stateOf({
      off: isOff,
      blocked: hold?.why === 'blocked',
      'waiting for quota': hold?.why === 'quota',
      paused: hold?.why === 'paused' || hold?.why === 'down',
      running: running !== undefined && isAskedNow,
      stale: age !== null && age > maxAgeMs,
      due: isDue || isAskedNow,
    });
    return {
      source: name,
      title,
      state,
      records: records.get(name) ?? 0,
      /** The date of the source's data, if the source states one. */
      as_of: asOf(database, source, now),
      last_success: momentOf(known.succeeded_at),
      /** Hours since the records were last complete. */
      age_hours: age === null ? null : Math.round((10 * age) / HOUR) / 10,
      /** Maximum age in hours. An older source is stale. */
      promise_hours: maxAgeMs / HOUR,
      next_run: momentOf(nextAsked > now ? nextAsked : next_run),
      /** The quota or pause that delays the requests of the source. */
      waits,
      queued,
      failed,
      /** Failed requests as a share of all requests, 0 to 1. */
      missing_share: failed / Math.max(1, queued + done + given_up),
      last_error: known.error,
      last_error_at: momentOf(known.failed_at),
      /** Number of parts of responses that were omitted on the last day on which any were. */
      refused: known.refused,
      /** Description of the first omitted part of the last response with omitted parts. */
      last_refusal: known.refusal,
      last_refusal_at: momentOf(known.refused_at),
    };
  });
}

function stateOf(holds: Partial<Record<State, boolean>>): State {
  return sourceStates.find((state) => holds[state]) ?? 'fresh';
}

/**
 * Returns the time at which the records of a source were last complete. If the source takes its
 * requests from the responses of a parent source, a success of the parent counts too. A success of
 * the parent is ignored while the source has queued requests. It is also ignored if requests of the
 * source have failed and none has ever succeeded.
 */
export function renewedAt(
  database: Database,
  { follows }: SyncSource,
  { succeeded_at }: SourceState,
  { queued, failed }: Counts = NO_REQUESTS,
): number | null {
  const isUnmade = queued > 0 || (succeeded_at === null && failed > 0);
  if (follows === undefined || isUnmade) return succeeded_at;
  const parent = sourceState(database, follows).succeeded_at;
  return parent === null ? succeeded_at : Math.max(parent, succeeded_at ?? parent);
}

function momentOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
