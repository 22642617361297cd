import { expect, it } from 'vitest';
import { inParts } from '../../src/domain/group-by.ts';
import { openDatabase } from '../../src/store/database.ts';
import { statement, writeRows } from '../../src/store/statements.ts';

/** Each statement inserts up to fifty rows. */
it.each([0, 1, 2, 49, 50, 51, 100, 149, 150])(
  'writes %i rows, each where it belongs',
  async (n) => {
    const database = await openDatabase(':memory:', []);
    database.exec('CREATE TABLE t (a INTEGER, b TEXT, c REAL)');
    const rows = Array.from({ length: n }, (_, at) => [at, at % 3 === 0 ? null : `b${at}`, at / 4]);
    expect(writeRows(database, 'INSERT INTO t', rows)).toBe(n);
    expect(database.prepare('SELECT a, b, c FROM t ORDER BY rowid').all()).toEqual(
      rows.map(([a, b, c]) => ({ a, b, c })),
    );
  },
);

it('counts the written rows and not the existing ones', async () => {
  const database = await openDatabase(':memory:', []);
  database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY)');
  const rows = Array.from({ length: 60 }, (_, at) => [at]);
  const write = (some: number[][]) => writeRows(database, 'INSERT OR IGNORE INTO t', some);
  expect(write(rows.slice(0, 7))).toBe(7);
  expect(write(rows)).toBe(53);
  expect(write(rows)).toBe(0);
});

it('prepares a statement once a database', async () => {
  const [one, other] = [await openDatabase(':memory:', []), await openDatabase(':memory:', [])];
  expect(statement(one, 'SELECT 1 AS a')).toBe(statement(one, 'SELECT 1 AS a'));
  expect(statement(one, 'SELECT 1 AS a')).not.toBe(statement(one, 'SELECT 2 AS a'));
  expect(statement(one, 'SELECT 1 AS a')).not.toBe(statement(other, 'SELECT 1 AS a'));
});

it('cuts a list into parts, in order, the last one as long as what is left', () => {
  expect(inParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inParts([1, 2, 3, 4], 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(inParts([1, 2], 5)).toEqual([[1, 2]]);
  expect(inParts([], 5)).toEqual([]);
});
