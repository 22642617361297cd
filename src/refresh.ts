import { type Clock, todayOf } from './clock.ts';
import { demoFacts, demoSeed } from './demo/demo.ts';
import { derive } from './derive/derive.ts';
import { methodVersions } from './domain/methods.ts';
import type { Endpoint } from './endpoint.ts';
import { factsDate, isStale, type StoreKind } from './freshness.ts';
import { type Database, inTransaction, openDatabase } from './store/database.ts';
import {
  factMigrations,
  readMeta,
  writeFactCounts,
  writeFacts,
  writeMeta,
} from './store/facts-store.ts';
import { storeFailure } from './store/failure.ts';
import { layoutOf } from './store/served-store.ts';

/** Days after which demo facts are made anew, so that they lie around today. */
const demoLifeDays = 7;

/** How long the end of a refresh waits for readers of the state before; the next one catches up. */
const MAX_CHECKPOINT_WAIT_MS = 100;

/**
 * Brings a store up to today in one transaction: the demo's facts where they are missing or a week
 * old, then every derived record. Another process that did it first leaves nothing to do.
 */
export async function refreshStore(
  path: string,
  kind: StoreKind,
  endpoints: readonly Endpoint[],
  clock: Clock,
): Promise<void> {
  const database = await openDatabase(path, factMigrations);
  // A refresh rewrites the store: its pages stay in memory until the one commit.
  database.exec('PRAGMA cache_size = -131072');
  const today = todayOf(clock);
  try {
    inTransaction(database, () => {
      const renew = kind === 'demo' && demoIsOld(database, today);
      if (!renew && !isStale(database, endpoints, today)) return;
      if (renew) writeDemo(database, today);
      rederive(database, endpoints, clock);
    });
    // Readers hold a state for a turn of their event loop; one that lasts longer is not waited for.
    database.exec(`PRAGMA busy_timeout = ${MAX_CHECKPOINT_WAIT_MS}`);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (cause) {
    throw storeFailure(cause, path);
  } finally {
    database.close();
  }
}

/** Recomputes what is served. Runs inside the caller's transaction. */
export function rederive(database: Database, endpoints: readonly Endpoint[], clock: Clock): void {
  const today = todayOf(clock);
  derive(database, endpoints, today);
  writeFactCounts(database);
  writeMeta(database, 'layout', layoutOf(endpoints));
  writeMeta(database, 'methods', methodVersions());
  writeMeta(database, 'derived_on', today);
  writeMeta(database, 'derived_at', new Date(clock()).toISOString());
}

function demoIsOld(database: Database, today: string): boolean {
  const made = factsDate(database);
  if (made === undefined || readMeta(database, 'demo_seed') !== String(demoSeed)) return true;
  const age = (Date.parse(today) - Date.parse(made)) / 86_400_000;
  return age < 0 || age >= demoLifeDays;
}

function writeDemo(database: Database, today: string): void {
  database.exec('DELETE FROM facts; DELETE FROM series');
  for (const { kind, records } of demoFacts(demoSeed, today)) {
    writeFacts(database, kind, records, 'demo');
  }
  writeMeta(database, 'demo_seed', String(demoSeed));
  writeMeta(database, 'facts_at', today);
}
