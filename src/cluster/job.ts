import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Clock, todayOf } from '../base/clock.ts';
import { filesOf, type StoreKind, storeFile } from '../base/data-files.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { openDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { newerStore } from '../store/failure.ts';
import { factsDate, isStale } from '../store/served-state.ts';
import { dropAbandoned, type JobFolder, takeJobFolder } from './job-folder.ts';
import {
  headOf,
  MAX_PUBLISHING_MS,
  type Made,
  newestVersion,
  Overtaken,
  type Published,
  publish,
} from './published-versions.ts';
import { fetchVersion } from './pull-version.ts';
import { factsLayout, makeFactsFile, makeServedFile } from './version-files.ts';
import { type LockParts, type WriteLock, withWriteLock } from './write-lock.ts';

export interface JobParts extends LockParts {
  /** Where this machine keeps its copies of the store: nothing of it is missed when it is lost. */
  readonly folder: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  /** Brings a store of a data folder up to today; it ends early where that has no use any more. */
  readonly refresh: (folder: string, kind: StoreKind, useless: AbortSignal) => Promise<void>;
  /** Told how many damaged parts of earlier versions were replaced. */
  readonly replaced: (parts: number) => void;
}

/** What the work of a job may use. */
export interface Job {
  /** A data folder with the store of the newest published facts. */
  readonly folder: string;
  readonly lock: WriteLock;
  readonly refresh: (kind: StoreKind) => Promise<void>;
  /** Publishes the store as it is, refreshed, before the job ends. */
  publish(): Promise<void>;
  /**
   * Leaves what has changed for a later job of this machine, which publishes it with its own, unless
   * another machine publishes before: for what can be asked for again.
   */
  defer(): void;
}

/** How often a job is done anew because another one was published meanwhile. */
const MAX_ATTEMPTS = 3;

/**
 * Does `work` on a copy of the newest facts, as the only writer, and publishes what it leaves: facts
 * and what is served of them, in one transaction. When this returns, it is committed.
 *
 * @returns undefined where another writer is at work and nobody waits for it
 * @throws WriterBusy; Overtaken where others were faster each time: nothing of it was published
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
        if (!(cause instanceof Overtaken) || attempt === MAX_ATTEMPTS) throw cause;
      } finally {
        own.release();
      }
    }
  });
}

/** What an attempt has for itself. */
interface Held {
  readonly own: JobFolder;
  readonly lock: WriteLock;
}

async function attempted<Result>(parts: JobParts, held: Held, work: (job: Job) => Promise<Result>) {
  const { database } = parts;
  const { own, lock } = held;
  // The facts after the head: newer ones than it are noticed when these are published.
  const head = await database.ask(headOf);
  let known: Published = { head, facts: await bringFacts(parts, own) };
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
  // Never what is newest by now: without its lock a writer has perhaps been followed by another.
  own.mark(known.facts);
  return { result, head: known.head };
}

/**
 * Makes the folder's store the newest published facts. Whatever breaks off from here on leaves a copy
 * that nobody trusts.
 *
 * @returns their number; 0 for none
 */
async function bringFacts({ database }: JobParts, own: JobFolder): Promise<number> {
  const newest = await database.ask((sql) => newestVersion(sql, 'facts'));
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

/** Publishes the real store once it holds records, the demo until then, each refreshed. */
async function publishStore(parts: JobParts, held: Held, base: number): Promise<Published> {
  const { path: folder } = held.own;
  const { lost } = held.lock;
  const { database, replaced } = parts;
  const made: Made[] = [];
  lost.throwIfAborted();
  try {
    const isReal = await refreshed(parts, held, 'real');
    if (!isReal) await refreshed(parts, held, 'demo');
    lost.throwIfAborted();
    const { store } = filesOf(folder);
    if (existsSync(store)) made.push(await madeOf(store, folder, makeFactsFile));
    const served = storeFile(folder, isReal ? 'real' : 'demo');
    made.push(await madeOf(served, folder, makeServedFile));
    lost.throwIfAborted();
    return await database.ask((sql) => publish(sql, base, made, replaced), MAX_PUBLISHING_MS);
  } finally {
    for (const { path } of made) rmSync(path, { force: true });
  }
}

/** Refreshes a store where that is due; a real one that holds no records is left. */
async function refreshed(
  { endpoints, clock, refresh }: JobParts,
  { own, lock }: Held,
  kind: StoreKind,
): Promise<boolean> {
  const path = storeFile(own.path, kind);
  const bring = () => refresh(own.path, kind, lock.lost);
  if (kind === 'demo' && !existsSync(path)) await bring();
  if (!existsSync(path)) return false;
  const database = await openDatabase(path, factMigrations);
  const holdsRecords = factsDate(database) !== undefined;
  const isDue = isStale(database, endpoints, todayOf(clock));
  database.close();
  if (isDue && (holdsRecords || kind === 'demo')) await bring();
  return holdsRecords;
}

async function madeOf(path: string, folder: string, make: typeof makeFactsFile): Promise<Made> {
  const database = await openDatabase(path, factMigrations);
  try {
    return await make(database, folder);
  } finally {
    database.close();
  }
}
