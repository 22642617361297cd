import { version } from '../base/version.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { methodVersions } from '../domain/methods.ts';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './facts-store.ts';
import { layoutOf } from './served-store.ts';

/**
 * Whether the served records must be computed again. This is the case if they were computed on
 * another day or by an older release. It is also the case if the facts, the formulas or the layout
 * of the tables have changed.
 */
export function isStale(
  database: Database,
  endpoints: readonly Endpoint[],
  today: string,
): boolean {
  const isCurrentDay = readMeta(database, 'derived_on') === today;
  return (
    !isCurrentVersion(database) ||
    !isCurrentDay ||
    isRefreshDue(database) ||
    !isServable(database, endpoints)
  );
}

/**
 * True if this release computed the served tables with its current formulas, or if a newer release
 * computed them. The versions of the formulas are not sufficient to detect another release, because
 * text extraction has no version number. Tables of a newer release are accepted, so that two
 * servers of different releases on one store do not repeatedly replace each other's tables.
 */
function isCurrentVersion(database: Database): boolean {
  const release = readMeta(database, 'made_by') ?? '';
  if (release === version) return readMeta(database, 'methods') === methodVersions();
  return release.localeCompare(version, 'en', { numeric: true }) > 0;
}

/**
 * Stores the release and the formula versions of the served tables. Runs inside the caller's
 * transaction.
 */
export function writeServedVersion(database: Database): void {
  writeMeta(database, 'made_by', version);
  writeMeta(database, 'methods', methodVersions());
}

/** Whether facts have changed since the served tables were computed. */
export function isRefreshDue(database: Database): boolean {
  return (readMeta(database, 'refresh_due') ?? '') !== '';
}

/**
 * Stores whether the served tables must be recomputed. The next process that reads this value
 * recomputes them. Runs inside the transaction that writes the facts.
 */
export function markRefreshDue(database: Database, isDue: boolean): void {
  writeMeta(database, 'refresh_due', isDue ? 'yes' : '');
}

/** Whether the layout of the served tables matches this catalogue. */
export function isServable(database: Database, endpoints: readonly Endpoint[]): boolean {
  return readMeta(database, 'layout') === layoutOf(endpoints);
}

/** Date of the newest facts; undefined if the store has none. */
export function factsDate(database: Database): string | undefined {
  return readMeta(database, 'facts_at');
}
