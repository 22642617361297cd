import type { Endpoint } from '../catalogue/endpoint.ts';
import { vendorOf } from '../facts/vendor-data.ts';
import type { Database } from './database.ts';
import { readFactCounts } from './fact-counts.ts';
import { statement } from './statements.ts';

/** Whether the records of an endpoint were computed from kinds that have facts of a vendor. */
export function usesVendorData(database: Database, { collection, joined }: Endpoint): boolean {
  const collections = joined ? joined.from.map((one) => one.endpoint.collection) : [collection];
  const sql = `SELECT kind.value FROM json_each(?) AS name
    JOIN json_each((SELECT value FROM meta WHERE name = 'derived_from'), '$.parts') AS part
      ON part.key = name.value
    JOIN json_each(part.value, '$.kinds') AS kind`;
  const rows = statement(database, sql).all(JSON.stringify(collections)) as { value: string }[];
  const read = new Set(rows.map(({ value }) => value));
  return readFactCounts(database).some(({ kind, source }) => vendorOf(source) && read.has(kind));
}
