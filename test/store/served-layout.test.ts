import { beforeEach, describe, expect, it } from 'vitest';
import { ascending, descending, type Endpoint, type Order } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { atLeast, contains, prefix } from '../../src/catalogue/params.ts';
import type { ValueCondition } from '../../src/store/clauses.ts';
import { clauseOf, conditionOf } from '../../src/store/clauses.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { type Row, sortValuesOf } from '../../src/store/served-order.ts';
import {
  columnsOf,
  dropTables,
  foldCase,
  layOut,
  layoutOf,
  moveTables,
  writeTables,
} from '../../src/store/served-store.ts';
import { quote } from '../../src/store/served-tables.ts';
import { endpointOf } from '../support/endpoint-of.ts';
import { writeServed } from '../support/write-served.ts';

const SHELF = endpointOf('shelf', {
  noun: 'things',
  parameters: {
    word: contains('word', 'x'),
    start: prefix('word', 'x'),
    minSize: atLeast('size', { minimum: 0 }),
  },
  constraints: [{ field: 'kind', is: 'one of', values: ['a'] }],
  keys: ['id', 'size'],
  wording: 'said',
  record: { id: field.text, word: field.text, size: field.quantity },
  sort: { size: [descending('size')], word: [ascending('word')] },
});

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', []);
});
const all = (table: string) => database.prepare(`SELECT * FROM ${table} ORDER BY 1`).all();
const tables = (schema: string) =>
  (
    database
      .prepare(`SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' ORDER BY name`)
      .all() as { name: string }[]
  ).map(({ name }) => name);
const indexes = () =>
  database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'").all() as unknown[];

const ROWS: readonly Row[] = [
  { id: '1', word: 'beta', size: 2, said: 'Two', unserved: 'x' },
  { id: '2', word: 'alpha', size: 3, said: 'Three' },
  { id: '3', word: 'beta', size: null, said: null },
];

describe('what an endpoint serves, laid out', () => {
  it('stands in its default order, with each column and the place in each other order', () => {
    const { columns, order, records } = layOut(database, SHELF, ROWS);
    expect([...order]).toEqual([1, 0, 2]);
    database.exec('CREATE TEMP TABLE kept (position INTEGER PRIMARY KEY, record TEXT NOT NULL)');
    records.writeInto('temp.kept', order, ['record']);
    expect(all('temp.kept')).toEqual([
      { position: 0, record: '{"id":"2","word":"alpha","size":3}' },
      { position: 1, record: '{"id":"1","word":"beta","size":2}' },
      { position: 2, record: '{"id":"3","word":"beta","size":null}' },
    ]);
    expect(Object.fromEntries(columns)).toEqual({
      'word:term': ['alpha', 'beta', 'beta'],
      'word:value': ['alpha', 'beta', 'beta'],
      'size:value': [3, 2, null],
      'kind:value': [null, null, null],
      'id:value': ['2', '1', '3'],
      // Ties are sorted by the bytes of the records.
      'order:word': [0, 1, 2],
    });
  });

  it('is searched by these columns, each once', () => {
    const names = columnsOf(SHELF).map(({ field, as }) => `${field}:${as}`);
    expect(names.toSorted()).toEqual([
      ...['id:value', 'kind:value', 'size:value', 'word:term'],
      ...names.filter((name) => name.startsWith('word:') && name !== 'word:term'),
    ]);
    const bare = { ...SHELF, parameters: {} };
    const { keys: _, wording: __, constraints: ___, ...none } = bare;
    expect(columnsOf(none)).toEqual([]);
  });

  it('has one digest for the same, and another for anything else', () => {
    const digest = (rows: readonly Row[], from: Endpoint = SHELF) =>
      layOut(database, from, rows).digest;
    const own = digest(ROWS);
    expect(digest(ROWS.map((row) => ({ ...row, unserved: 'y' })))).toBe(own);
    const others = [
      // The tables are equal, but comparing them would cost more than writing them.
      digest(ROWS.toReversed()),
      digest(ROWS.slice(1)),
      digest(ROWS.map((row) => ({ ...row, size: 9 }))),
      digest(ROWS.map((row) => ({ ...row, said: 'other' }))),
      digest(ROWS, { ...SHELF, name: 'another' }),
      digest([]),
    ];
    expect(new Set([own, ...others]).size).toBe(others.length + 1);
  });

  it('has another layout if its tables differ', () => {
    const own = layoutOf([SHELF]);
    const others: readonly (readonly Endpoint[])[] = [
      [],
      [SHELF, SHELF],
      [{ ...SHELF, name: 'x' }],
      [{ ...SHELF, collection: 'x' }],
      [{ ...SHELF, record: { id: field.text } }],
      [{ ...SHELF, parameters: {} }],
      [{ ...SHELF, sort: { size: [descending('size')] } }],
    ];
    expect(own).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set([own, ...others.map(layoutOf)]).size).toBe(others.length + 1);
    expect(layoutOf([{ ...SHELF, description: 'Other words.' }])).toBe(own);
  });
});

