import { existsSync } from 'node:fs';
import { type Clock, todayOf } from './clock.ts';
import { filesOf } from './data-files.ts';
import type { Endpoint } from './endpoint.ts';
import type { Log } from './log.ts';
import { factsDate, isServable, isStale, type StoreKind } from './refresh.ts';
import type { Source } from './sources/source.ts';
import { createStoreSource } from './sources/store.ts';
import { type Database, openDatabase } from './store/database.ts';
import { factMigrations } from './store/facts-store.ts';

/** How often a running server looks for imported records or a new day, milliseconds. */
const lookEvery = 500;

export interface LocalStoreParts {
  readonly dataDir: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  /** Brings a store up to today; outside the process that serves, whose memory and loop stay free. */
  readonly refresh: (kind: StoreKind) => Promise<void>;
  readonly log: Log;
}

/** The store that a process serves: the real one once it holds records, the demo until then. */
export interface LocalStore {
  source(): Source;
  close(): Promise<void>;
}

export async function openLocalStore(parts: LocalStoreParts): Promise<LocalStore> {
  let current = (await openReal(parts)) ?? (await openKept(parts, 'demo'));
  let lookedAt = parts.clock();
  let looking = false;

  async function look(): Promise<void> {
    current.renewWhenStale();
    if (current.source.demo) {
      const real = await openReal(parts);
      if (!real) return;
      const demo = current;
      current = real;
      await demo.source.close();
    }
  }

  return {
    source() {
      const now = parts.clock();
      if (!looking && Math.abs(now - lookedAt) >= lookEvery) {
        lookedAt = now;
        looking = true;
        look()
          .catch((cause) => parts.log.error({ err: cause }, 'looking for new records failed'))
          .finally(() => {
            looking = false;
          });
      }
      return current.source;
    },
    close: () => current.source.close(),
  };
}

interface Kept {
  readonly source: Source;
  renewWhenStale(): void;
}

async function openReal(parts: LocalStoreParts): Promise<Kept | undefined> {
  const { store } = filesOf(parts.dataDir);
  if (!existsSync(store)) return undefined;
  const database = await openDatabase(store, factMigrations);
  const holdsRecords = factsDate(database) !== undefined;
  database.close();
  return holdsRecords ? openKept(parts, 'real') : undefined;
}

/** A store with its refresh: answers wait only where there is nothing yet that could be served. */
async function openKept(
  { dataDir, endpoints, clock, refresh, log }: LocalStoreParts,
  kind: StoreKind,
): Promise<Kept> {
  const files = filesOf(dataDir);
  const database = await openDatabase(kind === 'demo' ? files.demo : files.store, factMigrations);
  const source = createStoreSource(database, kind === 'demo');
  let refreshing: Promise<void> | undefined;

  function renewWhenStale(): void {
    if (refreshing || !isStale(database, endpoints, todayOf(clock))) return;
    refreshing = refresh(kind)
      .catch((cause) => log.error({ err: cause }, 'refreshing the store failed'))
      .finally(() => {
        refreshing = undefined;
      });
  }

  renewWhenStale();
  return { renewWhenStale, source: waiting(source, database, endpoints, () => refreshing) };
}

/** The source behind a refresh that has to come first. */
function waiting(
  source: Source,
  database: Database,
  endpoints: readonly Endpoint[],
  refreshing: () => Promise<void> | undefined,
): Source {
  let servable = false;
  async function ready(): Promise<void> {
    servable ||= isServable(database, endpoints);
    if (!servable) await refreshing();
  }
  return {
    ...source,
    async fetch(endpoint, query, scan) {
      if (!servable) await ready();
      return source.fetch(endpoint, query, scan);
    },
    async contents() {
      if (!servable) await ready();
      return source.contents();
    },
    async suggest(endpoint, column, value) {
      if (!servable) await ready();
      return source.suggest(endpoint, column, value);
    },
  };
}
