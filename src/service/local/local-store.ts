import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Clock } from '../../base/clock.ts';
import { fileIdentity, isFolderThere, type StoreKind, storeFile } from '../../base/data-files.ts';
import { dataFolderGone } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { oncePerTurn } from '../../base/turns.ts';
import type { Endpoint } from '../../catalogue/endpoint.ts';
import { databaseOpener, type OpenDatabase } from '../../store/database.ts';
import { factMigrations } from '../../store/facts-store.ts';
import { promisesText } from '../../store/promises.ts';
import { factsDate } from '../../store/served-state.ts';
import type { Backend } from '../backend.ts';
import { saveRefreshFailure } from './refresh-failure-file.ts';
import { createRefresher } from './refresher.ts';
import { createServedBackend, type ServedBackend } from './served-backend.ts';
import { createSourceNotices, demoNotices, type SourceNotices } from './source-notices.ts';
import { createStoreBackend } from './store-backend.ts';

/** Milliseconds between two checks for imported records and for a new day. */
const LOOK_EVERY = 500;

export interface LocalStoreParts {
  readonly dataDir: string;
  readonly endpoints: readonly Endpoint[];
  readonly clock: Clock;
  /**
   * Refreshes a store in another process. Therefore, a refresh uses neither the memory nor the
   * event loop of the server.
   */
  readonly refresh: (kind: StoreKind) => Promise<void>;
  /**
   * Maximum milliseconds that an answer waits for current records. After that, the answer contains
   * older records. If there are no older records, `maxFirstWait` applies.
   */
  readonly maxRefreshWait: number;
  /**
   * Maximum milliseconds that an answer waits if there are no records yet. Unlimited by default.
   */
  readonly maxFirstWait?: number;
  readonly log: Log;
  /** The packed demo store of the build. Used if the data folder has no demo store. */
  readonly packedDemo?: URL;
  /** A sentence to add to every answer. */
  readonly notice?: string | undefined;
}

/**
 * The store that a process serves: the store of real records or, if that store is empty, the demo
 * store.
 */
export interface LocalStore {
  source(): Backend;
  /**
   * Waits for the running refresh if an answer contained records that were not current. Otherwise,
   * resolves at once.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function openLocalStore(parts: LocalStoreParts): Promise<LocalStore> {
  const open = await databaseOpener();
  /** The progress of a sync that fills the real store while the demo is served. */
  const filling: Filling = { text: undefined };
  const openDemo = () => {
    if (parts.packedDemo) unpackDemo(parts.packedDemo, storeFile(parts.dataDir, 'demo'));
    return openKept(parts, open, 'demo', { of: (_, now) => demoNotices(filling.text, now) });
  };
  let current = openReal(parts, open, filling) ?? openDemo();
  let lookedAt = parts.clock();

  function replaceBy(next: OpenStore): void {
    const { source } = current;
    current = next;
    source.close().catch((cause) => parts.log.error({ err: cause }, 'a store could not be closed'));
  }

  /**
   * Returns false if the data folder was removed. If the folder was replaced, opens the new folder
   * in the same way as after a restart.
   */
  const isThere = oncePerTurn(() => {
    if (fileIdentity(current.path) === current.identity) return true;
    if (!isFolderThere(current.path)) return false;
    parts.log.warn({ path: current.path }, 'the data folder was replaced: reopening it');
    replaceBy(openReal(parts, open, filling) ?? openDemo());
    return true;
  });

  function look(): void {
    current.source.renewWhenStale();
    const real = current.source.demo ? openReal(parts, open, filling) : undefined;
    if (real) replaceBy(real);
  }

  return {
    source() {
      if (!isThere()) return gone(current.source);
      const now = parts.clock();
      if (Math.abs(now - lookedAt) >= LOOK_EVERY) {
        lookedAt = now;
        try {
          look();
        } catch (cause) {
          parts.log.error({ err: cause }, 'checking for new records failed');
        }
      }
      return current.source;
    },
    settled: () => current.source.settled(),
    close: () => current.source.close(),
  };
}

interface OpenStore {
  readonly path: string;
  /**
   * Device and inode of the opened file. If the file at the path has other values, the file was
   * replaced.
   */
  readonly identity: string | undefined;
  readonly source: ServedBackend;
}

interface Filling {
  text: string | undefined;
}

function openReal(
  parts: LocalStoreParts,
  open: OpenDatabase,
  filling: Filling,
): OpenStore | undefined {
  const path = storeFile(parts.dataDir, 'real');
  if (!existsSync(path)) return undefined;
  const database = open(path, factMigrations);
  const holdsRecords = factsDate(database) !== undefined;
  filling.text = promisesText(database);
  database.close();
  return holdsRecords ? openKept(parts, open, 'real') : undefined;
}

/**
 * Opens a store and starts its refresh. Answers wait for the refresh only if no records can be
 * served yet.
 */
function openKept(
  parts: LocalStoreParts,
  open: OpenDatabase,
  kind: StoreKind,
  demo?: SourceNotices,
): OpenStore {
  const { dataDir, endpoints, clock, log, maxRefreshWait: maxWait, maxFirstWait } = parts;
  const path = storeFile(dataDir, kind);
  const database = open(path, factMigrations);
  const refresher = createRefresher({
    refresh: () => parts.refresh(kind),
    clock,
    log,
    maxWait,
    ended: (failure) => saveRefreshFailure(dataDir, kind, failure),
  });
  const source = createServedBackend({
    source: createStoreBackend(database, kind === 'demo'),
    database,
    path,
    endpoints,
    clock,
    refresher,
    maxFirstWait,
    notices: withNotice(parts.notice, demo ?? createSourceNotices(() => promisesText(database))),
  });
  source.renewWhenStale();
  return { path, identity: fileIdentity(path), source };
}

function withNotice(notice: string | undefined, notices: SourceNotices): SourceNotices {
  if (notice === undefined) return notices;
  return { ...notices, of: (...asked) => [notice, ...notices.of(...asked)] };
}

/** Returns a backend that refuses every request, because the data folder was removed. */
function gone(source: ServedBackend): Backend {
  const refuse = () => Promise.reject(dataFolderGone());
  return {
    ...source,
    fetch: refuse,
    values: refuse,
    directory: refuse,
    contents: refuse,
    health: () => ({ ...source.health(), ready: false, reason: 'the data folder was removed' }),
  };
}

/**
 * Unpacks the demo store of the build, unless the data folder already has a demo store. The
 * unpacked records are served until the first refresh has finished.
 */
function unpackDemo(packed: URL, path: string): void {
  if (existsSync(path) || !existsSync(packed)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, brotliDecompressSync(readFileSync(packed)), { mode: 0o600 });
  // Another process may have created the file in the meantime.
  if (existsSync(path)) rmSync(part);
  else renameSync(part, path);
}
