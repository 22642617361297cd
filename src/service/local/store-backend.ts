import { LRUCache } from 'lru-cache';
import { atOnce, type Scan } from '../../base/turns.ts';
import type { Endpoint } from '../../catalogue/endpoint.ts';
import type { BackendState, Query, RecordPage } from '../../catalogue/query.ts';
import type { Directory } from '../../domain/directory/directory.ts';
import { distinctValues, valuesWithin } from '../../store/column-values.ts';
import { type Database, endSnapshot, inSnapshot } from '../../store/database.ts';
import { readDirectory } from '../../store/directory-table.ts';
import { readFactCounts } from '../../store/fact-counts.ts';
import { readMeta } from '../../store/facts-store.ts';
import { newestHead } from '../../store/record-file.ts';
import { runQuery } from '../../store/run-query.ts';
import { usesVendorData } from '../../store/vendor-data.ts';
import type { Backend } from '../backend.ts';

const MAX_CACHED_PAGES = 1_000;
/** Maximum total number of characters in the cache of pages. */
const MAX_CACHE_SIZE = 4 * 1024 * 1024;
/**
 * Placeholder in the cache of pages. The first request for a page caches only this placeholder,
 * which leaves 1 KiB of garbage. The second request caches the page. Caching the page at the first
 * request would leave 4 KiB of garbage.
 */
const ASKED_ONCE = 'asked once';
/**
 * Maximum number of attempts to read a page. An attempt fails if the store changes during the read.
 */
const MAX_READ_ATTEMPTS = 5;

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/**
 * Creates a backend that serves the tables of the last refresh from the local store.
 * @param fixed the state of a read-only store; if absent, the state is read at each request
 */
export function createStoreBackend(
  database: Database,
  demo: boolean,
  fixed?: BackendState,
): Backend {
  const pages = new LRUCache<string, RecordPage | typeof ASKED_ONCE>({
    max: MAX_CACHED_PAGES,
    maxSize: MAX_CACHE_SIZE,
    maxEntrySize: MAX_CACHE_SIZE / 4,
    sizeCalculation: (page) =>
      page === ASKED_ONCE ? 1 : sizeOf(page.records) + sizeOf(page.beside ?? []) + 1,
  });
  const dataVersion = database.prepare('PRAGMA data_version');
  let reading = 0;
  let named: { version: string; directory: Directory } | undefined;
  let seen: { snapshot: object; dataVersion: number; state: BackendState } | undefined;

  function describe(): BackendState {
    if (fixed) return fixed;
    return inSnapshot(database, (snapshot) => {
      if (seen?.snapshot === snapshot) return seen.state;
      const { data_version: current } = dataVersion.get() as { data_version: number };
      const state = seen?.dataVersion === current ? seen.state : readState(database, demo, current);
      seen = { snapshot, dataVersion: current, state };
      return state;
    });
  }

  /**
   * Reads a page from one version of the store. If a refresh finishes during the read, the page is
   * read again.
   */
  async function readPage(endpoint: Endpoint, query: Query, scan: Scan): Promise<RecordPage> {
    for (let attempt = 0; attempt < MAX_READ_ATTEMPTS; attempt += 1) {
      const origin = describe();
      const { arguments: given, conditions, page: number, size, today } = query;
      // The cache key includes the conditions and the page size, because both differ in an export.
      // An export omits the default filters of an endpoint and reads larger pages.
      const asked = [endpoint.name, endpoint.paging, given, conditions, number, size, today];
      const key = JSON.stringify([origin.version, ...asked]);
      const kept = pages.get(key);
      if (kept && kept !== ASKED_ONCE) return kept;
      const found = await runQuery(database, endpoint, query, scan);
      if (describe().version !== origin.version) continue;
      const page = { ...found, origin };
      pages.set(key, kept ? { ...page, isKept: true } : ASKED_ONCE);
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
    usesVendorData: async (endpoint) => usesVendorData(database, endpoint),
    async fetch(endpoint, query, scan = atOnce) {
      reading += 1;
      try {
        return await readPage(endpoint, query, scan);
      } finally {
        reading -= 1;
      }
    },
    async values(endpoint, column, { within, ...of }) {
      return within
        ? valuesWithin(database, endpoint, column, { ...within, ...of })
        : distinctValues(database, endpoint, column, of);
    },
    knowsNames: true,
    async directory() {
      const { version } = describe();
      if (named?.version !== version) named = { version, directory: readDirectory(database) };
      return named.directory;
    },
    async close() {
      // A long search runs in steps, and each step reads the database. Therefore, the database
      // stays open until all searches have ended.
      while (reading > 0) await new Promise((resolve) => setImmediate(resolve));
      endSnapshot(database);
      database.close();
    },
  };
}

function readState(database: Database, demo: boolean, dataVersion: number): BackendState {
  return {
    version: `${readMeta(database, 'derived_at') ?? 'empty'}/${dataVersion}`,
    from: demo ? 'fictional demo data' : 'local store',
    namesSources: !demo,
    asOf: readMeta(database, 'facts_at'),
    head: newestHead(database),
  };
}
