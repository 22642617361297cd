import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOnce } from '../../src/base/turns.ts';
import { descending, endpoint } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import type { Column } from '../../src/catalogue/parameter.ts';
import { contains, exact, from, page } from '../../src/catalogue/params.ts';
import { queryOf, type RawArguments } from '../../src/service/asked-query.ts';
import { distinctValues, valuesWithin } from '../../src/store/column-values.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { writeServed } from '../support/write-served.ts';

const TODAY = '2026-03-10';

const shelf = endpoint({
  name: 'shelf',
  path: '/shelf',
  group: 'Market Signals',
  plan: 'basic',
  title: 'A shelf',
  noun: 'things',
  description: 'Words of days.',
  parameters: {
    word: contains('word', 'x'),
    kind: exact('kind', 'x'),
    since: from('day'),
    page: page(),
  },
  record: { id: field.text, word: field.text, kind: field.text, day: field.text },
  constraints: [{ field: 'day', is: 'before today' }],
  collection: 'shelf',
  sort: { day: [descending('day')] },
  paging: 'pages',
  origin: 'extension',
});

const ROWS = [
  { id: '1', word: 'alpha', kind: 'a', day: '2026-01-01' },
  { id: '2', word: 'alpha', kind: 'b', day: '2026-02-02' },
  { id: '3', word: 'beta', kind: 'a', day: '2026-02-03' },
  { id: '4', word: 'gamma', kind: 'b', day: TODAY },
  { id: '5', kind: 'c', day: '2026-01-05' },
];
const WORD: Column = { field: 'word', as: 'term' };
const KIND: Column = { field: 'kind', as: 'value' };

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:', []);
  writeServed(database, shelf, ROWS);
});
afterAll(() => database.close());

it('every value of a column is listed once, over all records or those served on a day', () => {
  const of = (column: Column, today?: string, most = 9) =>
    distinctValues(database, shelf, column, { most, ...(today ? { today } : {}) }).toSorted();
  expect(of(WORD)).toEqual(['alpha', 'beta', 'gamma']);
  expect(of(KIND)).toEqual(['a', 'b', 'c']);
  // The record of the current date is excluded.
  expect(of(WORD, TODAY)).toEqual(['alpha', 'beta']);
  expect(of(WORD, '2026-03-11')).toEqual(['alpha', 'beta', 'gamma']);
  expect(of(KIND, '2026-02-02')).toEqual(['a', 'c']);
  expect(of(WORD, undefined, 2)).toHaveLength(2);
  expect(of(KIND, '2026-03-11', 1)).toHaveLength(1);
});

it('the values of a query are only those of its records', async () => {
  const within = async (column: Column, raw: RawArguments, most = 9) => {
    const query = queryOf(shelf, raw, TODAY);
    return (await valuesWithin(database, shelf, column, { query, most, scan: atOnce })).toSorted();
  };
  expect(await within(WORD, {})).toEqual(['alpha', 'beta']);
  expect(await within(WORD, { kind: 'b' })).toEqual(['alpha']);
  expect(await within(KIND, { word: 'alpha' })).toEqual(['a', 'b']);
  expect(await within(KIND, { word: 'alp', kind: 'b' })).toEqual(['b']);
  expect(await within(KIND, { since: '2026-02-01' })).toEqual(['a', 'b']);
  expect(await within(WORD, { since: '2026-02-03' })).toEqual(['beta']);
  expect(await within(KIND, { word: 'nothing' })).toEqual([]);
  expect(await within(WORD, {}, 1)).toHaveLength(1);
});
