import { isAhead } from '../../base/clock.ts';
import { hasEvents } from '../../domain/events/event-kinds.ts';
import { type Promises, promisesIn, type SourcePromise } from '../../store/promises.ts';
import type { SyncHealth } from '../backend.ts';
import { kindsBehind } from './kinds-behind.ts';

const HOUR = 3_600_000;
/**
 * Milliseconds after which a first fill without a report counts as ended. A running first fill
 * reports every minute.
 */
const MAX_SILENCE = 5 * 60_000;
/** Maximum number of sources named in one answer. Others are only counted. */
const MAX_NAMED = 3;

/** Notices about sources, from a report that the sync process saves. */
export interface SourceNotices {
  /**
   * Returns the notices for one or all collections as complete sentences.
   * @param version of the store; the report is read again only if it changes
   */
  of(collection: string | undefined, now: number, version: string): readonly string[];
  /** Failed requests and late sources. Undefined before the first sync. */
  sync?(now: number, version: string): SyncHealth | undefined;
}

/** @param read returns the saved report */
export function createSourceNotices(read: () => string | undefined): SourceNotices {
  let seen: string | undefined;
  let said: Promises | undefined;
  function saidAt(version: string): Promises | undefined {
    if (version !== seen) {
      seen = version;
      const text = read();
      said = text === undefined ? undefined : promisesIn(text);
    }
    return said;
  }
  return {
    of(collection, now, version) {
      const promises = saidAt(version);
      return promises ? noticesOf(promises, collection, now) : [];
    },
    sync(now, version) {
      const promises = saidAt(version);
      if (!promises) return undefined;
      const late = promises.sources.filter((source) => isLate(source, now));
      return { failed: promises.failures, late: late.map(({ name }) => name) };
    },
  };
}

/**
 * Returns notices about the progress of the first fill and the late kinds of facts of a collection.
 */
function noticesOf(
  { filled, written_at, is_offline, hindrance, sources }: Promises,
  collection: string | undefined,
  now: number,
): readonly string[] {
  const kinds = collection === undefined ? undefined : kindsOf(collection);
  const come = new Set(sources.flatMap((one) => (one.succeeded_at === null ? [] : one.fills)));
  const late = sources.flatMap((source) => {
    const ours = source.fills.filter((kind) => kinds?.has(kind) ?? true);
    if (ours.length > 0 && isLate(source, now)) return [lateNotice(source, ours, now)];
    // A failed list also lacks the requests of the sources that follow it.
    const reached = new Set([
      ...ours,
      ...source.leads_to.filter((kind) => kinds?.has(kind) ?? true),
    ]);
    if (reached.size > 0 && source.failed > 0) return [partialNotice(source, [...reached])];
    // Kinds that are missing during the first fill are covered by the notice about the fill.
    const never = filled === null ? [...reached].filter((kind) => !come.has(kind)) : [];
    return source.failed_at !== null && never.length > 0 ? [neverNotice(source, never)] : [];
  });
  const named = late.slice(0, MAX_NAMED);
  const more = late.length - named.length;
  return [
    ...(filled === null ? [] : [fillNotice(filled, written_at, now, is_offline)]),
    ...hindranceNotice(hindrance),
    ...named,
    ...(more > 0
      ? [`${more} more sources are late, incomplete or have never answered: see status.`]
      : []),
  ];
}

/** The kinds of facts behind a collection. Events are also read from texts. */
function kindsOf(collection: string): ReadonlySet<string> {
  const kinds = kindsBehind[collection] ?? [];
  return new Set([...kinds, ...(kinds.some(hasEvents) ? ['mentions'] : [])]);
}

/** The notice for a store that is being filled or whose first fill was interrupted. */
function fillNotice(filled: number, writtenAt: number, now: number, isOffline: boolean): string {
  const share = `${Math.floor(100 * filled)}%`;
  const isRunning = Math.abs(now - writtenAt) <= MAX_SILENCE;
  if (isRunning && isOffline) {
    return `Only ${share} of the first load is done: no public source can be reached from this machine. Sync retries every minute.`;
  }
  if (isRunning) {
    return `The first load from public sources is still running (${share} done), so records may be missing.`;
  }
  const moment = new Date(Math.min(writtenAt, now)).toISOString().slice(0, 16);
  return `The first load from public sources stopped at ${share} (${moment}Z): start a sync to continue.`;
}

function hindranceNotice(hindrance: string | null): readonly string[] {
  return hindrance === null ? [] : [`Sync cannot load records: ${hindrance}.`];
}

/**
 * The notice for demo records that are served during a first fill. Undefined if no sync is running.
 */
export function demoNotices(text: string | undefined, now: number): readonly string[] {
  const said = text === undefined ? undefined : promisesIn(text);
  if (!said || said.filled === null || Math.abs(now - said.written_at) > MAX_SILENCE) return [];
  if (said.hindrance !== null) return hindranceNotice(said.hindrance);
  if (said.is_offline) {
    return [
      'Real records will replace the demo records, but no public source can be reached from this machine. Sync retries every minute.',
    ];
  }
  const share = Math.floor(100 * said.filled);
  return [
    `Real records are being fetched from public sources (${share}% done). They will replace the demo records when the first catalysts are loaded.`,
  ];
}

function isLate({ succeeded_at, promise }: SourcePromise, now: number): boolean {
  if (succeeded_at === null) return false;
  return now - succeeded_at > promise || isAhead(succeeded_at, now);
}

/**
 * Formats a notice: `Trials and trial versions as of 2026-03-01: …`. The date is omitted if the
 * clock was ahead when it was saved.
 */
function lateNotice(
  { title, succeeded_at, promise, as_of }: SourcePromise,
  kinds: readonly string[],
  now: number,
): string {
  const moment = new Date(succeeded_at ?? 0).toISOString();
  if (isAhead(succeeded_at ?? 0, now)) {
    return `${subjectOf(kinds)} may be late: the time of their last update from ${title} is unknown, because this machine's clock was ahead (${moment.slice(0, 16)}Z). A sync updates them.`;
  }
  const hours = Math.round((10 * promise) / HOUR) / 10;
  return `${subjectOf(kinds)} as of ${as_of ?? moment.slice(0, 10)}: last updated from ${title} at ${moment.slice(0, 16)}Z, more than ${hours} h ago.`;
}

/** Formats a notice: `Insider transactions are incomplete: 703 of 3668 requests …` */
function partialNotice(
  { title, failed, requests, failed_since }: SourcePromise,
  kinds: readonly string[],
): string {
  const since = new Date(failed_since ?? 0).toISOString().slice(0, 16);
  const share = (100 * failed) / Math.max(1, requests);
  const percent = share < 0.1 ? 'less than 0.1' : share.toFixed(1);
  return `${subjectOf(kinds)} are incomplete: ${failed} of ${requests} requests to ${title} (${percent}%) have failed since ${since}Z. Sync retries them.`;
}

/**
 * Formats a notice: `Fund filings have never been loaded from …`. Without it, an empty answer would
 * look complete.
 */
function neverNotice({ title, failed_at }: SourcePromise, kinds: readonly string[]): string {
  const moment = new Date(failed_at ?? 0).toISOString().slice(0, 16);
  return `${subjectOf(kinds)} have never been loaded from ${title}; the last attempt failed at ${moment}Z (see status). An empty answer does not mean that none exist.`;
}

/** Formats a list of kinds: `Trials and trial versions`. */
function subjectOf(kinds: readonly string[]): string {
  const words = kinds.map((kind) => kind.replaceAll('_', ' ')).join(' and ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
