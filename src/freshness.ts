import { methodVersions } from './domain/methods.ts';
import type { Endpoint } from './endpoint.ts';
import type { Database } from './store/database.ts';
import { readMeta } from './store/facts-store.ts';
import { layoutOf } from './store/served-store.ts';

export type StoreKind = 'real' | 'demo';

/** Whether the served records are not those of this day, these facts, formulas or catalogue. */
export function isStale(
  database: Database,
  endpoints: readonly Endpoint[],
  today: string,
): boolean {
  const isMadeSo = readMeta(database, 'methods') === methodVersions();
  return (
    !isMadeSo || !isServable(database, endpoints) || readMeta(database, 'derived_on') !== today
  );
}

/** Whether the served tables are laid out as this catalogue asks. */
export function isServable(database: Database, endpoints: readonly Endpoint[]): boolean {
  return readMeta(database, 'layout') === layoutOf(endpoints);
}

/** Day of the newest facts, absent where the store holds none. */
export function factsDate(database: Database): string | undefined {
  return readMeta(database, 'facts_at');
}
