import { LRUCache } from 'lru-cache';
import { repeats } from '../../base/repeats.ts';
import { atOnce, type Scan } from '../../base/turns.ts';
import type { Endpoint } from '../../catalogue/endpoint.ts';
import type { BackendState, Query, RecordPage } from '../../catalogue/query.ts';
import type { Directory } from '../../domain/directory/directory.ts';
import { distinctValues, valuesWithin } from '../../store/column-values.ts';
import { type Database, endSnapshot, inSnapshot } from '../../store/database.ts';
import { readDirectory } from '../../store/directory-table.ts';
import { readFactCounts } from '../../store/fact-counts.ts';
import { readMeta } from '../../store/facts-store.ts';
import { type ReadRecords, readRecords, runQuery } from '../../store/run-query.ts';
import type { Backend } from '../backend.ts';

/** Size of the cache of pages, in bytes. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Size of the cache of records, in bytes. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** Most attempts to read a page if the store changes meanwhile. */
const MAX_READ_ATTEMPTS = 5;

/**
 * Cached lists of column values, of at most a thousand each. Callers often repeat a failed search.
 */
const MAX_VALUE_LISTS = 64;

/**
 * The local store as a backend: the tables that the last refresh wrote.
 *
 * @param fixed the version of a read-only database; if absent, it is checked at each request
 */
export function createStoreBackend(
  database: Database,
  demo: boolean,
  fixed?: BackendState,
): Backend {
  const pages = new LRUCache<string, RecordPage>({
    maxSize: MAX_PAGE_BYTES,
    maxEntrySize: MAX_PAGE_BYTES / 4,
    sizeCalculation: (page) => page.records.reduce((sum, record) => sum + record.length, 200),
  });
  const values = new LRUCache<string, readonly string[]>({ max: MAX_VALUE_LISTS });
  const records = keptRecords();
  const askedBefore = repeats();
  const dataVersion = database.prepare('PRAGMA data_version');
  let reading = 0;
  let named: { version: string; directory: Directory } | undefined;
  let seen: { snapshot: object; dataVersion: number; state: BackendState } | undefined;

  function describe(): BackendState {
    if (fixed) return fixed;
    return inSnapshot(database, (snapshot) => {
      if (seen?.snapshot === snapshot) return seen.state;
      const { data_version: current } = dataVersion.get() as { data_version: number };
      const isSame = seen?.dataVersion === current;
      const state = isSame && seen ? seen.state : readState(database, demo, current);
      if (!isSame) records.clear();
      seen = { snapshot, dataVersion: current, state };
      return state;
    });
  }

  /**
   * Reads a page of one version of the store. If a refresh finishes during a scan, the page is read
   * again.
   */
  async function readPage(endpoint: Endpoint, query: Query, scan: Scan): Promise<RecordPage> {
    for (let attempt = 0; attempt < MAX_READ_ATTEMPTS; attempt += 1) {
      const origin = describe();
      const { arguments: given, page: number, today } = query;
      const key = JSON.stringify([origin.version, endpoint.name, given, number, today]);
      const kept = pages.get(key);
      if (kept) return kept;
      const found = await runQuery(database, endpoint, query, { scan, read: records.read });
      if (describe().version !== origin.version) continue;
      const page = { ...found, key, origin };
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
    contents: async () => readFactCounts(database),
    async fetch(endpoint, query, scan = atOnce) {
      reading += 1;
      try {
        return await readPage(endpoint, query, scan);
      } finally {
        reading -= 1;
      }
    },
    async values(endpoint, column, { within, ...of }) {
      if (within) return valuesWithin(database, endpoint, column, { ...within, ...of });
      const { version } = describe();
      const key = JSON.stringify([version, endpoint.name, column, of]);
      const kept = values.get(key) ?? distinctValues(database, endpoint, column, of);
      values.set(key, kept);
      return kept;
    },
    knowsNames: true,
    async directory() {
      const { version } = describe();
      if (named?.version !== version) named = { version, directory: readDirectory(database) };
      return named.directory;
    },
    async close() {
      // A long scan pauses between its steps and needs its database open after each pause.
      while (reading > 0) await new Promise((resolve) => setImmediate(resolve));
      endSnapshot(database);
      database.close();
    },
  };
}

/** A cache of the most recently used records of one version of the store. */
function keptRecords(): { readonly read: ReadRecords; clear(): void } {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_RECORD_BYTES,
    sizeCalculation: (record) => record.length + 200,
  });
  return {
    clear: () => kept.clear(),
    read(database, endpoint, positions) {
      const keys = positions.map((position) => `${endpoint.name} ${position}`);
      const known = keys.map((key) => kept.get(key));
      const missing = positions.filter((_, index) => known[index] === undefined);
      if (missing.length === 0) return known as string[];
      const read = readRecords(database, endpoint, missing);
      let next = 0;
      return known.map((record, index) => {
        if (record !== undefined) return record;
        const fresh = read[next++]!;
        kept.set(keys[index]!, fresh);
        return fresh;
      });
    },
  };
}

function readState(database: Database, demo: boolean, dataVersion: number): BackendState {
  const derived = readMeta(database, 'derived_at');
  return {
    version: `${derived ?? 'empty'}/${dataVersion}`,
    from: demo ? 'fictional demo data' : 'local store',
    asOf: readMeta(database, 'facts_at'),
  };
}
