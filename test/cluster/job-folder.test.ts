import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import {
  dropAbandoned,
  newestCopy,
  takeJobFolder,
  withTemporaryFolder,
} from '../../src/cluster/job-folder.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';

const parentOf = () => join(temporaryFolder(), 'shared');
/** Creates the folder of a completed job on these published facts. */
async function left(parent: string, version: number, name: string): Promise<string> {
  const path = join(parent, name);
  mkdirSync(path, { recursive: true });
  fileIn(path, 'store.version', String(version));
  return path;
}
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('the folder of a job', () => {
  it('is a new one where none is left, which nobody else can read', async () => {
    const parent = parentOf();
    const job = await takeJobFolder(parent);
    expect(basename(job.path)).toMatch(/^job-\w{6}$/);
    expect(readdirSync(parent)).toEqual([basename(job.path)]);
    expect([modeOf(parent), modeOf(job.path)]).toEqual([0o700, 0o700]);
    expect(job.version).toBe(0);
    job.release();
  });

  it('is that of the newest copy, unless another holds it', async () => {
    const parent = parentOf();
    const older = await left(parent, 9, 'job-aaaaaa');
    const newer = await left(parent, 10, 'job-bbbbbb');
    await left(parent, 11, 'job-ccccccc');
    await left(parent, 12, 'other-dddddd');
    const first = await takeJobFolder(parent);
    expect([first.path, first.version]).toEqual([newer, 10]);
    const second = await takeJobFolder(parent);
    expect([second.path, second.version]).toEqual([older, 9]);
    const third = await takeJobFolder(parent);
    expect(third.version).toBe(0);
    for (const job of [first, second, third]) job.release();
    const again = await takeJobFolder(parent);
    expect(again.path).toBe(newer);
    again.release();
  });

  it('is never one that was broken off', async () => {
    const parent = parentOf();
    const job = await takeJobFolder(parent);
    job.mark(7);
    job.release();
    const broken = await takeJobFolder(parent);
    expect([broken.path, broken.version]).toEqual([job.path, 7]);
    broken.unmark();
    expect(newestCopy(parent)).toBeUndefined();
    expect((await takeJobFolder(parent)).path).not.toBe(broken.path);
  });

  it('that is let go unmarked is a copy of no facts', async () => {
    const parent = parentOf();
    const job = await takeJobFolder(parent);
    job.unmark();
    job.release();
    expect(readFileSync(join(job.path, 'store.version'), 'utf8')).toBe('0');
    const next = await takeJobFolder(parent);
    expect([next.path, next.version]).toEqual([job.path, 0]);
    next.mark(5);
    next.release();
    expect(newestCopy(parent)).toBe(filesOf(job.path).store);
    await left(parent, 6, 'job-bbbbbb');
    expect(newestCopy(parent)).toBe(filesOf(join(parent, 'job-bbbbbb')).store);
    expect(newestCopy(join(parent, 'absent'))).toBeUndefined();
  });
});

it('a folder to look in goes afterwards, also where looking fails', async () => {
  const parent = parentOf();
  let used = '';
  const seen = await withTemporaryFolder(parent, async (path) => {
    used = path;
    return readdirSync(path);
  });
  expect(basename(used)).toMatch(/^look-\w{6}$/);
  expect(seen).toContain('held.sqlite');
  expect(modeOf(parent)).toBe(0o700);
  const failing = withTemporaryFolder(parent, () => Promise.reject(new Error('unreadable')));
  await expect(failing).rejects.toThrow('unreadable');
  expect(readdirSync(parent)).toEqual([]);
  // Another process deleted the folder in the meantime.
  await withTemporaryFolder(parent, async (path) => rmSync(path, { recursive: true }));
});

describe('folders that nobody uses', () => {
  const at = (path: string, secondsAgo: number, now: number) =>
    utimesSync(path, now - secondsAgo, now - secondsAgo);

  it('go after a minute, unless they are held, or are none of these', async () => {
    const parent = parentOf();
    const own = await takeJobFolder(parent);
    const held = await takeJobFolder(parent);
    const made = ['job-aaaaaa', 'look-bbbbbb', 'job-cccccc', 'job-ddddddd', 'other-aaaaaa'];
    for (const name of made) mkdirSync(join(parent, name));
    fileIn(parent, 'job-eeeeee', 'a file');
    const now = 1_780_000_000;
    const old = [
      ...made.filter((name) => name !== 'job-cccccc'),
      'job-eeeeee',
      basename(held.path),
    ];
    for (const name of old) at(join(parent, name), 60, now);
    at(join(parent, 'job-cccccc'), 59, now);
    at(own.path, 0, now);
    await dropAbandoned(parent, own.path);
    expect(readdirSync(parent).sort()).toEqual(
      [
        ...[basename(own.path), basename(held.path)],
        ...['job-cccccc', 'job-ddddddd', 'job-eeeeee', 'other-aaaaaa'],
      ].sort(),
    );
    for (const job of [own, held]) job.release();
  });

  it('are looked for only where there are any', async () => {
    const parent = parentOf();
    const own = await takeJobFolder(parent);
    await dropAbandoned(join(parent, 'absent'), own.path);
    expect(existsSync(own.path)).toBe(true);
    own.release();
  });
});