describe('the tables of an endpoint', () => {
  const NAMES = [
    ...['records shelf', 'rows shelf:word', 'search shelf', 'terms shelf:word'],
    ...['words shelf', 'words shelf_config', 'words shelf_data', 'words shelf_idx'],
  ];
  const withWord = (word: string) =>
    database.prepare('SELECT rowid FROM "words shelf" WHERE "words shelf" MATCH ?').all(word);

  it('hold the records, what is searched, and a dictionary', () => {
    writeServed(database, SHELF, ROWS);
    expect(tables('main')).toEqual(NAMES);
    expect(all('"records shelf"')).toEqual([
      { position: 0, record: '{"id":"2","word":"alpha","size":3}' },
      { position: 1, record: '{"id":"1","word":"beta","size":2}' },
      { position: 2, record: '{"id":"3","word":"beta","size":null}' },
    ]);
    expect(all('"search shelf"')).toMatchObject([
      { position: 0, 'word:term': 1, 'word:value': 'alpha', 'size:value': 3 },
      { position: 1, 'word:term': 2, 'word:value': 'beta', 'size:value': 2 },
      { position: 2, 'word:term': 2, 'word:value': 'beta', 'size:value': null },
    ]);
    expect(all('"terms shelf:word"')).toEqual([
      { id: 1, value: 'alpha', folded: 'alpha' },
      { id: 2, value: 'beta', folded: 'beta' },
    ]);
    const [ofRows] = all('"rows shelf:word"') as { terms: Uint8Array }[];
    expect([...new Int32Array(Uint8Array.from(ofRows!.terms).buffer)]).toEqual([1, 2, 2]);
    expect(withWord('t *')).toEqual([{ rowid: 0 }, { rowid: 1 }]);
    expect(withWord('two')).toEqual([{ rowid: 1 }]);
  });

  it("are rewritten and dropped without a change of another layout's tables", () => {
    const near = { ...SHELF, name: 'shelf2' };
    writeServed(database, near, ROWS);
    writeServed(database, SHELF, ROWS);
    writeServed(database, SHELF, ROWS.slice(0, 1));
    expect(all('"records shelf"')).toHaveLength(1);
    dropTables(database, [SHELF], 'main');
    expect(tables('main')).toEqual(NAMES.map((name) => name.replace('shelf', 'shelf2')));
    expect(all('"records shelf2"')).toHaveLength(3);
  });

  it('are made beside the store and land in it as they are', () => {
    writeServed(database, SHELF, ROWS.slice(0, 1));
    writeTables(database, SHELF, layOut(database, SHELF, ROWS));
    expect(all('main."records shelf"')).toHaveLength(1);
    const copied = NAMES.filter((name) => !name.startsWith('words'));
    const made = copied.map((name) => all(`temp.${quote(name)}`));
    moveTables(database, [SHELF]);
    expect(copied.map((name) => all(`main.${quote(name)}`))).toEqual(made);
    expect(withWord('three')).toHaveLength(1);
    expect(tables('temp').filter((name) => !name.startsWith('staged_record'))).toEqual([]);
  });

  it.each([
    [249, false],
    [250, true],
  ])('of %i rows are indexed: %s', (count, isIndexed) => {
    const rows = Array.from({ length: count }, (_, at) => ({ id: `${at}`, word: 'w', size: at }));
    // One index per column, and one for the second sort order.
    const expected = isIndexed ? columnsOf(SHELF).length + 1 : 0;
    writeServed(database, SHELF, rows);
    expect(indexes()).toHaveLength(expected);
    expect(all('"search shelf"')).toHaveLength(count);
    writeTables(database, SHELF, layOut(database, SHELF, rows));
    moveTables(database, [SHELF]);
    expect(indexes()).toHaveLength(expected);
    expect((all('"search shelf"')[count - 1] as Row)['size:value']).toBe(0);
  });

  it.each<[unknown, string, string | number | null]>([
    [5, 'value', 5],
    [5, 'term', '5'],
    ['Ab', 'value', 'Ab'],
    ['Ab', 'lower', 'ab'],
    ['A\0b', 'value', 'Ab'],
    [['A', 'B'], 'value', 'A; B'],
    [true, 'value', 'true'],
    ['2026/03/01 10:00', 'date', '2026-03-01'],
    ['someday', 'date', null],
    [null, 'value', null],
    [undefined, 'lower', null],
  ])('hold %j as %s: %j', (value, as, expected) => {
    const parameter = { ...SHELF.parameters.word!, columns: [{ field: 'f', as }] };
    const one = { ...SHELF, parameters: { f: parameter } } as Endpoint;
    const { columns } = layOut(database, one, [{ f: value }]);
    expect(columns.get(`f:${as}`)).toEqual([expected]);
  });
});

