import { beforeEach, describe, expect, it } from 'vitest';
import {
  isAboutCompany,
  lacksTicker,
  subjectOf,
  withCurrentTickers,
} from '../../src/facts/company-reference.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta, writeFacts, writeMeta } from '../../src/store/facts-store.ts';
import { promisesIn, promisesText, writePromises } from '../../src/store/promises.ts';
import { pricesOf, readFacts } from '../../src/store/read-facts.ts';
import { changedKinds } from '../../src/store/revisions.ts';
import { column, type Packed, seriesOf, tickersOf, unpack } from '../../src/store/series.ts';
import { barsIn } from '../support/bars-in.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
});

const bar = (date: string, close: number, more: object = {}) => ({
  ticker: 'ABCQZ',
  date,
  close,
  ...more,
});
const write = (source: string, observed: string, ...bars: object[]) =>
  writeFacts(database, 'prices', bars as never, source, observed);
const barsOn = (date: string, most = 9) => barsIn(readFacts(database), 'ABCQZ', date, most);

const rich = { volume: 5 };
const [a1, a2] = [1, 2].map((close) => ({ close, source: 'a' }));
const [b1, b2] = [1, 2].map((close) => ({ close, source: 'b' }));
type Written = readonly [source: string, observed: string, close: number, more?: object];

it.each<[string, Written, Written, string, object | undefined]>([
  // The record with more fields is kept, even if it is older.
  ['the richer', ['a', '02', 1, rich], ['b', '03', 2], 'unchanged', a1],
  ['the richer that comes later', ['a', '03', 1], ['b', '02', 2, rich], 'replaced', b2],
  ['the newer of equally rich', ['a', '02', 1], ['b', '03', 2], 'replaced', b2],
  ['not the older of equally rich', ['a', '03', 1], ['b', '02', 2], 'older', a1],
  ['the larger in words of one day', ['a', '02', 1], ['b', '02', 2], 'replaced', b2],
  ['not the smaller in words of one day', ['a', '02', 2], ['b', '02', 1], 'older', a2],
  ['the first by name of equal ones of a day', ['b', '02', 1], ['a', '02', 1], 'replaced', a1],
  ['and not the other', ['a', '02', 1], ['b', '02', 1], 'unchanged', a1],
  ['who says the same later', ['a', '02', 1], ['b', '03', 1], 'replaced', b1],
  ['itself, seen again later', ['a', '02', 1], ['a', '03', 1], 'unchanged', a1],
])('of two records of one bar %s is kept', (_, one, other, outcome, kept) => {
  const none = { added: 0, replaced: 0, unchanged: 0, older: 0 };
  const put = ([source, day, close, more]: Written) =>
    write(source, `2026-01-${day}`, bar('2026-01-05', close, more));
  put(one);
  expect(put(other)).toEqual({ ...none, [outcome]: 1 });
  expect(barsOn('2026-12-31')).toMatchObject([kept]);
});

