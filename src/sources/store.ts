import { distance } from 'fastest-levenshtein';
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../endpoint.ts';
import { repeats } from '../repeats.ts';
import type { Database } from '../store/database.ts';
import { readHoldings, readMeta } from '../store/facts-store.ts';
import { distinctValues, runQuery } from '../store/query.ts';
import type { Query, RecordPage, Source, SourceState } from './source.ts';

/** Bytes of pages kept ready to be sent again. */
const keptBytes = 6 * 1024 * 1024;
/** How often an answer is begun anew because the store changed under it. */
const readAttempts = 5;
const suggestions = 3;

/** The embedded store as a source: the tables that the last refresh wrote. */
export function createStoreSource(database: Database, demo: boolean): Source {
  const pages = new LRUCache<string, RecordPage>({
    maxSize: keptBytes,
    maxEntrySize: keptBytes / 4,
    sizeCalculation: (page) => page.records.reduce((sum, record) => sum + record.length, 200),
  });
  const askedBefore = repeats();
  const dataVersion = database.prepare('PRAGMA data_version');
  let reading = 0;
  let seen: { dataVersion: number; state: SourceState } | undefined;

  function describe(): SourceState {
    const current = (dataVersion.get() as { data_version: number }).data_version;
    if (seen?.dataVersion !== current) {
      seen = { dataVersion: current, state: readState(database, demo, current) };
    }
    return seen.state;
  }

  /** Reads a page of one state of the store: again, where a refresh landed between its statements. */
  async function readPage(endpoint: Endpoint, query: Query): Promise<RecordPage> {
    for (let attempt = 0; attempt < readAttempts; attempt += 1) {
      const origin = describe();
      const { arguments: given, page: number, today } = query;
      const key = JSON.stringify([origin.version, endpoint.name, given, number, today]);
      const kept = pages.get(key);
      if (kept) return kept;
      const page = { ...(await runQuery(database, endpoint, query)), origin };
      if (describe().version !== origin.version) continue;
      if (askedBefore(key)) pages.set(key, page);
      return page;
    }
    throw new Error('the store changed during every attempt to read it');
  }

  return {
    kind: 'store',
    demo,
    describe,
    serves: () => true,
    contents: async () => readHoldings(database),
    async fetch(endpoint, query) {
      reading += 1;
      try {
        return await readPage(endpoint, query);
      } finally {
        reading -= 1;
      }
    },
    async suggest(endpoint, column, value) {
      const values = distinctValues(database, endpoint, column);
      const same = values.filter((one) => one.toLowerCase() === value.toLowerCase());
      return same.length > 0 ? same.slice(0, suggestions) : nearest(values, value);
    },
    async close() {
      // A long scan gives way between its slices, and must find its database open after each.
      while (reading > 0) await new Promise((resolve) => setImmediate(resolve));
      database.close();
    },
  };
}

function readState(database: Database, demo: boolean, dataVersion: number): SourceState {
  const derived = readMeta(database, 'derived_at');
  return {
    version: `${derived ?? 'empty'}/${dataVersion}`,
    from: demo ? 'fictional demo data' : 'local store',
    asOf: readMeta(database, 'facts_at'),
  };
}

/** The values closest by edit distance, which a caller may have meant or can learn the form from. */
function nearest(values: readonly string[], value: string): string[] {
  const wanted = value.slice(0, 40).toLowerCase();
  return values
    .map((one) => ({ one, apart: distance(one.toLowerCase(), wanted) }))
    .sort((a, b) => a.apart - b.apart || (a.one < b.one ? -1 : 1))
    .slice(0, suggestions)
    .map(({ one }) => one);
}
