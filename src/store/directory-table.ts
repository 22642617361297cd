import { createDirectory, type Directory } from '../domain/directory/directory.ts';
import type { IndexedEntry } from '../domain/directory/name-index.ts';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './facts-store.ts';

/**
 * Replaces the stored directory of names that searches use. Runs inside the caller's transaction.
 */
export function writeDirectory(database: Database, entries: readonly IndexedEntry[]): void {
  writeMeta(database, 'directory', JSON.stringify(entries));
}

/** Returns the directory of names that the last refresh stored. Empty before the first refresh. */
export function readDirectory(database: Database): Directory {
  return createDirectory(JSON.parse(readMeta(database, 'directory') ?? '[]') as IndexedEntry[]);
}
