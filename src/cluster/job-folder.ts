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

/** A folder that nobody else uses, until it is let go or the process is gone. */
interface HeldFolder {
  readonly path: string;
  release(): void;
}

/** The folder of a job: a data folder with a copy of the store. */
export interface JobFolder extends HeldFolder {
  /** Which published facts the copy was when it was taken; 0 for none. */
  readonly version: number;
  /** Says which published facts the copy is, when the job has come to its end. */
  mark(version: number): void;
  /** Says that a job is at work: who finds this after the process is gone leaves the folder alone. */
  unmark(): void;
  /** Lets it go; unless it was marked, the copy is of no published facts. */
  release(): void;
}

const JOBS = 'job-';
const LOOKS = 'look-';
/** A folder that is younger may be about to be held, milliseconds. */
const MIN_ABANDONED_MS = 60_000;
/** SQLite's code where another has the lock. */
const SQLITE_BUSY = 5;

/**
 * Takes the folder of the newest copy among those of former jobs, or a new one. What a job that
 * was broken off has left is never written again: a child of its own may be at work there still. It
 * goes later, as do other copies.
 *
 * @param folder where this machine keeps the folders of its jobs
 */
export async function takeJobFolder(folder: string): Promise<JobFolder> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of copiesIn(folder)) {
    const held = await hold(path);
    // It may have been used and broken off since it was listed.
    if (held && versionOf(path) !== undefined) return jobFolder(held);
    held?.release();
  }
  return jobFolder(await newFolder(folder, JOBS));
}

/** The store of the newest copy of this machine, for whoever wants parts of it. */
export function newestCopy(folder: string): string | undefined {
  const [path] = copiesIn(folder);
  return path === undefined ? undefined : filesOf(path).store;
}

/** Uses a folder that goes afterwards. */
export async function withFolder<Result>(
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
 * Removes folders of jobs and of looks that nobody uses: who used them was killed, or has a newer one.
 *
 * @param own a folder that is held here, as old as now
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

function jobFolder({ path, release }: HeldFolder): JobFolder {
  const mark = (version: number) => writeFileSync(markOf(path), String(version));
  return {
    path,
    version: versionOf(path) ?? 0,
    mark,
    unmark: () => rmSync(markOf(path), { force: true }),
    release() {
      if (versionOf(path) === undefined) mark(0);
      release();
    },
  };
}

/** Folders of jobs that were not broken off, the newest facts first. */
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
 * Holds a folder by a lock of the system on a file in it, which goes with the process.
 *
 * @returns undefined where another holds it
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
      // Closed alone, it stays locked while a statement of it waits to be collected.
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
