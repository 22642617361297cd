import { version } from '../base/version.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { methodVersions } from '../domain/methods.ts';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './facts-store.ts';
import { layoutOf } from './served-store.ts';

/** Whether the served records are not those of this day, these facts, formulas or catalogue. */
export function isStale(
  database: Database,
  endpoints: readonly Endpoint[],
  today: string,
): boolean {
  const isOfToday = readMeta(database, 'derived_on') === today;
  return (
    !isMadeSo(database) || !isOfToday || isRefreshDue(database) || !isServable(database, endpoints)
  );
}

/**
 * Whether these formulas made what is served, and this version of the program, since how texts are
 * read has no version of its own. What a newer one made is left: two programs on one store would
 * else undo each other's work for ever.
 */
function isMadeSo(database: Database): boolean {
  const order = versionOrder.compare(readMeta(database, 'made_by') ?? '', version);
  return order > 0 || (order === 0 && readMeta(database, 'methods') === methodVersions());
}

/** By the numbers in them: 0.10.0 comes after 0.9.0. */
const versionOrder = new Intl.Collator('en', { numeric: true });

/** Notes what makes the records that are served from now on. Runs inside the caller's transaction. */
export function noteMaker(database: Database): void {
  writeMeta(database, 'made_by', version);
  writeMeta(database, 'methods', methodVersions());
}

/** Whether facts have come whose records are to be served now. */
export function isRefreshDue(database: Database): boolean {
  return (readMeta(database, 'refresh_due') ?? '') !== '';
}

/**
 * Says that what is served is not of these facts: whoever looks first computes it anew. Runs inside
 * the transaction that writes them.
 */
export function markRefreshDue(database: Database, isDue: boolean): void {
  writeMeta(database, 'refresh_due', isDue ? 'yes' : '');
}

/** Whether the served tables are laid out as this catalogue asks. */
export function isServable(database: Database, endpoints: readonly Endpoint[]): boolean {
  return readMeta(database, 'layout') === layoutOf(endpoints);
}

/** Day of the newest facts, absent where the store holds none. */
export function factsDate(database: Database): string | undefined {
  return readMeta(database, 'facts_at');
}
