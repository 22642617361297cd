import type { Endpoint } from '../catalogue/endpoint.ts';
import { vendorOf } from '../facts/vendor-data.ts';
import type { Database } from './database.ts';
import { readFactCounts } from './fact-counts.ts';
import { statement } from './statements.ts';

/** The name of the cached digest of the universe. The records of any endpoint may depend on it. */
export const UNIVERSE_DIGEST = 'universe digest';

/**
 * Returns whether the records of an endpoint were computed from data of a vendor. If no endpoint is
 * given, returns whether the store has any facts from a vendor.
 */
export function usesVendorData(database: Database, endpoint?: Endpoint): boolean {
  const counts = readFactCounts(database).filter(({ source }) => vendorOf(source));
  if (endpoint === undefined || counts.length === 0) return counts.length > 0;
  const { collection, joined } = endpoint;
  const collections = joined ? joined.from.map((one) => one.endpoint.collection) : [collection];
  const parts = JSON.stringify([...collections, UNIVERSE_DIGEST]);
  const sql = `SELECT kind.value FROM json_each(?) AS name
    JOIN json_each((SELECT value FROM meta WHERE name = 'derived_from'), '$.parts') AS part
      ON part.key = name.value
    JOIN json_each(part.value, '$.kinds') AS kind`;
  const rows = statement(database, sql).all(parts) as { value: string }[];
  const read = new Set(rows.map(({ value }) => value));
  return counts.some(({ kind }) => read.has(kind));
}