describe('rows of bars', () => {
  it('are one a year, what all share written once', () => {
    write(
      'a',
      '2026-01-02',
      bar('2026-01-05', 1),
      bar('2026-01-06', 2, { odd: 'x' }),
      bar('2025-12-31', 3),
    );
    const rows = database
      .prepare('SELECT year, sources, packed FROM series ORDER BY year')
      .all() as { year: string; sources: string; packed: string }[];
    expect(rows.map(({ year, sources }) => [year, sources])).toEqual([
      ['2025', '{"a":1}'],
      ['2026', '{"a":2}'],
    ]);
    const unknown = { open: null, high: null, low: null, volume: null, as_traded: null };
    expect(JSON.parse(rows[1]!.packed)).toEqual({
      size: 2,
      shared: { source: 'a', '@observed': '2026-01-02', ticker: 'ABCQZ', ...unknown },
      columns: { date: ['2026-01-05', '2026-01-06'], close: [1, 2], odd: [null, 'x'] },
    });
    expect(tickersOf(database, 'prices')).toEqual(['ABCQZ']);
    expect(seriesOf(database, 'prices', ['ABCQZ'], new Map()).map(({ size }) => size)).toEqual([
      ...[1, 2],
    ]);
  });

  it('of two tickers of one company are one, each bar once', () => {
    write('a', '2026-01-02', bar('2026-01-05', 1), bar('2026-01-06', 2));
    const old = { ticker: 'OLDQZ' };
    write('b', '2026-01-03', bar('2026-01-05', 9, old), bar('2026-01-04', 8, old));
    const [year] = seriesOf(database, 'prices', ['ABCQZ', 'OLDQZ'], new Map());
    expect(unpack(year!).map(({ ticker, date, close }) => [ticker, date, close])).toEqual([
      ['ABCQZ', '2026-01-04', 8],
      ['ABCQZ', '2026-01-05', 9],
      ['ABCQZ', '2026-01-06', 2],
    ]);
  });

  const year = (from: string, closes: readonly number[], more: object = {}): Packed => ({
    size: closes.length,
    shared: { ticker: 'ABCQZ', source: 'a', '@observed': '' },
    columns: {
      date: closes.map((_, at) => `${from}-01-0${at + 1}`),
      close: closes,
      ...more,
    },
  });

  it('are read from the end, at most so many, up to a day', () => {
    const years = [
      year('2025', [1, 2, 3], { volume: [10, 20, 30] }),
      year('2026', [4, 5, 6], { volume: [40, 50, 60] }),
    ];
    const volumes = (day: string, most: number) => pricesOf(years, day, most).volume;
    expect(volumes('2026-12-31', 9)).toEqual([10, 20, 30, 40, 50, 60]);
    expect(volumes('2026-12-31', 4)).toEqual([30, 40, 50, 60]);
    expect(volumes('2026-12-31', 3)).toEqual([40, 50, 60]);
    expect(volumes('2026-01-02', 3)).toEqual([30, 40, 50]);
    expect(volumes('2026-01-01', 1)).toEqual([40]);
    expect(volumes('2025-12-31', 2)).toEqual([20, 30]);
    expect(volumes('2025-12-31', 0)).toEqual([]);
    expect(volumes('2024-12-31', 2)).toEqual([]);
    expect(pricesOf(years, '2026-01-01', 1)).toEqual({
      days: ['2025-01-01', '2025-01-02', '2025-01-03', '2026-01-01'],
      closes: [1, 2, 3, 4],
      as_traded: [null, null, null, null],
      open: [null],
      high: [null],
      low: [null],
      volume: [40],
      sources: ['a'],
    });
  });

  it('are closes as traded if they state it', () => {
    const traded = year('2026', [4, 5, 6], { as_traded: [true, null, true] });
    expect(pricesOf([year('2025', [1]), traded], '2026-01-02', 1)).toMatchObject({
      days: ['2025-01-01', '2026-01-01', '2026-01-02'],
      closes: [1, 4, 5],
      as_traded: [null, true, null],
    });
  });

  it('give a column whole, one that all share too', () => {
    const row = year('2026', [4, 5, 6]);
    expect(column(row, 'close')).toEqual([4, 5, 6]);
    expect(column(row, 'source')).toEqual(['a', 'a', 'a']);
    expect(column(row, 'absent')).toEqual([null, null, null]);
    expect(unpack(row)[1]).toEqual({
      ticker: 'ABCQZ',
      source: 'a',
      date: '2026-01-02',
      close: 5,
    });
  });
});

