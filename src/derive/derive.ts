import type { Endpoint } from '../endpoint.ts';
import type { Database } from '../store/database.ts';
import { writeDirectory } from '../store/directory-table.ts';
import { readFacts, writeMeta } from '../store/facts-store.ts';
import { type Row, writeServed } from '../store/served-store.ts';
import { directory } from './directory/directory.ts';
import { beginRefresh, type Refresh } from './refresh.ts';
import { collections } from './registry.ts';
import { countUniverse } from './universe.ts';

/**
 * Computes every served record from the facts and writes the served tables. Runs inside the
 * caller's transaction. The same facts and day always give the same records.
 *
 * @throws Error where an endpoint names a collection that nothing makes, before anything is written
 */
export function derive(database: Database, endpoints: readonly Endpoint[], today: string): void {
  const made = endpoints.map((endpoint) => {
    const collection = collections[endpoint.collection];
    if (!collection) throw new Error(`nothing makes the collection ${endpoint.collection}`);
    return { endpoint, collection };
  });
  const refresh = beginRefresh(readFacts(database), today);
  const tickers = new Set<string>();
  for (const { endpoint, collection } of made) {
    const rows = named(refresh.memo(collection.rows) as readonly Row[], endpoint, refresh);
    writeServed(database, endpoint, rows);
    for (const row of rows) {
      const ticker = row.ticker ?? row.Ticker;
      if (typeof ticker === 'string') tickers.add(ticker);
    }
  }
  writeDirectory(database, directory(refresh, tickers));
  writeMeta(database, 'universe', JSON.stringify(countUniverse(refresh.universe)));
}

/** The rows with the names of their companies, where the endpoint joins them. */
function named(rows: readonly Row[], { record }: Endpoint, { universe }: Refresh): readonly Row[] {
  if (!record.company_name?.joined) return rows;
  return rows.map((row) => ({
    ...row,
    company_name: universe.company(String(row.ticker))?.name ?? null,
  }));
}