it('folds the letters of ASCII and the two that match them, and no other', () => {
  expect(foldCase('AbZ \u017f\u212a ÄÉ 12[')).toBe('abz sk ÄÉ 12[');
});

describe('an order', () => {
  const inOrder = (
    order: readonly Order[],
    rows: readonly Row[],
    ranks = [9, 8, 7, 6, 5, 4, 3],
  ) => {
    let asked = 0;
    const values = sortValuesOf(order);
    for (const row of rows) values.add(row);
    const found = values.inOrder(() => {
      asked += 1;
      return Uint32Array.from(ranks);
    });
    return [[...found], asked];
  };
  const of = (...values: unknown[]) => values.map((f) => ({ f }) as Row);

  it.each<[string, readonly Order[], readonly Row[], readonly number[], number]>([
    ['numbers', [ascending('f')], of(10, 9, 100), [1, 0, 2], 0],
    ['numbers, latest first', [descending('f')], of(10, 9, 100), [2, 0, 1], 0],
    ['texts', [ascending('f')], of('b', 'B', 'a'), [1, 2, 0], 0],
    ['numbers before texts', [ascending('f')], of('1', 2, 'a'), [1, 0, 2], 0],
    ['texts before numbers, turned round', [descending('f')], of('1', 2, 'a'), [2, 0, 1], 0],
    ['what is absent last', [ascending('f')], of(null, 2, undefined, 1), [3, 1, 2, 0], 1],
    ['also turned round', [descending('f')], of(null, 2, 1), [1, 2, 0], 0],
    ['ties by the records', [ascending('f')], of(1, 1, 1), [2, 1, 0], 1],
    ['truths as words', [ascending('f')], of(true, false), [1, 0], 0],
  ])('has %s', (_, order, rows, expected, asked) => {
    expect(inOrder(order, rows)).toEqual([expected, asked]);
  });

  it('compares days and stages as such', () => {
    const by = (name: 'date' | 'stage'): Order => ({ ...ascending('f'), by: name });
    const days = of('2026/03/02', '2026-03-01', '2026-03-02T09:00', 'someday');
    expect(inOrder([by('date')], days)[0]).toEqual([1, 2, 0, 3]);
    const stages = of('Phase 3', 'Preclinical', 'unheard of', 'NDA', 'Phase 1');
    expect(inOrder([by('stage')], stages)[0]).toEqual([1, 4, 0, 3, 2]);
  });

  it('goes by the first field, and by the next where that ties', () => {
    const rows = [
      { f: 1, g: 1 },
      { f: 2, g: 1 },
      { f: 1, g: 2 },
    ];
    expect(inOrder([ascending('f'), descending('g')], rows)).toEqual([[2, 0, 1], 0]);
    expect(inOrder([], rows)).toEqual([[2, 1, 0], 1]);
    expect(inOrder([ascending('f')], [])).toEqual([[], 0]);
  });
});

describe('a condition in SQL', () => {
  const column = { field: 'f', as: 'value' } as const;

  it.each<[ValueCondition, string, readonly unknown[]]>([
    [{ is: 'equal', column, value: 'x' }, '"f:value" = ?', ['x']],
    [{ is: 'at least', column, value: 1 }, '"f:value" >= ?', [1]],
    [{ is: 'at most', column, value: 1 }, '"f:value" <= ?', [1]],
    [{ is: 'above', column, value: 1 }, '"f:value" > ?', [1]],
    [{ is: 'below', column, value: 1 }, '"f:value" < ?', [1]],
    [{ is: 'one of', column, values: ['a', 'b'] }, '"f:value" IN (?, ?)', ['a', 'b']],
    [
      { is: 'starting with', column, value: 'ab' },
      '"f:value" >= ? AND "f:value" < ?',
      ['ab', 'ab\u{10ffff}'],
    ],
  ])('%j', (condition, sql, values) => {
    expect(clauseOf(condition)).toEqual({ sql, values });
  });

  it('that an endpoint sets is relative to the day', () => {
    const on = (is: 'today or later' | 'today or earlier' | 'before today') =>
      conditionOf({ field: 'f', is }, '2026-03-10');
    expect(on('today or later')).toEqual({ is: 'at least', column, value: '2026-03-10' });
    expect(on('today or earlier')).toEqual({ is: 'at most', column, value: '2026-03-10' });
    expect(on('before today')).toEqual({ is: 'below', column, value: '2026-03-10' });
    expect(conditionOf({ field: 'f', is: 'one of', values: ['a'] }, '2026-03-10')).toEqual({
      is: 'one of',
      column,
      values: ['a'],
    });
  });

  it('names columns and tables safely', () => {
    expect(quote('a "b"')).toBe('"a ""b"""');
  });
});
