import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Config } from '../../base/config.ts';
import { filesOf } from '../../base/data-files.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { factMigrations } from '../../store/facts-store.ts';
import { statement } from '../../store/statements.ts';
import type { Self } from './lock.ts';

/** Returns the identity of this process in the sync lock. */
export function selfOf(): Self {
  return {
    holder: randomUUID(),
    pid: process.pid,
    host: hostname(),
    isAlive(pid) {
      try {
        process.kill(pid, 0);
        return true;
      } catch (cause) {
        // EPERM means that the process exists but belongs to another user.
        return (cause as NodeJS.ErrnoException).code === 'EPERM';
      }
    },
  };
}

export function openSyncStore(config: Config): Promise<Database> {
  return openDatabase(filesOf(config.CATALYST_DATA_DIR).store, factMigrations);
}

/** Minimum free disk space in bytes for sending requests. */
export const MIN_FREE_BYTES = 1024 ** 3;
/** Minimum free disk space in bytes for the start of a first fill. */
const FIRST_FILL_BYTES = 3 * 1024 ** 3;

/** Minimum free disk space in bytes for the start of a sync. */
export function bytesNeeded(database: Database): number {
  const sql = 'SELECT 1 FROM sync_sources WHERE succeeded_at IS NOT NULL LIMIT 1';
  return statement(database, sql).get() === undefined ? FIRST_FILL_BYTES : MIN_FREE_BYTES;
}

export function lacksRoom(bytes: number): string {
  return `less than ${bytes / 1024 ** 3} GB is free on the disk of the store`;
}

/** Free bytes on the disk of the store. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