describe('the company of a record', () => {
  it.each([
    ['financial_facts', { ticker: 'A', cik: '0007' }, 'cik:7'],
    ['financial_facts', { ticker: 'A' }, 'A'],
    ['financial_facts', { ticker: 'A', cik: null }, 'A'],
    ['financial_facts', { company_name: 'Abc' }, 'name:Abc'],
    ['financial_facts', {}, 'name:'],
    ['prices', { ticker: 'A', cik: '7' }, 'A'],
    ['prices', { cik: 7 }, 'cik:7'],
  ] as const)('of %s %j is %s', (kind, record, subject) => {
    expect(subjectOf(kind, record)).toBe(subject);
  });

  it('is one for kinds that need a ticker, and may be lacking', () => {
    expect([isAboutCompany('prices'), isAboutCompany('news'), isAboutCompany('trials')]).toEqual([
      ...[true, false, false],
    ]);
    const lacks = (record: object) => lacksTicker('financial_facts', record as never);
    expect([lacks({ cik: '7' }), lacks({ company_name: 'A' })]).toEqual([true, true]);
    expect([lacks({}), lacks({ ticker: 'A', cik: '7' }), lacks({ cik: null })]).toEqual([
      ...[false, false, false],
    ]);
    expect(lacksTicker('news', { cik: '7' })).toBe(false);
  });

  it('is listed under its current ticker, whatever the field', () => {
    const tickerOf = ({ ticker, cik }: { ticker?: unknown; cik?: unknown }) =>
      cik === '7' ? 'NEWQZ' : ticker === 'GONQZ' ? undefined : String(ticker);
    const of = (record: object) => withCurrentTickers('deals', record as never, tickerOf as never);
    expect(of({ acquirerTicker: 'OLDQZ', acquirerCik: '7', targetTicker: 'GONQZ' })).toEqual({
      acquirerTicker: 'NEWQZ',
      acquirerCik: '7',
      targetTicker: undefined,
    });
    const same = { acquirerTicker: 'ABCQZ', targetTicker: null };
    expect(of(same)).toBe(same);
    expect(of({ targetCik: '7' })).toEqual({ targetCik: '7', targetTicker: 'NEWQZ' });
    const decision = { Ticker: 'OLDQZ', cik: '7' };
    expect(withCurrentTickers('decisions', decision, tickerOf as never)).toEqual({
      Ticker: 'NEWQZ',
      cik: '7',
    });
    expect(withCurrentTickers('news', decision, tickerOf as never)).toBe(decision);
  });
});

it('kinds have changed whose numbers differ, or that only one list has', () => {
  const before = { news: 1, trials: 2, deals: 3 };
  expect([...changedKinds(before, { news: 1, trials: 3, prices: 1 })].sort()).toEqual([
    ...['deals', 'prices', 'trials'],
  ]);
  expect([...changedKinds(before, before)]).toEqual([]);
});

describe('promises of sources', () => {
  const source = {
    name: 'ctgov',
    title: 'Registry',
    fills: ['trials'],
    leads_to: [],
    promise: 86_400_000,
    succeeded_at: null,
    failed_at: 7,
    as_of: '2026-03-01',
    failed: 0,
    failed_since: null,
    requests: 0,
  };
  const said = (count: number) => ({
    written_at: 1,
    filled: 0.5,
    is_offline: true,
    hindrance: null,
    failures: { count: 0, given_up: 0, hosts: [], oldest: null },
    sources: Array.from({ length: count }, () => source),
  });

  it('are read as they were written', () => {
    expect(promisesText(database)).toBeUndefined();
    writePromises(database, said(2));
    expect(promisesIn(promisesText(database)!)).toEqual(said(2));
    expect(readMeta(database, 'sync_promises')).toBe(promisesText(database));
  });

  it('that another version wrote are none, nor are more than 200', () => {
    expect(promisesIn(JSON.stringify(said(200)))?.sources).toHaveLength(200);
    for (const other of [said(201), { ...said(1), filled: 'half' }, {}, { written_at: 1 }]) {
      expect(promisesIn(JSON.stringify(other))).toBeUndefined();
    }
    writeMeta(database, 'sync_promises', '{}');
    expect(promisesIn(promisesText(database)!)).toBeUndefined();
  });
});
