import { createDirectory, type Directory } from '../domain/directory/directory.ts';
import type { IndexedEntry } from '../domain/directory/name-index.ts';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './facts-store.ts';

/** Keeps what can be asked for by name, whole. Runs inside the caller's transaction. */
export function writeDirectory(database: Database, entries: readonly IndexedEntry[]): void {
  writeMeta(database, 'directory', JSON.stringify(entries));
}

/** The directory that the last refresh wrote; an empty one before the first. */
export function readDirectory(database: Database): Directory {
  return createDirectory(JSON.parse(readMeta(database, 'directory') ?? '[]') as IndexedEntry[]);
}
