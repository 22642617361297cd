import { rounderOf } from '../../src/catalogue/units.ts';
import { endpoints } from '../../tools/index.ts';

/** Returns the records of a collection with numbers rounded as in the endpoint that serves it. */
export function asServed<Made extends object>(collection: string, rows: Iterable<Made>): Made[] {
  const endpoint = endpoints.find((one) => one.collection === collection);
  if (!endpoint) throw new Error(`no endpoint serves ${collection}`);
  return [...rows].map(rounderOf(endpoint.record) as unknown as (row: Made) => Made);
}
