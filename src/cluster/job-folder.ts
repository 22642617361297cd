import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../base/data-files.ts';
import { openDatabase } from '../store/database.ts';

/**
 * A folder that this process has locked. The lock ends when `release` is called or the process
 * ends.
 */
interface HeldFolder {
  readonly path: string;
  release(): void;
}

const JOBS = 'job-';
const LOOKS = 'look-';
/**
 * A folder without a lock is removed only if it is older than this many milliseconds. A newer
 * folder may belong to a process that has not locked it yet.
 */
const MIN_ABANDONED_MS = 60_000;
/** SQLite's error code if another process has the lock. */
const SQLITE_BUSY = 5;

/**
 * Locks the folder in which an earlier job left the newest copy of the store, or creates a new
 * folder. The folder of an interrupted job is never used again, because a child process of that job
 * may still write to it.
 * @param folder the parent folder of the job folders of this machine
 */
export async function takeJobFolder(folder: string): Promise<JobFolder> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of copiesIn(folder)) {
    const held = await hold(path);
    // Between the listing and the lock, another job may have used the folder and been interrupted.
    if (held && versionOf(path) !== undefined) return jobFolder(held);
    held?.release();
  }
  return jobFolder(await newFolder(folder, JOBS));
}

/** Returns the path of the newest copy of the shared store on this machine, if there is one. */
export function newestCopy(folder: string): string | undefined {
  const [path] = copiesIn(folder);
  return path === undefined ? undefined : filesOf(path).store;
}

/** Calls `use` with a temporary folder and removes the folder afterwards. */
export async function withTemporaryFolder<Result>(
  parent: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const { path, release } = await newFolder(parent, LOOKS);
  try {
    return await use(path);
  } finally {
    release();
    rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Removes the folders of ended processes. Such a folder is not locked, and is older than
 * `MIN_ABANDONED_MS`.
 * @param own the folder that this process has locked. This folder is not removed, and its
 * modification time serves as the current time
 */
export async function dropAbandoned(parent: string, own: string): Promise<void> {
  if (!existsSync(parent)) return;
  const now = statSync(own).mtimeMs;
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (!isOwnName(name) || path === own) continue;
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isDirectory() || now - found.mtimeMs < MIN_ABANDONED_MS) continue;
    const held = await hold(path);
    if (!held) continue;
    held.release();
    rmSync(path, { recursive: true, force: true });
  }
}

function isOwnName(name: string): boolean {
  return new RegExp(`^(${JOBS}|${LOOKS})\\w{6}$`).test(name);
}

/** The data folder of a job, with a copy of the store. */
function jobFolder({ path, release }: HeldFolder) {
  const mark = (version: number) => writeFileSync(markOf(path), String(version));
  return {
    path,
    /**
     * The version of the published facts that the copy contained when the folder was locked, or 0
     * if it contained none.
     */
    version: versionOf(path) ?? 0,
    /**
     * Stores the version of the published facts that the copy contains. Call this function when the
     * job succeeds.
     */
    mark,
    /**
     * Removes the version that `mark` stored. Call this function before the job changes the copy.
     * If the process ends before it calls `mark` again, no later job uses the folder.
     */
    unmark: () => rmSync(markOf(path), { force: true }),
    /**
     * Releases the lock. If `mark` was not called, the next job in this folder replaces the copy.
     */
    release() {
      if (versionOf(path) === undefined) mark(0);
      release();
    },
  };
}

export type JobFolder = ReturnType<typeof jobFolder>;

/** The folders of jobs that were not interrupted. The folder with the newest facts is first. */
function copiesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isOwnName)
    .map((name) => join(folder, name))
    .filter((path) => versionOf(path) !== undefined)
    .sort((a, b) => versionOf(b)! - versionOf(a)!);
}

function versionOf(path: string): number | undefined {
  try {
    return Number(readFileSync(markOf(path), 'utf8'));
  } catch {
    return undefined;
  }
}

function markOf(path: string): string {
  return join(path, 'store.version');
}

async function newFolder(parent: string, prefix: string): Promise<HeldFolder> {
  return (await hold(mkdtempSync(join(parent, prefix))))!;
}

/**
 * Locks a folder by locking a file in it. The operating system releases the lock when the process
 * ends.
 * @returns undefined if another process holds the lock
 */
async function hold(path: string): Promise<HeldFolder | undefined> {
  const database = await openDatabase(join(path, 'held.sqlite'), []);
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    database.close();
    if (((cause as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined;
    throw cause;
  }
  return {
    path,
    release() {
      // If a statement is not garbage-collected yet, `close` does not release the lock, but
      // ROLLBACK does.
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
