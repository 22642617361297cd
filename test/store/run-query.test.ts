import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atOnce, createTurns, type Scan } from '../../src/base/turns.ts';
import { ascending, descending, type Endpoint, endpoint } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import type { Column } from '../../src/catalogue/parameter.ts';
import { atLeast, contains, exact, from, prefix, side } from '../../src/catalogue/params.ts';
import { compilePattern } from '../../src/catalogue/patterns.ts';
import { queryOf, type RawArguments } from '../../src/service/asked-query.ts';
import { distinctValues, valuesWithin } from '../../src/store/column-values.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { runQuery } from '../../src/store/run-query.ts';
import type { Row } from '../../src/store/served-order.ts';
import { foldCase } from '../../src/store/served-store.ts';
import { endpointOf } from '../support/endpoint-of.ts';
import fc from '../support/properties.ts';
import { writeServed } from '../support/write-served.ts';

const today = '2026-03-10';

/** An endpoint with one parameter of each kind of search. */
const shelf = endpointOf('shelf', {
  noun: 'things',
  parameters: {
    word: contains('word', 'x'),
    start: prefix('word', 'x'),
    minSize: atLeast('size', { minimum: 0 }),
  },
  record: { id: field.text, word: field.text, size: field.quantity },
  sort: [descending('size')],
});

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:', []);
});
afterAll(() => database.close());

async function find(rows: readonly Row[], raw: RawArguments, from: Endpoint = shelf) {
  writeServed(database, from, rows);
  const { records, total } = await runQuery(database, from, queryOf(from, raw, today));
  return { total, records: records.map((record) => JSON.parse(record)) };
}

async function words(values: readonly string[], raw: RawArguments): Promise<string[]> {
  const rows = values.map((word, index) => ({ id: String(index), word }));
  const { records } = await find(rows, raw);
  return records.map(({ word }) => word).sort();
}

