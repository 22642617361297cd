import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Migration, openDatabase } from '../../src/store/database.ts';
import { newerStore, reasonOf, StoreFailure, storeFailure } from '../../src/store/failure.ts';
import { temporaryFolder } from '../support/files.ts';

/** SQLite result codes (sqlite.org/rescode.html) with the message for the file's owner. */
it.each([
  [5, 'another process has locked the database file'],
  [8, 'the database file is not writable'],
  [10, 'the disk cannot be read or written'],
  [11, 'the database file is damaged'],
  [13, 'the disk is full'],
  [14, 'the database file cannot be opened'],
  [26, 'the file is not a SQLite database'],
  // Extended codes are of their primary one: SQLITE_IOERR_WRITE, SQLITE_CANTOPEN_ISDIR.
  [778, 'the disk cannot be read or written'],
  [526, 'the database file cannot be opened'],
])('code %i says that %s', (errcode, reason) => {
  const said = Object.assign(new Error('words of SQLite'), { errcode });
  const failure = storeFailure(said, '/data/store.sqlite');
  expect(failure).toBeInstanceOf(StoreFailure);
  const { message, cause } = failure as StoreFailure;
  expect(message.startsWith(`/data/store.sqlite: ${reason}. `)).toBe(true);
  expect(message.endsWith('. SQLite says: words of SQLite')).toBe(true);
  expect(cause).toBe(said);
  // The message states the remedy once. Callers receive only the reason.
  expect(message.split('. ')).toHaveLength(3);
  expect(reasonOf(failure)).toBe(reason);
  expect(storeFailure(failure, '/elsewhere')).toBe(failure);
});

it('what is no fault of a file stays as it is', () => {
  const other = new Error('a fault of ours');
  const constraint = Object.assign(new Error('UNIQUE constraint failed'), { errcode: 19 });
  for (const cause of [other, constraint, 'a word', undefined]) {
    expect(storeFailure(cause, '/data/store.sqlite')).toBe(cause);
    expect(reasonOf(cause)).toBe('see the server log for the cause');
  }
});

const migrations = (newest: number): readonly Migration[] =>
  Array.from({ length: newest }, (_, at) => ({
    version: at + 1,
    sql: `CREATE TABLE t${at + 1} (n INTEGER)`,
  }));

it('a file of a newer version is refused, and one of this or an older version opened', async () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  (await openDatabase(path, migrations(2))).close();
  await expect(openDatabase(path, migrations(1))).rejects.toThrow(newerStore(path, 2, 1).message);
  for (const version of [2, 3]) (await openDatabase(path, migrations(version))).close();
  // Read-only access needs no migrations.
  (await openDatabase(path, [])).close();
  expect(reasonOf(newerStore(path, 2, 1))).toBe(
    'the database file was written by a newer version of this program',
  );
});

it('a file that is no database, and a folder in its place, are named', async () => {
  const folder = temporaryFolder();
  const [text, inTheWay] = [join(folder, 'text.sqlite'), join(folder, 'folder.sqlite')];
  writeFileSync(text, 'x'.repeat(10_000));
  mkdirSync(inTheWay);
  await expect(openDatabase(text, [])).rejects.toThrow(
    `${text}: the file is not a SQLite database. `,
  );
  await expect(openDatabase(inTheWay, [])).rejects.toThrow(
    `${inTheWay}: the database file cannot be opened`,
  );
});
