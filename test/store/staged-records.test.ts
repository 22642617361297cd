import { expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { stageRecords } from '../../src/store/staged-records.ts';

/** More records than one batch contains. */
const MANY = 1_203;

async function staged(records: readonly string[], database?: Database) {
  const store = database ?? (await openDatabase(':memory:', []));
  const staging = stageRecords(store);
  for (const record of records) staging.add(record);
  staging.end();
  return { store, staging };
}

const rowsIn = (store: Database, table: string) =>
  store.prepare(`SELECT position, record FROM ${table} ORDER BY position`).all();

it('ranks records by their bytes, of two alike the first that came', async () => {
  const records = ['{"a":"z"}', '{"a":"é"}', '{"a":"Z"}', '{"a":"z"}', '{"a":""}', '{"a":"z"}'];
  const { staging } = await staged(records);
  expect([...staging.ranks()]).toEqual([2, 5, 1, 3, 0, 4]);
  // Sorted by UTF-8 bytes and not by UTF-16 units: U+FFFD is EF BF BD in UTF-8, and U+10000 starts
  // with F0.
  const { staging: beyond } = await staged(['"\u{10000}"', '"\ufffd"']);
  expect([...beyond.ranks()]).toEqual([1, 0]);
});

it.each([0, 1, 499, 500, 501, 1_000, MANY])('gives each of %i records its rank', async (count) => {
  // Added from the last to the first.
  const records = Array.from({ length: count }, (_, at) => JSON.stringify(count - at + 10_000));
  const { staging } = await staged(records);
  const ranks = staging.ranks();
  expect(ranks).toBeInstanceOf(Uint32Array);
  expect([...ranks]).toEqual(Array.from({ length: count }, (_, at) => count - 1 - at));
});

it.each([0, 1, 499, 500, 501, 1_000, MANY])('hands out %i records in any order', async (count) => {
  const records = Array.from({ length: count }, (_, at) => `{"é":${at}}`);
  const { store, staging } = await staged(records);
  const order = Uint32Array.from({ length: count }, (_, at) => count - 1 - at);
  const expected = records.toReversed();
  store.exec('CREATE TABLE kept (position INTEGER PRIMARY KEY, record TEXT NOT NULL)');
  staging.writeInto('main.kept', order);
  expect(rowsIn(store, 'kept')).toEqual(expected.map((record, position) => ({ position, record })));
});

it('returns only the records of the given numbers, each as often as it is listed', async () => {
  const { store, staging } = await staged(['"a"', '"b"', '"c"', '"d"']);
  const order = Uint32Array.from([3, 1, 3]);
  store.exec('CREATE TEMP TABLE some (position INTEGER PRIMARY KEY, record TEXT NOT NULL)');
  staging.writeInto('temp.some', order);
  expect(rowsIn(store, 'temp.some')).toEqual([
    { position: 0, record: '"d"' },
    { position: 1, record: '"b"' },
    { position: 2, record: '"d"' },
  ]);
});

it('makes room for the next endpoint, and leaves nothing in the store itself', async () => {
  const { store } = await staged(['"old"', '"older"']);
  const { staging } = await staged(['"new"'], store);
  expect([...staging.ranks()]).toEqual([0]);
  expect(store.prepare('SELECT name FROM main.sqlite_schema').all()).toEqual([]);
});

it('tells records apart by what they are and how they came', async () => {
  const digestOf = async (records: readonly string[]) => (await staged(records)).staging.digest();
  const many = Array.from({ length: MANY }, (_, at) => `{"a":${at}}`);
  const others = [
    [...many, '{}'],
    many.toReversed(),
    many.with(0, '{"a":-1}'),
    many.with(700, '{"a":-1}'),
    many.with(-1, '{"a":-1}'),
  ];
  const digests = await Promise.all(
    [many, ...others, ['"ab"', '"c"'], ['"a"', '"bc"'], []].map(digestOf),
  );
  expect(new Set(digests).size).toBe(digests.length);
  expect(await digestOf(many)).toBe(digests[0]);
});
