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
  /** Converts the stored data after `sql` has changed the tables. */
  readonly upgrade?: (database: Database) => void;
}

/** How long a writer waits for another process's transaction, in milliseconds. */
const busyTimeout = 30_000;
/** Page size of a new file. Records are long, so large pages are faster to read and write. */
export const PAGE_BYTES = 16_384;
/** Number of pages that are copied between two event loop iterations (16 MiB). */
const PAGES_COPIED_AT_ONCE = 1_024;

export type OpenDatabase = (path: string, migrations: readonly Migration[]) => Database;

/**
 * Opens a SQLite file in WAL mode and applies missing migrations.
 *
 * @throws StoreFailure that names the file, if it is damaged or was written by a newer release
 */
export async function openDatabase(
  path: string,
  migrations: readonly Migration[],
  pageBytes = PAGE_BYTES,
): Promise<Database> {
  return (await databaseOpener(pageBytes))(path, migrations);
}

/** Opens a SQLite file as `openDatabase` does, calls `use`, and closes the file. */
export async function withDatabase<Result>(
  path: string,
  migrations: readonly Migration[],
  use: (database: Database) => Result,
): Promise<Awaited<Result>> {
  const database = await openDatabase(path, migrations);
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

/**
 * Loads the SQLite driver and returns a function that opens databases. The driver is `node:sqlite`
 * if it can search for words (FTS5) and make copies. Otherwise, it is an npm package with the same
 * API.
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
 * Lets only the owner read a database file, its WAL file and its shared-memory file. If SQLite
 * creates the last two later, it gives them the mode of the database file.
 */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(file, { throwIfNoEntry: false });
    // The mode of a file that another user owns is not changed.
    const isOurs = found?.uid === process.getuid?.();
    if (found && isOurs && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
  }
}

/**
 * Opens a file for reading only. The file must no longer change, because SQLite takes no lock on it
 * and ignores its WAL file.
 * @throws StoreFailure that names the file, if it cannot be opened
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
 * Copies a snapshot of a database page by page. If a page has not changed since an earlier copy, it
 * has the same position in the new copy.
 */
export async function copyDatabase(database: Database, path: string): Promise<void> {
  const { backup } = await driver();
  makePrivate(path);
  await backup(database, path, { rate: PAGES_COPIED_AT_ONCE });
}

function configure(database: Database, pageBytes: number): void {
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  database.exec(`PRAGMA page_size = ${pageBytes}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA cache_size = -4096');
}

/** Runs `work` in one write transaction. If it throws, all changes are rolled back. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  return between(database, 'BEGIN IMMEDIATE', work);
}

/**
 * Runs `work` in a read transaction. All reads of `work` see the same state of the store, and other
 * processes are not blocked.
 */
export function inReadTransaction<Result>(database: Database, work: () => Result): Result {
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

/**
 * Rolls back after an error. If the disk is full, SQLite has already rolled back, and this rollback
 * fails. Its error is ignored, so that the caller gets the first error.
 */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {}
}

const snapshots = new WeakMap<Database, object>();

/**
 * Runs `work` on a snapshot of the database, which does not contain later writes. The first reader
 * in an iteration of the event loop takes the snapshot. The other readers in this iteration share
 * it.
 * @param work the function to run. It receives an object that identifies the snapshot
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

/** Ends the shared snapshot, so that the next reader sees the newest state. */
export function endSnapshot(database: Database): void {
  if (!snapshots.delete(database)) return;
  try {
    statement(database, 'COMMIT').run();
  } catch {
    // If the database was closed, there is no snapshot to end. After any other failure, the next
    // snapshot fails to begin and throws the error.
  }
}

function migrate(database: Database, path: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  // If a caller only reads, it passes no migrations and accepts a file of any version.
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
  readonly backup: (from: Database, path: string, options: { rate: number }) => Promise<unknown>;
}

/** Node 22.13 to 22.15 have neither FTS5 nor `backup`. Some other builds of Node have no FTS5. */
async function driver(): Promise<Driver> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 16)) {
    const builtIn = await import('node:sqlite');
    const sql = "SELECT sqlite_compileoption_used('ENABLE_FTS5') AS found";
    const probe = new builtIn.DatabaseSync(':memory:');
    const isSearching = probe.prepare(sql).get()?.found === 1;
    probe.close();
    if (isSearching) return builtIn;
  }
  const packaged = await import('@photostructure/sqlite');
  return packaged as unknown as Driver;
}
