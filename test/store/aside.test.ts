import { expect, it } from 'vitest';
import { dropAside, putAside } from '../../src/store/aside.ts';
import { openDatabase } from '../../src/store/database.ts';

const rowsOf = (count: number, made: number[] = []) =>
  (function* () {
    for (let at = 0; at < count; at += 1) {
      made.push(at);
      yield { at, name: `é${at}`, list: [at], nothing: null };
    }
  })();

it('gives the same rows whenever they are gone through, and makes them once', async () => {
  const database = await openDatabase(':memory:', []);
  const made: number[] = [];
  const rows = putAside(database, rowsOf(250, made));
  expect(made).toHaveLength(250);
  expect([...rows]).toEqual([...rowsOf(250)]);
  expect([...rows]).toEqual([...rowsOf(250)]);
  expect(made).toHaveLength(250);
  expect([...putAside(database, [])]).toEqual([]);
});

it('keeps lists apart that are made within each other and gone through side by side', async () => {
  const database = await openDatabase(':memory:', []);
  let inner: Iterable<{ readonly own: number }> = [];
  const outer = putAside(
    database,
    (function* () {
      for (const row of rowsOf(150)) {
        if (row.at === 120) inner = putAside(database, [{ own: 1 }, { own: 2 }]);
        yield row;
      }
    })(),
  );
  const each = inner[Symbol.iterator]();
  const seen = Array.from(outer, ({ at }) => [at, each.next().value?.own]);
  expect(seen).toHaveLength(150);
  expect(seen.slice(0, 3)).toEqual([
    [0, 1],
    [1, 2],
    [2, undefined],
  ]);
});

it('is gone once it is dropped', async () => {
  const database = await openDatabase(':memory:', []);
  const rows = putAside(database, rowsOf(3));
  dropAside(database);
  expect(() => [...rows]).toThrow(/aside/);
  dropAside(database);
});
