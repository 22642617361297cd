import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { rowsIn } from '../../src/catalogue/query.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import { createStoreBackend } from '../../src/service/local/store-backend.ts';
import { endpoints } from '../../tools/index.ts';
import { type FactsByKind, storeOf } from '../derive/refresh-of.ts';

export type Served = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

/** Returns all served records on these facts, by endpoint, as a store contains them. */
export function servedOf(today: string, ...lists: readonly FactsByKind[]): Promise<Served> {
  return servedBy(endpoints, today, ...lists);
}

/** Returns the served records of some endpoints on these facts, and computes no others. */
export async function servedBy(
  endpoints: readonly Endpoint[],
  today: string,
  ...lists: readonly FactsByKind[]
): Promise<Served> {
  const database = await storeOf(...lists);
  refreshServed(database, endpoints, () => Date.parse(today));
  const source = createStoreBackend(database, false);
  const query = { arguments: {}, conditions: [], order: undefined, page: 1 };
  const served = new Map<string, readonly Readonly<Record<string, unknown>>[]>();
  for (const endpoint of endpoints) {
    const whole = { ...endpoint, constraints: [], paging: 'whole' } as const;
    const page = await source.fetch(whole, { ...query, today });
    served.set(endpoint.name, rowsIn(page));
  }
  await source.close();
  return served;
}
