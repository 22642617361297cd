import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TransactionSql } from 'postgres';
import { type Clock, todayOf } from '../base/clock.ts';
import { filesOf, type StoreKind, storeFile } from '../base/data-files.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { withDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { newerStore } from '../store/failure.ts';
import { factsDate, isStale } from '../store/served-state.ts';
import { dropAbandoned, type JobFolder, takeJobFolder } from './job-folder.ts';
import {
  headOf,
  MAX_PUBLISHING_MS,
  type NewVersion,
  newestVersion,
  PublishConflict,
  type Published,
  publish,
} from './published-versions.ts';
import { fetchVersion } from './pull-version.ts';
import { fetchSheets, publishSheets } from './shared-record.ts';
import { factsLayout, makeFactsFile, makeServedFile } from './version-files.ts';
import { type LockParts, type WriteLock, withWriteLock } from './write-lock.ts';

export interface JobParts extends LockParts {
  /**
   * Folder in which this machine keeps copies of the store. The folder can be deleted without data
   * loss.
   */
  readonly folder: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  /**
   * Refreshes a store of a data folder. The signal `useless` is aborted when the result can no
   * longer be published; the refresh then stops.
   */
  readonly refresh: (folder: string, kind: StoreKind, useless: AbortSignal) => Promise<void>;
  /**
   * Called after damaged parts of earlier versions were replaced, with the number of these parts.
   */
  readonly replaced: (parts: number) => void;
}

/** The folder, the lock and the functions that a job can use. */
export interface Job {
  /** A data folder whose store contains the newest published facts. */
  readonly folder: string;
  readonly lock: WriteLock;
  readonly refresh: (kind: StoreKind) => Promise<void>;
  /** Refreshes the store and publishes it before the job ends. */
  publish(): Promise<void>;
  /**
   * After this call, the job ends without publishing. The changes stay on this machine, and the
   * next job on this machine publishes them together with its own changes. If another machine
   * publishes first, the changes are lost, so call this function only for data that can be fetched
   * again.
   */
  defer(): void;
}

/**
 * Maximum number of attempts of a job. If another machine publishes during an attempt, the job
 * starts again.
 */
const MAX_ATTEMPTS = 3;

/**
 * Takes the write lock and runs `work` on a copy of the newest facts. Then publishes the facts and
 * the served tables in one transaction.
 * @returns undefined if another writer is active and `waits` is absent
 * @throws WriterBusy; PublishConflict if another machine published first in every attempt
 */
export async function runJob<Result>(
  parts: JobParts,
  work: (job: Job) => Promise<Result>,
): Promise<{ readonly result: Result; readonly head: number } | undefined> {
  return withWriteLock(parts, async (lock) => {
    for (let attempt = 1; ; attempt += 1) {
      const own = await takeJobFolder(parts.folder);
      try {
        return await attempted(parts, { own, lock }, work);
      } catch (cause) {
        if (!(cause instanceof PublishConflict) || attempt === MAX_ATTEMPTS) throw cause;
      } finally {
        own.release();
      }
    }
  });
}

/** The folder and the lock of one attempt. */
interface Held {
  readonly own: JobFolder;
  readonly lock: WriteLock;
}

async function attempted<Result>(parts: JobParts, held: Held, work: (job: Job) => Promise<Result>) {
  const { database } = parts;
  const { own, lock } = held;
  // The number of the newest version is read before the facts. Therefore, publishing fails with a
  // conflict if another machine publishes between these two reads.
  const head = await database.query(headOf);
  let known: Published = { head, facts: await fetchFacts(parts, own) };
  await fetchSheets(database, filesOf(own.path).record);
  await dropAbandoned(parts.folder, own.path);
  await dropAbandoned(dirname(parts.folder), own.path);
  const publishAll = async () => {
    known = await publishStore(parts, held, known.head);
  };
  let isDeferred = false;
  const defer = () => {
    isDeferred = true;
  };
  const refresh = (kind: StoreKind) => parts.refresh(own.path, kind, lock.lost);
  const result = await work({ folder: own.path, lock, refresh, publish: publishAll, defer });
  if (!isDeferred) await publishAll();
  // The copy is marked with the version that this job fetched or published, even if a newer version
  // exists. If this process has lost its lock, another writer may have published a newer version,
  // which the copy does not contain.
  own.mark(known.facts);
  return { result, head: known.head };
}

/**
 * Makes sure that the store in the folder is a copy of the newest published facts. If a later step
 * of the job fails, the next job fetches a new copy.
 * @returns the version of the facts, or 0 if none are published
 */
async function fetchFacts({ database }: JobParts, own: JobFolder): Promise<number> {
  const newest = await database.query((sql) => newestVersion(sql, 'facts'));
  if (newest && Number(newest.layout) > Number(factsLayout)) {
    throw newerStore('the published facts', Number(newest.layout), Number(factsLayout));
  }
  own.unmark();
  const { store } = filesOf(own.path);
  if (newest && existsSync(store) && own.version === newest.id) return newest.id;
  for (const beside of ['-wal', '-shm']) rmSync(store + beside, { force: true });
  if (newest) await fetchVersion(database, newest, store, store);
  else rmSync(store, { force: true });
  return newest?.id ?? 0;
}

/**
 * Refreshes and publishes the real store. If the real store has no records, publishes the demo
 * store instead.
 */
async function publishStore(parts: JobParts, held: Held, base: number): Promise<Published> {
  const { path: folder } = held.own;
  const { lost } = held.lock;
  const { database, replaced } = parts;
  const made: NewVersion[] = [];
  lost.throwIfAborted();
  try {
    const isReal = await refreshed(parts, held, 'real');
    if (!isReal) await refreshed(parts, held, 'demo');
    lost.throwIfAborted();
    const { store, record } = filesOf(folder);
    if (existsSync(store)) made.push(await madeOf(store, folder, makeFactsFile));
    const served = storeFile(folder, isReal ? 'real' : 'demo');
    made.push(await madeOf(served, folder, makeServedFile));
    lost.throwIfAborted();
    const sheets = (transaction: TransactionSql) => publishSheets(transaction, record);
    return await database.query(
      (sql) => publish(sql, base, made, replaced, sheets),
      MAX_PUBLISHING_MS,
    );
  } finally {
    for (const { path } of made) rmSync(path, { force: true });
  }
}

/**
 * Refreshes a store if it is stale. A real store without records is left unchanged.
 * @returns whether the store has records
 */
async function refreshed(
  { endpoints, clock, refresh }: JobParts,
  { own, lock }: Held,
  kind: StoreKind,
): Promise<boolean> {
  const path = storeFile(own.path, kind);
  const bring = () => refresh(own.path, kind, lock.lost);
  if (kind === 'demo' && !existsSync(path)) await bring();
  if (!existsSync(path)) return false;
  const { hasRecords, isDue } = await withDatabase(path, factMigrations, (database) => ({
    hasRecords: factsDate(database) !== undefined,
    isDue: isStale(database, endpoints, todayOf(clock)),
  }));
  if (isDue && (hasRecords || kind === 'demo')) await bring();
  return hasRecords;
}

function madeOf(path: string, folder: string, make: typeof makeFactsFile): Promise<NewVersion> {
  return withDatabase(path, factMigrations, (database) => make(database, folder));
}
