import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ascending,
  descending,
  type Endpoint,
  endpoint,
  type Order,
  pageSize,
} from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import {
  asOf,
  atLeast,
  atLeastLevel,
  atMost,
  contains,
  exact,
  exactAnyCase,
  exactUpperCase,
  from,
  lastDays,
  oneOf,
  page,
  prefix,
  side,
  tickersAmong,
  to,
} from '../../src/catalogue/params.ts';
import { queryOf } from '../../src/service/asked-query.ts';
import type { Backend } from '../../src/service/backend.ts';
import { createStoreBackend } from '../../src/service/local/store-backend.ts';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations } from '../../src/store/facts-store.ts';
import { withPast } from '../../src/store/served-tables.ts';
import { endpointOf } from '../support/endpoint-of.ts';
import fc from '../support/properties.ts';
import { writeServed } from '../support/write-served.ts';

const today = '2026-06-15';
const levels = ['low', 'medium', 'high'];

interface Thing {
  readonly id: number;
  readonly code?: string;
  readonly word?: string;
  readonly tags?: readonly string[];
  readonly level?: string;
  readonly size?: number;
  readonly change: number;
  readonly day?: string;
  readonly seen?: string;
}

/** The condition of a filter, written as a plain function of one record. */
type Keeps = (thing: Thing, asked: string) => boolean;

/** Every kind of filter: its declaration, sample values, and the records it should match. */
const filters = {
  exact: [exact('code', 'x'), ['AA', 'BB', 'aa', 'ZZ'], ({ code }, asked) => code === asked],
  upper: [
    exactUpperCase('code', 'x'),
    ['aa', 'Bb', 'AA'],
    ({ code }, asked) => code === asked.toUpperCase(),
  ],
  anyCase: [
    exactAnyCase('word', 'x'),
    ['ALPHAMAB', 'betatinib'],
    ({ word }, asked) => word?.toLowerCase() === asked.toLowerCase(),
  ],
  plainWord: [
    contains('word', 'x'),
    ['mab', 'ALPHA', 'nothing', ' '],
    ({ word }, asked) => word?.toLowerCase().includes(asked.toLowerCase()) ?? false,
  ],
  pattern: [
    contains('word', 'x'),
    ['^g', 'a.*nib$', '[ab]e', 'x?', '^$'],
    ({ word }, asked) => word !== undefined && new RegExp(asked, 'i').test(word),
  ],
  member: [
    tickersAmong('tags'),
    ['Red', 'blue', 'light blue', 'lue'],
    ({ tags }, asked) => tags?.some((tag) => tag.toLowerCase() === asked.toLowerCase()) ?? false,
  ],
  prefix: [
    prefix('day', 'x'),
    ['2026', '2026-06', '2026-06-1', '2027-1'],
    ({ day }, asked) => day?.startsWith(asked) ?? false,
  ],
  from: [
    from('day'),
    ['2026-06-15', '2026-07', '2027'],
    ({ day }, asked) => day !== undefined && day >= asked.padEnd(10, '-01'),
  ],
  to: [
    to('day'),
    ['2026-06-15', '2026-11-30', '2027-02-28'],
    ({ day }, asked) => day !== undefined && day <= asked,
  ],
  recent: [
    lastDays('day', { minimum: 1, maximum: 999, default: 999 }),
    ['1', '30', '200'],
    ({ day }, asked) =>
      day !== undefined && Date.parse(day) >= Date.parse(today) - Number(asked) * 86_400_000,
  ],
  asOf: [
    asOf('seen', 'moved'),
    ['2026-01-01', '2026-01-15'],
    ({ seen }, asked) => seen !== undefined && seen.replaceAll('/', '-') <= asked,
  ],
  seen: [
    prefix('seen', 'x'),
    ['2026/', '2026-', '2026-01'],
    ({ seen }, asked) => seen?.startsWith(asked) ?? false,
  ],
  oneOf: [
    oneOf('level', levels),
    ['LOW', 'high'],
    ({ level }, asked) => level === asked.toLowerCase(),
  ],
  atLeastLevel: [
    atLeastLevel('level', levels),
    ['low', 'Medium', 'high'],
    ({ level }, asked) =>
      level !== undefined && levels.indexOf(level) >= levels.indexOf(asked.toLowerCase()),
  ],
  atLeast: [
    atLeast('size', { minimum: -9 }),
    ['-1', '0', '2.5', '9'],
    ({ size }, asked) => size !== undefined && size >= Number(asked),
  ],
  atMost: [
    atMost('size', { minimum: -9 }),
    ['-1', '0', '2.5', '9'],
    ({ size }, asked) => size !== undefined && size <= Number(asked),
  ],
} as const satisfies Record<string, readonly [unknown, readonly string[], Keeps]>;

