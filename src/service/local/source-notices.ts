import { isAhead } from '../../base/clock.ts';
import { type Promises, promisesIn, type SourcePromise } from '../../store/promises.ts';
import type { SyncHealth } from '../backend.ts';
import { kindsBehind } from './kinds-behind.ts';

const HOUR = 3_600_000;
/** A sync that fills says so every minute; one that has been silent for longer has ended. */
const MAX_SILENCE = 5 * 60_000;
/** Sources that one answer names; of others it says how many. */
const MAX_NAMED = 3;

/** What the process that syncs left to be told with answers. */
export interface SourceNotices {
  /**
   * Of the records of a collection, or of all, as whole sentences.
   *
   * @param version of the store: while it is the same, nothing is read anew
   */
  of(collection: string | undefined, now: number, version: string): readonly string[];
  /** How the sync does; undefined before any. */
  sync?(now: number, version: string): SyncHealth | undefined;
}

/** @param read what was left, whenever it may be another */
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

/** How far the first fill is, and which of the kinds behind a collection are older than promised. */
function noticesOf(
  { filled, written_at, is_offline, hindrance, sources }: Promises,
  collection: string | undefined,
  now: number,
): readonly string[] {
  const kinds = collection === undefined ? undefined : new Set<string>(kindsBehind[collection]);
  const come = new Set(sources.flatMap((one) => (one.succeeded_at === null ? [] : one.fills)));
  const late = sources.flatMap((source) => {
    const ours = source.fills.filter((kind) => kinds?.has(kind) ?? true);
    if (ours.length > 0 && isLate(source, now)) return [lateNotice(source, ours, now)];
    if (ours.length > 0 && source.failed > 0) return [partialNotice(source, ours)];
    // What is still to come is told of the fill as a whole.
    const never = filled === null ? ours.filter((kind) => !come.has(kind)) : [];
    return source.failed_at !== null && never.length > 0 ? [neverNotice(source, never)] : [];
  });
  const named = late.slice(0, MAX_NAMED);
  const more = late.length - named.length;
  return [
    ...(filled === null ? [] : [fillNotice(filled, written_at, now, is_offline)]),
    ...hindranceNotice(hindrance),
    ...named,
    ...(more > 0 ? [`${more} more sources are late, incomplete or never came: see status.`] : []),
  ];
}

/** Of a store that is served while it fills, or that a sync has left half filled. */
function fillNotice(filled: number, writtenAt: number, now: number, isOffline: boolean): string {
  const share = `${Math.floor(100 * filled)} %`;
  const isRunning = Math.abs(now - writtenAt) <= MAX_SILENCE;
  if (isRunning && isOffline) {
    return `The store was filled from public sources to ${share} only: none can be reached from this machine now, which is tried again every minute.`;
  }
  if (isRunning) {
    return `The store is still filling from public sources (${share}): what is missing here may still come.`;
  }
  const moment = new Date(Math.min(writtenAt, now)).toISOString().slice(0, 16);
  return `The store was filled from public sources to ${share} only, until ${moment}Z: start a sync, and it goes on.`;
}

function hindranceNotice(hindrance: string | null): readonly string[] {
  return hindrance === null ? [] : [`The sync cannot fill the store: ${hindrance}.`];
}

/** Of fictional records that are served while a store fills; none where no sync fills one. */
export function demoNotices(text: string | undefined, now: number): readonly string[] {
  const said = text === undefined ? undefined : promisesIn(text);
  if (!said || said.filled === null || Math.abs(now - said.written_at) > MAX_SILENCE) return [];
  if (said.hindrance !== null) return hindranceNotice(said.hindrance);
  if (said.is_offline) {
    return [
      'Real records are to take the place of these, but no public source can be reached from this machine: it is tried again every minute.',
    ];
  }
  const share = Math.floor(100 * said.filled);
  return [
    `Real records are being fetched from public sources (${share} %) and take the place of these as soon as catalysts are among them.`,
  ];
}

function isLate({ succeeded_at, promise }: SourcePromise, now: number): boolean {
  if (succeeded_at === null) return false;
  return now - succeeded_at > promise || isAhead(succeeded_at, now);
}

/** `Trials and trial versions as of 2026-03-01: …`; without a day where a clock that ran ahead noted it. */
function lateNotice(
  { title, succeeded_at, promise, as_of }: SourcePromise,
  kinds: readonly string[],
  now: number,
): string {
  const moment = new Date(succeeded_at ?? 0).toISOString();
  if (isAhead(succeeded_at ?? 0, now)) {
    return `${subjectOf(kinds)} may be older than promised: when they last came from ${title} is not known, since this machine's clock ran ahead then (${moment.slice(0, 16)}Z). A sync renews them.`;
  }
  const hours = Math.round((10 * promise) / HOUR) / 10;
  return `${subjectOf(kinds)} as of ${as_of ?? moment.slice(0, 10)}: last renewed from ${title} at ${moment.slice(0, 16)}Z, later than the ${hours} h that it should take.`;
}

/** `Insider transactions are incomplete: 703 of 3668 requests …` */
function partialNotice(
  { title, failed, requests, failed_since }: SourcePromise,
  kinds: readonly string[],
): string {
  const since = new Date(failed_since ?? 0).toISOString().slice(0, 16);
  const share = (100 * failed) / Math.max(1, requests);
  const percent = share < 0.1 ? 'less than 0.1' : share.toFixed(1);
  return `${subjectOf(kinds)} are incomplete: ${failed} of ${requests} requests to ${title} (${percent} %) have failed since ${since}Z. They are tried again.`;
}

/** `Fund filings have never come from …`: without it, nothing found would look as if nothing were. */
function neverNotice({ title, failed_at }: SourcePromise, kinds: readonly string[]): string {
  const moment = new Date(failed_at ?? 0).toISOString().slice(0, 16);
  return `${subjectOf(kinds)} have never come from ${title}, the last try failed at ${moment}Z (see status): that none are found here does not mean that there are none.`;
}

/** `Trials and trial versions` */
function subjectOf(kinds: readonly string[]): string {
  const words = kinds.map((kind) => kind.replaceAll('_', ' ')).join(' and ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
