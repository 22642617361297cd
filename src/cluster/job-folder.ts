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

/** A folder that is locked for one process until it is released or the process ends. */
interface HeldFolder {
  readonly path: string;
  release(): void;
}

const JOBS = 'job-';
const LOOKS = 'look-';
/** Minimum age of an abandoned folder in milliseconds. A newer folder may not be locked yet. */
const MIN_ABANDONED_MS = 60_000;
/** SQLite's error code if another process has the lock. */
const SQLITE_BUSY = 5;

/**
 * Locks the folder with the newest copy from an earlier job, or creates a new folder. A folder of
 * an interrupted job is never written again, because a child process may still use it.
 * @param folder where this machine keeps the folders of its jobs
 */
export async function takeJobFolder(folder: string): Promise<JobFolder> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of copiesIn(folder)) {
    const held = await hold(path);
    // Since the folder was listed, another job may have started in it and been interrupted.
    if (held && versionOf(path) !== undefined) return jobFolder(held);
    held?.release();
  }
  return jobFolder(await newFolder(folder, JOBS));
}

/** Returns the newest copy of the store on this machine. */
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
 * Removes folders that are older than `MIN_ABANDONED_MS` and that no process has locked.
 * @param own folder that this process has locked. Its modification time is used as the current time
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
     * for none.
     */
    version: versionOf(path) ?? 0,
    /** Stores which published facts the copy contains. Call this function when the job succeeds. */
    mark,
    /**
     * Removes the version that `mark` stored, because a job changes the copy. If the process ends
     * before it calls `mark` again, no later job uses the folder.
     */
    unmark: () => rmSync(markOf(path), { force: true }),
    /** Releases the lock. Unless `mark` was called, the copy is not reused. */
    release() {
      if (versionOf(path) === undefined) mark(0);
      release();
    },
  };
}

export type JobFolder = ReturnType<typeof jobFolder>;

/** Folders of jobs that were not interrupted, newest facts first. */
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
 * Locks a folder with a file lock, which the operating system releases when the process ends.
 *
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
