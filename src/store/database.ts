import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
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

/**
 * Opens a SQLite file in WAL mode and brings it to the newest migration.
 *
 * `node:sqlite` where the running Node has it without a flag, else the package of the same API.
 */
export async function openDatabase(
  path: string,
  migrations: readonly Migration[],
): Promise<Database> {
  const { DatabaseSync } = await driver();
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  // Of a new file: records are long, and fewer, larger pages are written and read faster.
  database.exec('PRAGMA page_size = 16384');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA cache_size = -4096');
  migrate(database, migrations);
  return database;
}

/** Runs `work` in one write transaction: all of it lands, or nothing. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
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

/** Runs `work` on one state of the database: nothing that others write lands within. */
export function inSnapshot<Result>(database: Database, work: () => Result): Result {
  statement(database, 'BEGIN').run();
  try {
    return work();
  } finally {
    statement(database, 'COMMIT').run();
  }
}

function migrate(database: Database, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
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

async function driver(): Promise<{ DatabaseSync: typeof DatabaseSync }> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const builtIn = major > 22 || (major === 22 && minor >= 13);
  if (builtIn) return import('node:sqlite');
  const packaged = await import('@photostructure/sqlite');
  return packaged as unknown as { DatabaseSync: typeof DatabaseSync };
}
