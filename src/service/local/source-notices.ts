import { isAhead } from '../../base/clock.ts';
import { hasEvents } from '../../domain/events/event-kinds.ts';
import { type Promises, promisesIn, type SourcePromise } from '../../store/promises.ts';
import type { SyncHealth } from '../backend.ts';
import { kindsBehind } from './kinds-behind.ts';

const HOUR = 3_600_000;
/**
 * A running sync saves a report every minute. If the last report is older than this many
 * milliseconds, no sync is running.
 */
const MAX_SILENCE = 5 * 60_000;
/** Maximum number of sources that an answer names. Further sources are only counted. */
const MAX_NAMED = 3;

/**
 * Notices about late and incomplete sources. They are computed from a report that the sync process
 * saves.
 */
export interface SourceNotices {
  /**
   * Returns the notices for a collection, or for all collections if none is given. Each notice is a
   * complete sentence.
   * @param version the version of the store; the saved report is read again only if the version has
   * changed
   */
  of(collection: string | undefined, now: number, version: string): readonly string[];
  /** Returns the failed requests and the late sources, or undefined before the first sync. */
  sync?(now: number, version: string): SyncHealth | undefined;
}

/** @param read a function that returns the saved report */
export function createSourceNotices(read: () => string | undefined): SourceNotices {
  let seen: string | undefined;
  let report: Promises | undefined;
  function reportAt(version: string): Promises | undefined {
    if (version !== seen) {
      seen = version;
      const text = read();
      report = text === undefined ? undefined : promisesIn(text);
    }
    return report;
  }
  return {
    of(collection, now, version) {
      const promises = reportAt(version);
      return promises ? noticesOf(promises, collection, now) : [];
    },
    sync(now, version) {
      const promises = reportAt(version);
      if (!promises) return undefined;
      const late = promises.sources.filter((source) => isLate(source, now));
      return { failed: promises.failures, late: late.map(({ name }) => name) };
    },
  };
}

/** Returns notices about the progress of the first load, and about late data of a collection. */
function noticesOf(
  { filled, written_at, is_offline, hindrance, sources }: Promises,
  collection: string | undefined,
  now: number,
): readonly string[] {
  const kinds = collection === undefined ? undefined : kindsOf(collection);
  const loaded = new Set(sources.flatMap((one) => (one.succeeded_at === null ? [] : one.fills)));
  const late = sources.flatMap((source) => {
    const ours = source.fills.filter((kind) => kinds?.has(kind) ?? true);
    if (ours.length > 0 && isLate(source, now)) return [lateNotice(source, ours, now)];
    // `leads_to` lists the kinds of data that are fetched with URLs from this source's responses.
    // If requests to this source failed, data of these kinds is also incomplete.
    const reached = new Set([
      ...ours,
      ...source.leads_to.filter((kind) => kinds?.has(kind) ?? true),
    ]);
    if (reached.size > 0 && source.failed > 0) return [partialNotice(source, [...reached])];
    // During the first load, data that was never loaded gets no notice of its own. The notice about
    // the progress covers it.
    const never = filled === null ? [...reached].filter((kind) => !loaded.has(kind)) : [];
    return source.failed_at !== null && never.length > 0 ? [neverNotice(source, never)] : [];
  });
  const named = late.slice(0, MAX_NAMED);
  const more = late.length - named.length;
  return [
    ...(filled === null ? [] : [fillNotice(filled, written_at, now, is_offline)]),
    ...hindranceNotice(hindrance),
    ...named,
    ...(more > 0
      ? [`${more} more sources are late, incomplete or never loaded: see \`status\`.`]
      : []),
  ];
}

/**
 * Returns the kinds of facts (stored input records) from which a collection is computed. Events are
 * also computed from statements in texts.
 */
function kindsOf(collection: string): ReadonlySet<string> {
  const kinds = kindsBehind[collection] ?? [];
  return new Set([...kinds, ...(kinds.some(hasEvents) ? ['mentions'] : [])]);
}

/** Returns the notice about a first load that is running or was interrupted. */
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
 * Returns the notices for demo records that are served during the first load. Returns none if no
 * sync is running.
 */
export function demoNotices(text: string | undefined, now: number): readonly string[] {
  const report = text === undefined ? undefined : promisesIn(text);
  if (!report || report.filled === null) return [];
  // The reason why sync cannot load records is shown even if the sync has ended.
  if (report.hindrance !== null) return hindranceNotice(report.hindrance);
  if (Math.abs(now - report.written_at) > MAX_SILENCE) return [];
  if (report.is_offline) {
    return [
      'Real records will replace the demo records, but no public source can be reached from this machine. Sync retries every minute.',
    ];
  }
  const share = Math.floor(100 * report.filled);
  return [
    `Real records are being fetched from public sources (${share}% done). They will replace the demo records when the first catalysts are loaded.`,
  ];
}

function isLate({ succeeded_at, promise }: SourcePromise, now: number): boolean {
  if (succeeded_at === null) return false;
  return now - succeeded_at > promise || isAhead(succeeded_at, now);
}

/**
 * Formats a notice such as `Trials and trial versions as of 2026-03-01: …`. If the clock was ahead
 * when the date was saved, the notice says so instead.
 */
function lateNotice(
  { title, succeeded_at, promise, as_of }: SourcePromise,
  kinds: readonly string[],
  now: number,
): string {
  const moment = new Date(succeeded_at ?? 0).toISOString();
  if (isAhead(succeeded_at ?? 0, now)) {
    return `${subjectOf(kinds)} may be out of date: the time of their last update from ${title} is unknown, because this machine's clock was ahead (${moment.slice(0, 16)}Z). A sync updates them.`;
  }
  const hours = Math.round((10 * promise) / HOUR) / 10;
  return `${subjectOf(kinds)} as of ${as_of ?? moment.slice(0, 10)}: last updated from ${title} at ${moment.slice(0, 16)}Z, more than ${hours} h ago.`;
}

/** Formats a notice such as `Insider transactions are incomplete: 703 of 3668 requests …`. */
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
 * Formats a notice such as `Fund filings have never been loaded from …`. Without this notice, an
 * empty answer would look complete.
 */
function neverNotice({ title, failed_at }: SourcePromise, kinds: readonly string[]): string {
  const moment = new Date(failed_at ?? 0).toISOString().slice(0, 16);
  return `${subjectOf(kinds)} have never been loaded from ${title}; the last attempt failed at ${moment}Z (see \`status\`). An empty answer does not mean that no records exist.`;
}

/** Formats a list of kinds of data, such as `Trials and trial versions`. */
function subjectOf(kinds: readonly string[]): string {
  const words = kinds.map((kind) => kind.replaceAll('_', ' ')).join(' and ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
