import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyDatabase, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../src/store/facts-store.ts';
import { temporaryFolder } from '../support/files.ts';

const modesOf = (path: string) =>
  ['', '-wal', '-shm']
    .filter((end) => existsSync(path + end))
    .map((end) => [end, (statSync(path + end).mode & 0o777).toString(8)]);
const all = ['', '-wal', '-shm'].map((end) => [end, '600']);

it.skipIf(process.platform === 'win32')(
  'a database in an open folder is readable by its owner alone, as are the files beside it',
  async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const path = join(folder, 'store.sqlite');
    const database = await openDatabase(path, factMigrations);
    onTestFinished(() => database.close());
    writeMeta(database, 'a', 'b');
    expect(modesOf(path)).toEqual(all);
    // File permissions as an older version set them.
    for (const end of ['', '-wal', '-shm']) chmodSync(path + end, 0o644);
    const again = await openDatabase(path, factMigrations);
    onTestFinished(() => again.close());
    expect(modesOf(path)).toEqual(all);
    const copy = join(folder, 'copy.sqlite');
    await copyDatabase(database, copy);
    expect(modesOf(copy)).toEqual([['', '600']]);
  },
);