const parameters = Object.fromEntries(
  Object.entries(filters).map(([name, [parameter]]) => [name, parameter]),
);
// The default of this filter is removed, because it excludes records that no other filter excludes.
const { default: _, ...recent } = filters.recent[0];

/** Records by date, latest first. The other endpoints declare what differs. */
const byDay = endpointOf('by_day', {
  parameters: { ...parameters, recent, page: page() },
  record: {
    id: field.quantity,
    code: field.text,
    word: field.text,
    tags: field.texts,
    level: field.text,
    size: field.quantity,
    change: field.quantity,
    day: field.text,
    seen: field.text,
  },
  collection: 'things',
  sort: [descending('day')],
});
const toCome = endpoint({
  ...byDay,
  name: 'to_come',
  constraints: [{ field: 'day', is: 'today or later' }],
});
const past = endpoint({
  ...byDay,
  name: 'past',
  sort: [ascending('day'), descending('size')],
  constraints: [
    { field: 'day', is: 'before today' },
    { field: 'level', is: 'one of', values: ['low', 'high'] },
  ],
});
const tillToday = endpoint({
  ...byDay,
  name: 'till_today',
  sort: [ascending('size')],
  constraints: [{ field: 'day', is: 'today or earlier' }],
});
/** Two representations of a date: as text and as a date value. */
const asWritten = endpoint({ ...byDay, name: 'as_written', sort: [descending('seen')] });
const asDays = endpoint({
  ...byDay,
  name: 'as_days',
  sort: [{ field: 'seen', direction: 'descending', by: 'date' }],
});
const sides = endpoint({
  ...byDay,
  name: 'sides',
  parameters: {
    ...byDay.parameters,
    type: side('change', { gainers: 'above', losers: 'below' }),
  },
  sort: { gainers: [descending('change')], losers: [ascending('change')] },
  paging: 'whole',
});
const shelves = [byDay, toCome, past, tillToday, asWritten, asDays, sides];

/** The condition of an endpoint's constraints. */
const kept: Readonly<Record<string, (thing: Thing) => boolean>> = {
  to_come: ({ day = '' }) => day >= today,
  past: ({ day, level = '' }) => day !== undefined && day < today && /^(low|high)$/.test(level),
  till_today: ({ day }) => day !== undefined && day <= today,
};

const day = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(1, 14, 15, 16, 28))
  .map(([month, date]) => new Date(Date.UTC(2026, month, date)).toISOString().slice(0, 10));
const things = fc.record(
  {
    code: fc.constantFrom('AA', 'AA', 'BB', 'aa'),
    word: fc.constantFrom('alphamab', 'Betatinib', 'gamma nib', 'ALPHATINIB', ''),
    tags: fc.constantFrom(['red'], ['Red', 'light blue'], ['blue'], []),
    level: fc.constantFrom(...levels),
    size: fc.constantFrom(-1, 0, 2.5, 3, 10),
    change: fc.constantFrom(-2, -1, 0, 1, 2),
    day,
    seen: fc.constantFrom('2026/01/01', '2026-01-15', '2026/02/01'),
  },
  { requiredKeys: ['change'] },
);
const names = Object.keys(filters) as (keyof typeof filters)[];
const searchedByTerm: typeof names = ['plainWord', 'pattern', 'member'];

interface Question {
  readonly shelf: Endpoint;
  /** Values of filters by name. */
  readonly asked: Readonly<Record<string, string>>;
  readonly page: string;
  readonly sort: string | undefined;
  /** The order of `sides`. */
  readonly type: 'gainers' | 'losers' | undefined;
}

const questions: fc.Arbitrary<Question> = fc.record({
  shelf: fc.constantFrom(...shelves),
  asked: fc
    .oneof(fc.subarray(names, { maxLength: 3 }), fc.subarray(searchedByTerm, { minLength: 2 }))
    .chain((some) =>
      fc.record(
        Object.fromEntries(some.map((name) => [name, fc.constantFrom(...filters[name][1])])),
      ),
    ),
  page: fc.constantFrom('1', '1', '2', '3', '40'),
  sort: fc.constantFrom(undefined, undefined, 'size', '-word', '-day', 'SEEN'),
  type: fc.constantFrom('gainers', 'losers', undefined),
});

