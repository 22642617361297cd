import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { newerStore, storeFailure } from './failure.ts';
import { statement } from './statements.ts';

export type Database = DatabaseSync;

export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** Moves what the tables hold, after `sql`. */
  readonly upgrade?: (database: Database) => void;
}

/** How long a writer waits for another process's transaction, milliseconds. */
const busyTimeout = 30_000;
/** Of a new file: records are long, and fewer, larger pages are written and read faster. */
export const PAGE_BYTES = 16_384;
/** Between two turns of the event loop: 16 MiB. */
const PAGES_COPIED_AT_ONCE = 1_024;

export type OpenDatabase = (path: string, migrations: readonly Migration[]) => Database;

/**
 * Opens a SQLite file in WAL mode and brings it to the newest migration.
 *
 * @throws StoreFailure naming the file, where it is damaged or of a newer version
 */
export async function openDatabase(
  path: string,
  migrations: readonly Migration[],
  pageBytes = PAGE_BYTES,
): Promise<Database> {
  return (await databaseOpener(pageBytes))(path, migrations);
}

/**
 * What opens databases, once the driver is loaded: `node:sqlite` where the running Node has it
 * without a flag, else the package of the same API.
 */
export async function databaseOpener(pageBytes = PAGE_BYTES): Promise<OpenDatabase> {
  const { DatabaseSync } = await driver();
  return (path, migrations) => {
    try {
      if (path !== ':memory:') makePrivate(path);
      const database = new DatabaseSync(path);
      try {
        configure(database, pageBytes);
        migrate(database, path, migrations);
        return database;
      } catch (cause) {
        database.close();
        throw cause;
      }
    } catch (cause) {
      throw storeFailure(cause, path);
    }
  };
}

/**
 * Makes a database file, and what SQLite keeps beside it, readable by its owner alone, in whatever
 * folder it lies. SQLite gives the files beside it the mode of the database.
 */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(file, { throwIfNoEntry: false });
    // Who only looks at the file of another user leaves its mode to that user.
    const isOurs = found?.uid === process.getuid?.();
    if (found && isOurs && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  }
}

/**
 * Opens a file that nobody writes any more, to be read: no lock is taken, and its journal is not
 * looked at.
 *
 * @throws StoreFailure naming the file, where it cannot be opened
 */
export async function openImmutable(path: string): Promise<Database> {
  const { DatabaseSync } = await driver();
  try {
    return new DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
  } catch (cause) {
    throw storeFailure(cause, path);
  }
}

/**
 * Copies a database as it is at one moment, page by page: what did not change since the last copy
 * stands where it stood there.
 */
export async function copyDatabase(database: Database, path: string): Promise<void> {
  const { backup } = await driver();
  makePrivate(path);
  if (backup) await backup(database, path, { rate: PAGES_COPIED_AT_ONCE });
  // Node 22.13 to 22.15 has none: the copy is as good, and its pages stand elsewhere.
  else database.prepare('VACUUM INTO ?').run(path);
}

function configure(database: Database, pageBytes: number): void {
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  database.exec(`PRAGMA page_size = ${pageBytes}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA cache_size = -4096');
}

/** Runs `work` in one write transaction: all of it lands, or nothing. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  return between(database, 'BEGIN IMMEDIATE', work);
}

/** Runs `work` on one state of the store, whatever others write meanwhile; it holds nobody up. */
export function inReading<Result>(database: Database, work: () => Result): Result {
  return between(database, 'BEGIN', work);
}

function between<Result>(database: Database, begin: string, work: () => Result): Result {
  endSnapshot(database);
  database.exec(begin);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (cause) {
    rollBack(database);
    throw cause;
  }
}

/** Where the disk is full, SQLite has rolled back by itself; what matters is the first cause. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {}
}

const snapshots = new WeakMap<Database, object>();

/**
 * Runs `work` on the state that the database had when it was first looked at in this turn of the
 * event loop: all who look in it share that state, and nothing that others write lands within.
 *
 * @param work takes an object that stands for the state: another one, another state
 */
export function inSnapshot<Result>(database: Database, work: (snapshot: object) => Result): Result {
  let snapshot = snapshots.get(database);
  if (!snapshot) {
    statement(database, 'BEGIN').run();
    snapshot = {};
    snapshots.set(database, snapshot);
    setImmediate(() => endSnapshot(database));
  }
  return work(snapshot);
}

/** Ends the state that readers share, so that whoever comes next begins from the newest. */
export function endSnapshot(database: Database): void {
  if (!snapshots.delete(database)) return;
  try {
    statement(database, 'COMMIT').run();
  } catch {
    // A database that has been closed has ended it; any other fault meets the next who begins.
  }
}

function migrate(database: Database, path: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  // Whoever only looks names no migration.
  if (newest > 0 && versionOf(database) > newest) {
    throw newerStore(path, versionOf(database), newest);
  }
  if (versionOf(database) >= newest) return;
  inTransaction(database, () => {
    for (const { version, sql, upgrade } of migrations) {
      if (version <= versionOf(database)) continue;
      database.exec(`${sql}; PRAGMA user_version = ${version}`);
      upgrade?.(database);
    }
  });
}

function versionOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

interface Driver {
  readonly DatabaseSync: typeof DatabaseSync;
  readonly backup?: (from: Database, path: string, options: { rate: number }) => Promise<unknown>;
}

async function driver(): Promise<Driver> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const builtIn = major > 22 || (major === 22 && minor >= 13);
  if (builtIn) return import('node:sqlite');
  const packaged = await import('@photostructure/sqlite');
  return packaged as unknown as Driver;
}
