import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, todayOf } from '../clock.ts';
import { filesOf, storeFile } from '../data-files.ts';
import type { Endpoint } from '../endpoint.ts';
import { factsDate, isStale, type StoreKind } from '../freshness.ts';
import { openDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { newerStore } from '../store/failure.ts';
import { fetchVersion } from './pull.ts';
import { factsLayout, makeFactsFile, makeServedFile } from './version-files.ts';
import {
  headOf,
  type Made,
  newestVersion,
  Overtaken,
  type Published,
  publish,
} from './versions.ts';
import { type LockParts, type WriteLock, withWriteLock } from './write-lock.ts';

export interface JobParts extends LockParts {
  /** Where this machine keeps its copy of the store: nothing of it is missed when it is lost. */
  readonly folder: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  /** Brings a store of the folder up to today. */
  readonly refresh: (kind: StoreKind) => Promise<void>;
}

/** What the work of a job may use. */
export interface Job {
  /** A data folder with the store of the newest published facts. */
  readonly folder: string;
  readonly lock: WriteLock;
  readonly refresh: JobParts['refresh'];
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
      try {
        return await attempted(parts, lock, work);
      } catch (cause) {
        if (!(cause instanceof Overtaken) || attempt === MAX_ATTEMPTS) throw cause;
      }
    }
  });
}

async function attempted<Result>(
  parts: JobParts,
  lock: WriteLock,
  work: (job: Job) => Promise<Result>,
) {
  const { sql, folder, refresh } = parts;
  // The facts after the head: newer ones than it are noticed when these are published.
  let known: Published = { head: await headOf(sql), facts: await bringFacts(parts) };
  // Whatever breaks off from here on leaves a copy that nobody trusts.
  unmark(folder);
  const publishAll = async () => {
    known = await publishStore(parts, known.head);
  };
  let isDeferred = false;
  const defer = () => {
    isDeferred = true;
  };
  const result = await work({ folder, lock, refresh, publish: publishAll, defer });
  if (!isDeferred) await publishAll();
  // Never what is newest by now: without its lock a writer has perhaps been followed by another.
  mark(folder, known.facts);
  return { result, head: known.head };
}

/** Makes the folder's store the newest published facts. @returns their number; 0 for none. */
async function bringFacts({ sql, folder }: JobParts): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const newest = await newestVersion(sql, 'facts');
  if (newest && Number(newest.layout) > Number(factsLayout)) {
    throw newerStore('the published facts', Number(newest.layout), Number(factsLayout));
  }
  const { store } = filesOf(folder);
  if (newest && existsSync(store) && marked(folder) === newest.id) return newest.id;
  unmark(folder);
  for (const beside of ['-wal', '-shm']) rmSync(store + beside, { force: true });
  if (newest) await fetchVersion(sql, newest, store, store);
  else rmSync(store, { force: true });
  return newest?.id ?? 0;
}

/** Publishes the real store once it holds records, the demo until then, each refreshed. */
async function publishStore(parts: JobParts, base: number): Promise<Published> {
  const { sql, folder } = parts;
  const made: Made[] = [];
  try {
    const isReal = await refreshed(parts, 'real');
    if (!isReal) await refreshed(parts, 'demo');
    const { store } = filesOf(folder);
    if (existsSync(store)) made.push(await madeOf(store, folder, makeFactsFile));
    const served = storeFile(folder, isReal ? 'real' : 'demo');
    made.push(await madeOf(served, folder, makeServedFile));
    return await publish(sql, base, made);
  } finally {
    for (const { path } of made) rmSync(path, { force: true });
  }
}

/** Refreshes a store where that is due; a real one that holds no records is left. */
async function refreshed(parts: JobParts, kind: StoreKind): Promise<boolean> {
  const { folder, endpoints, clock, refresh } = parts;
  const path = storeFile(folder, kind);
  if (kind === 'demo' && !existsSync(path)) await refresh(kind);
  if (!existsSync(path)) return false;
  const database = await openDatabase(path, factMigrations);
  const holdsRecords = factsDate(database) !== undefined;
  const isDue = isStale(database, endpoints, todayOf(clock));
  database.close();
  if (isDue && (holdsRecords || kind === 'demo')) await refresh(kind);
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

/** The version that the folder's store is, but for what was left for a later job. */
function marked(folder: string): number | undefined {
  try {
    return Number(readFileSync(markOf(folder), 'utf8'));
  } catch {
    return undefined;
  }
}

function mark(folder: string, version: number): void {
  writeFileSync(markOf(folder), String(version));
}

function unmark(folder: string): void {
  rmSync(markOf(folder), { force: true });
}

function markOf(folder: string): string {
  return join(folder, 'store.version');
}