describe('a word without special characters', () => {
  const literal = fc.string({
    unit: fc.constantFrom(...'abcdefghijkKlmnopqrsStuvwxyzABYZ0189 _,;:\'"%&/<>=!@#~`-'),
    minLength: 1,
    maxLength: 6,
  });
  const odd = fc.oneof(
    fc.constantFrom('ſ', '\u212a', 's', 'k', 'İ', 'ı', 'ß', 'ẞ', 'Σ', 'ς', '\n', '\ud800'),
    fc.string({ unit: 'binary', maxLength: 3 }).map((word) => word.replaceAll('\0', '')),
  );
  /** Writes a word with letters that only a case-insensitive search treats as equal. */
  const disguised = (word: string, seed: number) =>
    [...word]
      .map((letter, index) => {
        const others = [letter.toUpperCase(), letter.toLowerCase()];
        if (/s/i.test(letter)) others.push('ſ');
        if (/k/i.test(letter)) others.push('\u212a');
        return others[(seed >> index) % others.length];
      })
      .join('');

  it('is found by SQLite exactly if RE2 finds it', () => {
    const instr = database.prepare('SELECT instr(?, ?) > 0 AS found');
    const agrees = (word: string, value: string) => {
      const matcher = compilePattern(word, 'word');
      const folded = foldCase(value);
      const { found } = instr.get(folded, matcher.literal ?? '') as { found: number };
      expect([value, found === 1]).toEqual([value, matcher.test(value)]);
    };
    fc.assert(
      fc.property(literal, fc.nat(), fc.array(odd, { maxLength: 4 }), (word, seed, around) => {
        agrees(word, around.join(''));
        agrees(word, [...around, disguised(word, seed), ...around].join(''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the long s and the Kelvin sign, which equal ASCII letters if case is ignored', async () => {
    const values = ['Asthma', 'Aſthma', 'Kidney', '\u212aidney', 'Istanbul', 'İstanbul'];
    expect(await words(values, { word: 'ASTHMA' })).toEqual(['Asthma', 'Aſthma']);
    expect(await words(values, { word: 'kid' })).toEqual(['Kidney', '\u212aidney']);
    expect(await words(values, { word: 'a[sx]thma' })).toEqual(['Asthma', 'Aſthma']);
    expect(await words(values, { word: 'istanbul' })).toEqual(['Istanbul']);
  });

  it('has no wildcards', async () => {
    const values = ['100%', '100x', 'a_b', 'axb'];
    expect(await words(values, { word: '%' })).toEqual(['100%']);
    expect(await words(values, { word: '_' })).toEqual(['a_b']);
  });
});

describe('a pattern', () => {
  it('is tried on every value, over many slices', async () => {
    const values = Array.from({ length: 700 }, (_, index) => `c${index}`);
    // Matches c7, c17 … c697.
    const { total } = await find(
      values.map((word) => ({ word })),
      { word: '^c\\d*7$' },
    );
    expect(total).toBe(70);
    expect(
      (
        await find(
          values.map((word) => ({ word })),
          { word: '7' },
        )
      ).total,
    ).toBe(values.filter((word) => word.includes('7')).length);
  });

  it('that takes long lets others in between its steps', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ word: String(index) }));
    writeServed(database, shelf, rows);
    let until: number | undefined;
    const matcher = {
      literal: undefined,
      test: () => {
        // The first record takes longer than a time slice on any machine.
        until ??= performance.now() + 20;
        while (performance.now() < until);
        return true;
      },
    };
    const column = { field: 'word', as: 'term' } as const;
    const query = {
      ...queryOf(shelf, {}, today),
      conditions: [{ is: 'matching', column, matcher } as const],
    };
    const turns = createTurns();
    const events: string[] = [];
    setTimeout(() => events.push('another caller'));
    const scan: Scan = (steps) => turns.scan('one', steps);
    const { total } = await runQuery(database, shelf, query, scan);
    events.push('the answer');
    expect(events).toEqual(['another caller', 'the answer']);
    expect(total).toBe(300);
  });

  it('finds a record that says nothing in no case', async () => {
    const rows = [{ id: 'a' }, { id: 'b', word: '' }, { id: 'c', word: null }];
    const { records } = await find(rows, { word: '.*' });
    expect(records).toEqual([{ id: 'b', word: '' }]);
  });
});

it('a beginning finds what begins with it, whatever the characters', async () => {
  const piece = fc.string({ unit: fc.constantFrom(...'02%_-*aé\u{1f600}'), maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(piece, { maxLength: 12 }), piece, async (values, start) => {
      const expected = values.filter((value) => value.startsWith(start)).sort();
      expect(await words(values, { start })).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

describe('the order', () => {
  const rows = [
    { id: 'a', word: 'm', size: 9 },
    { id: 'b', word: 'z', size: 10 },
    { id: 'c', word: 'a' },
    { id: 'd', size: 10 },
    { id: 'e', word: 'b', size: -1 },
  ];
  const ids = async (raw: RawArguments) => (await find(rows, raw)).records.map(({ id }) => id);

  it('compares numbers as numbers, breaks ties and leaves what is absent to the end', async () => {
    expect(await ids({})).toEqual(['b', 'd', 'a', 'e', 'c']);
    expect(await ids({ sort: 'size' })).toEqual(['e', 'a', 'b', 'd', 'c']);
    expect(await ids({ sort: 'word' })).toEqual(['c', 'e', 'a', 'b', 'd']);
  });

  it('holds over filters, by which what is absent is left out', async () => {
    expect(await ids({ minSize: 9, sort: 'word' })).toEqual(['a', 'b', 'd']);
    expect(await ids({ minSize: '9.5' })).toEqual(['b', 'd']);
  });

  it('does not depend on the order of the facts', async () => {
    const same = Array.from({ length: 120 }, (_, index) => ({ id: `r${index}`, word: 'same' }));
    const all = async (some: readonly Row[]) => {
      const pages = [1, 2, 3].map((number) => find(some, { page: number }));
      return (await Promise.all(pages)).flatMap(({ records }) => records.map(({ id }) => id));
    };
    const [forth, back] = [await all(same), await all([...same].reverse())];
    expect(new Set(forth).size).toBe(120);
    expect(back).toEqual(forth);
  });
});

it('leaves out one value in the middle of the order, and what is absent', async () => {
  const rows = [9, 5, 5, 1].map((size, at) => ({ id: `r${at}`, size }));
  writeServed(database, shelf, [...rows, { id: 'absent' }]);
  const column = { field: 'size', as: 'value' } as const;
  const query = {
    ...queryOf(shelf, {}, today),
    conditions: [{ is: 'differs', column, value: 5 } as const],
  };
  const { records, total } = await runQuery(database, shelf, query);
  expect([total, records.map((record) => JSON.parse(record).size)]).toEqual([2, [9, 1]]);
});

it('an answer without pages has one side in its own order or a requested one', async () => {
  const sides = endpoint({
    ...shelf,
    name: 'sides',
    parameters: {
      type: side('size', { gainers: 'above', losers: 'below' }),
    },
    sort: { gainers: [descending('size')], losers: [ascending('size')] },
    paging: 'whole',
  });
  const rows = [5, -5, 0, 3, -1, 8].map((size) => ({ id: String(size), size }));
  const ids = async (raw: RawArguments) => {
    const { records, total } = await find(rows, raw, sides);
    expect(total).toBe(records.length);
    return records.map(({ id }) => id);
  };
  expect(await ids({ type: 'gainers' })).toEqual(['8', '5', '3']);
  expect(await ids({ type: 'gainers', sort: 'size' })).toEqual(['3', '5', '8']);
  expect(await ids({ type: 'losers' })).toEqual(['-5', '-1']);
});

describe('a value of a column', () => {
  const shelf = endpointOf('days', {
    parameters: {
      word: contains('word', 'x'),
      kind: exact('kind', 'x'),
      since: from('day'),
    },
    record: { id: field.text, word: field.text, kind: field.text, day: field.text },
    constraints: [{ field: 'day', is: 'before today' }],
    sort: { day: [descending('day')] },
  });
  const ROWS = [
    { id: '1', word: 'alpha', kind: 'a', day: '2026-01-01' },
    { id: '2', word: 'alpha', kind: 'b', day: '2026-02-02' },
    { id: '3', word: 'beta', kind: 'a', day: '2026-02-03' },
    { id: '4', word: 'gamma', kind: 'b', day: today },
    { id: '5', kind: 'c', day: '2026-01-05' },
  ];
  const WORD: Column = { field: 'word', as: 'term' };
  const KIND: Column = { field: 'kind', as: 'value' };

  beforeAll(() => writeServed(database, shelf, ROWS));

  it('is listed once, over all records or those served on a day', () => {
    const of = (column: Column, day?: string, most = 9) =>
      distinctValues(database, shelf, column, { most, ...(day ? { today: day } : {}) }).toSorted();
    expect(of(WORD)).toEqual(['alpha', 'beta', 'gamma']);
    expect(of(KIND)).toEqual(['a', 'b', 'c']);
    // The record of the current date is excluded.
    expect(of(WORD, today)).toEqual(['alpha', 'beta']);
    expect(of(WORD, '2026-03-11')).toEqual(['alpha', 'beta', 'gamma']);
    expect(of(KIND, '2026-02-02')).toEqual(['a', 'c']);
    expect(of(WORD, undefined, 2)).toHaveLength(2);
    expect(of(KIND, '2026-03-11', 1)).toHaveLength(1);
  });

  it('of a query is only one of those of its records', async () => {
    const within = async (column: Column, raw: RawArguments, most = 9) => {
      const query = queryOf(shelf, raw, today);
      return (
        await valuesWithin(database, shelf, column, { query, most, scan: atOnce })
      ).toSorted();
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
});
