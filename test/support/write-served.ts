import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import type { Database } from '../../src/store/database.ts';
import { layOut, moveTables, writeTables } from '../../src/store/served-store.ts';

/** Replaces an endpoint's records. Runs inside the caller's transaction. */
export function writeServed(
  database: Database,
  endpoint: Endpoint,
  made: Parameters<typeof layOut>[2],
): void {
  writeTables(database, endpoint, layOut(database, endpoint, made));
  moveTables(database, [endpoint]);
}
