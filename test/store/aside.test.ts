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

/** More than lie in memory. */
const MANY = 15_250;

it.each([250, 15_000, 15_001, MANY])(
  'gives the same %i rows each time, made once',
  async (count) => {
    const database = await openDatabase(':memory:', []);
    const made: number[] = [];
    const rows = putAside(database, rowsOf(count, made));
    expect(made).toHaveLength(count);
    expect([...rows]).toEqual([...rowsOf(count)]);
    expect([...rows]).toEqual([...rowsOf(count)]);
    expect(made).toHaveLength(count);
    expect([...putAside(database, [])]).toEqual([]);
  },
);

it('keeps lists apart that are made within each other and gone through side by side', async () => {
  const database = await openDatabase(':memory:', []);
  let inner: Iterable<{ readonly at: number }> = [];
  const outer = putAside(
    database,
    (function* () {
      for (const row of rowsOf(MANY)) {
        if (row.at === MANY - 20) inner = putAside(database, rowsOf(MANY + 100));
        yield row;
      }
    })(),
  );
  const each = inner[Symbol.iterator]();
  const seen = Array.from(outer, ({ at }) => [at, each.next().value?.at]);
  expect(seen).toEqual(Array.from({ length: MANY }, (_, at) => [at, at]));
  expect(Array.from({ length: 101 }, () => each.next().value?.at).slice(-2)).toEqual([
    MANY + 99,
    undefined,
  ]);
});

it('is gone once it is dropped, but for what is few', async () => {
  const database = await openDatabase(':memory:', []);
  const few = putAside(database, rowsOf(3));
  const many = putAside(database, rowsOf(MANY));
  dropAside(database);
  expect([...few]).toHaveLength(3);
  expect(() => [...many]).toThrow(/aside/);
  dropAside(database);
});