/** Answers the same query by testing the records one by one. */
function naively(all: readonly Thing[], { shelf, asked, page: given, sort, type }: Question) {
  const chosen = shelf === sides ? type : undefined;
  const passing = all.filter(
    (thing) =>
      (kept[shelf.name]?.(thing) ?? true) &&
      (chosen !== 'gainers' || thing.change > 0) &&
      (chosen !== 'losers' || thing.change < 0) &&
      Object.entries(asked).every(([name, value]) => {
        const [, , keeps] = filters[name as keyof typeof filters];
        return (keeps as Keeps)(thing, value);
      }),
  );
  const sorted = [...passing].sort(comparing(shelf, chosen, sort)).map(({ id }) => id);
  if (shelf.paging === 'whole') return { total: sorted.length, ids: sorted };
  const start = (Number(given) - 1) * pageSize;
  return { total: sorted.length, ids: sorted.slice(start, start + pageSize) };
}

/**
 * Compares by the requested field, then by the fields of the default order, with missing values last, then
 * by the serialized record.
 */
function comparing(shelf: Endpoint, chosen: string | undefined, sort = '') {
  const orders = 'length' in shelf.sort ? [['', shelf.sort] as const] : Object.entries(shelf.sort);
  const [, chosenOrder = []] =
    orders.find(([name]) => sort === '' && name === chosen) ?? orders[0] ?? [];
  const field = sort.replace('-', '').toLowerCase();
  const own = chosenOrder as readonly Order[];
  const by = own.find((one) => one.field === field)?.by ?? 'value';
  const direction = sort.startsWith('-') ? 'descending' : 'ascending';
  const fields = [...(field === '' ? [] : [{ field, direction, by }]), ...own];
  const sent = (thing: Thing) =>
    JSON.stringify(Object.fromEntries(Object.keys(shelf.record).map((f) => [f, thing[f as 'id']])));
  return (a: Thing, b: Thing): number => {
    for (const { field, direction, by } of fields as readonly Order[]) {
      const [x, y] = [a, b].map((thing) => {
        const value = thing[field as 'id'];
        return by === 'date' && value ? String(value).replaceAll('/', '-') : value;
      });
      if (x === y) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return x < y === (direction === 'ascending') ? -1 : 1;
    }
    return sent(a) < sent(b) ? -1 : 1;
  };
}

describe('total and page of any mix of filters are those of a search record by record', () => {
  let folder: string;
  let writer: Database;
  let source: Backend;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalyst-'));
    const path = join(folder, 'store.sqlite');
    writer = await openDatabase(path, factMigrations);
    source = createStoreBackend(await openDatabase(path, factMigrations), false);
  });
  afterAll(async () => {
    await source.close();
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function agrees(rows: readonly Omit<Thing, 'id'>[], asked: readonly Question[]) {
    const all = rows.map((row, id) => ({ ...row, id }));
    inTransaction(writer, () => {
      // Each state is valid on every day, so that only `seen` selects the records.
      const states = all.map((row) => ({
        ...row,
        known_from: '2000-01-01',
        known_until: '9999-12-31',
      }));
      for (const shelf of withPast(shelves)) writeServed(writer, shelf, states);
    });
    // All queries in one event loop step see the same state.
    await new Promise((resolve) => setImmediate(resolve));
    // Each query runs twice, because the second run can use cached data.
    for (const question of [...asked, ...asked]) {
      const { shelf, page: given, sort, type } = question;
      const raw = { ...question.asked, page: given, type, sort };
      const query = queryOf(shelf, raw, today);
      const { records, total } = await source.fetch(shelf, query);
      const ids = records.map((record) => JSON.parse(record).id);
      expect([raw, { total, ids }]).toEqual([raw, naively(all, question)]);
    }
  }

  it('over none to several pages', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(things, { maxLength: 3 }),
          fc.array(things, { minLength: 48, maxLength: 60, size: 'max' }),
          fc.array(things, { minLength: 120, maxLength: 300, size: 'max' }),
        ),
        fc.array(questions, { minLength: 12, maxLength: 12 }),
        agrees,
      ),
      { numRuns: 40 },
    ));

  it('over as many records as are indexed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(things, { minLength: 1_000, maxLength: 1_050, size: 'max' }),
        fc.array(questions, { minLength: 60, maxLength: 60 }),
        agrees,
      ),
      { numRuns: 3 },
    ));
});
