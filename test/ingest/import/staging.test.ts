import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStaging } from '../../../src/ingest/import/staging.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { rowKey } from '../../../src/store/facts-store.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', []);
});
afterEach(() => database.close());

const trials = (count: number, name = 'N') =>
  Array.from({ length: count }, (_, at) => ({ nctId: `${name}${at}` }));

it('gives the records of a file as their rows follow, some at a time, and those of no other', () => {
  const staging = openStaging(database);
  staging.add(0, 'trials', [...trials(450), { nctId: 'N7', status: 'later' }]);
  staging.add(1, 'trials', trials(3, 'M'));
  staging.add(0, 'companies', [{ ticker: 'ABCQZ' }]);
  staging.finish();
  const read = [...staging.records(0)];
  const of = (kind: string) => read.filter((one) => one.kind === kind).map((one) => one.records);
  expect(of('trials').map(({ length }) => length)).toEqual([200, 200, 51]);
  const records = of('trials').flat();
  const keys = records.map((record) => rowKey('trials', record));
  expect(keys).toEqual(keys.toSorted());
  expect(new Set(records)).toEqual(new Set([...trials(450), { nctId: 'N7', status: 'later' }]));
  // Facts from two records with the same key keep their order.
  expect(records.filter(({ nctId }) => nctId === 'N7')).toEqual([
    { nctId: 'N7' },
    { nctId: 'N7', status: 'later' },
  ]);
  expect(of('companies')).toEqual([[{ ticker: 'ABCQZ' }]]);
  expect(new Set([...staging.records(1)].flatMap(({ records }) => records))).toEqual(
    new Set(trials(3, 'M')),
  );
  expect([...staging.records(2)]).toEqual([]);
  staging.close();
});

it('gives what is kept by company and year together, whenever it was read', () => {
  const staging = openStaging(database);
  const bar = (ticker: string, date: string) => ({ ticker, date, close: 1 });
  const first = bar('ABCQZ', '2025-01-02');
  const late = bar('ABCQZ', '2025-01-03');
  const next = bar('ABCQZ', '2026-01-02');
  const other = bar('DEFQZ', '2025-01-02');
  staging.add(0, 'prices', [next, first, other]);
  staging.add(0, 'prices', [late]);
  staging.finish();
  const records = [...staging.records(0)].flatMap((one) => one.records);
  expect(records).toEqual([first, late, next, other]);
  staging.close();
});

it('forgets a file that could not be read to its end, and no other', () => {
  const staging = openStaging(database);
  for (const file of [0, 1]) staging.add(file, 'trials', trials(2));
  staging.drop(0);
  staging.finish();
  expect([...staging.records(0)]).toEqual([]);
  expect([...staging.records(1)]).toHaveLength(1);
  staging.close();
});

it('leaves the connection as it was, for the next import', () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const staging = openStaging(database);
    staging.add(0, 'trials', trials(turn + 1));
    staging.finish();
    expect([...staging.records(0)].flatMap(({ records }) => records)).toHaveLength(turn + 1);
    staging.close();
    const attached = database.prepare('PRAGMA database_list').all();
    expect(attached.filter(({ name }) => name === 'staging')).toEqual([]);
  }
});
