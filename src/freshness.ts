import { methodVersions } from './domain/methods.ts';
import type { Endpoint } from './endpoint.ts';
import type { Database } from './store/database.ts';
import { readMeta, writeMeta } from './store/facts-store.ts';
import { layoutOf } from './store/served-store.ts';

export type StoreKind = 'real' | 'demo';

/** Whether the served records are not those of this day, these facts, formulas or catalogue. */
export function isStale(
  database: Database,
  endpoints: readonly Endpoint[],
  today: string,
): boolean {
  const isMadeSo = readMeta(database, 'methods') === methodVersions();
  const isOfToday = readMeta(database, 'derived_on') === today;
  return !isMadeSo || !isOfToday || isRefreshDue(database) || !isServable(database, endpoints);
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
