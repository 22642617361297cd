import { beforeEach, expect, it } from 'vitest';
import { forecast } from '../../../src/ingest/sync/forecast.ts';
import { companiesOf } from '../../../src/ingest/sync/known-companies.ts';
import { enqueue, markDone, markFailed, nextOf } from '../../../src/ingest/sync/queue.ts';
import {
  noteFailure,
  notePlanned,
  noteRefused,
  noteSuccess,
  sourceState,
} from '../../../src/ingest/sync/source-states.ts';
import type { CompanyNote } from '../../../src/sources/company-notes.ts';
import type { SourceContext, SyncSource } from '../../../src/sources/source.ts';
import type { Database } from '../../../src/store/database.ts';
import { DAY, HOST, requestOf as request } from './engine-run.ts';
import { openStore, start } from './sync-run.ts';

/** A source that is asked four times a minute, and of a first fill ten times for 1,000 bytes. */
const list = {
  name: 'list',
  host: { startEvery: 15_000 },
  schedule: '0 12 * * *',
  zone: 'UTC',
  firstFill: () => ({ requests: 10, bytes: 10_000 }),
  plan: () => [request('a'), request('b'), request('c', { version: '2' })],
} as unknown as SyncSource;
/** Of each request of the list three more follow. */
const details = {
  name: 'details',
  follows: 'list',
  host: { startEvery: 60_000 },
  schedule: '0 12 * * *',
  zone: 'UTC',
  firstFill: (companies: number) => ({ requests: 30, bytes: 30 * companies }),
  plan: () => [],
} as unknown as SyncSource;

let database: Database;
beforeEach(async () => {
  database = await openStore();
});

const forecastOf = (sources: readonly SyncSource[], now = start, since = '2024-03-10') => {
  const companies = companiesOf(new Map(), '2026-03-10');
  return forecast({ database, sources, since, now, companies });
};
const taken = (source: string, most: number) =>
  nextOf(database, HOST, { sources: [source] }, start, most);

it('of a source that was never planned is its first fill, for 850 companies', () => {
  expect(forecastOf([list, details])).toEqual([
    { source: 'list', requests: 10, bytes: 10_000, minutes: 2.5, counted: false },
    { source: 'details', requests: 30, bytes: 30 * 850, minutes: 30, counted: false },
  ]);
});

it('of a planned one is what is queued, and from its next run on what its plan adds', () => {
  notePlanned(database, 'list', start, start + DAY);
  for (const name of ['a', 'c']) enqueue(database, 'list', request(name, { version: '0' }));
  // Until an answer came, the rest of the first fill is expected too.
  expect(forecastOf([list])).toMatchObject([{ requests: 10, counted: false }]);
  noteSuccess(database, 'list', 0, start);
  for (const { id } of taken('list', 2)) markDone(database, id, 0, start);
  for (const name of ['a', 'c']) enqueue(database, 'list', request(name));
  const row = { source: 'list', counted: true };
  expect(forecastOf([list], start + DAY - 1)).toEqual([
    { ...row, requests: 2, bytes: 2_000, minutes: 0.5 },
  ]);
  // "a" is known, "b" is new, and "c" is known in another version.
  expect(forecastOf([list], start + DAY)).toEqual([
    { ...row, requests: 4, bytes: 4_000, minutes: 1 },
  ]);
  const early = { ...list, needsCompanies: true as const };
  expect(forecastOf([early], start + DAY)[0]?.requests).toBe(2);
});

it('of companies asked for by name is theirs alone, known or not', () => {
  const each = {
    name: 'each',
    byCompany: true,
    host: { startEvery: 60_000 },
    firstFill: (companies: number) => ({ requests: companies, bytes: companies }),
    plan: ({ companies: { universe } }: SourceContext) =>
      universe.map(({ cik }) => request(`of-${cik}`, { subject: cik })),
    schedule: '0 12 * * *',
    zone: 'UTC',
  } as unknown as SyncSource;
  const byName = (...wanted: string[]) => {
    const tickers = new Set(wanted);
    const companies = companiesOf(notes, '2026-03-10', tickers);
    const parts = { database, sources: [each], since: '2024-03-10', now: start };
    return forecast({ ...parts, companies, tickers })[0]?.requests;
  };
  const notes = new Map<string, CompanyNote>();
  expect([byName('A'), byName('A', 'B')]).toEqual([1, 2]);
  notes.set('1', { cik: '1', tickers: ['A'] }).set('2', { cik: '2', tickers: ['B'] });
  // The first company was asked about, the second waits, and the source is not due for a day.
  notePlanned(database, 'each', start, start + DAY);
  for (const subject of ['1', '2', '3']) {
    enqueue(database, 'each', request(`of-${subject}`, { subject }));
  }
  markDone(database, taken('each', 1)[0]!.id, 500, start);
  expect([byName('A'), byName('B'), byName('A', 'B')]).toEqual([0, 1, 1]);
  // One that joins is asked about all the same, as a run does at its start.
  notes.set('4', { cik: '4', tickers: ['D'] });
  expect([byName('D'), byName('B', 'D')]).toEqual([1, 2]);
});

it('reaches back in months, the begun one at least', () => {
  const monthly = {
    ...list,
    firstFill: (_: number, months: number) => ({ requests: months, bytes: 0 }),
  } as unknown as SyncSource;
  const monthsOf = (since: string) => forecastOf([monthly], start, since)[0]?.requests;
  const days = ['2024-03-10', '2025-12-31', '2026-02-01', '2026-03-10'];
  expect(days.map(monthsOf)).toEqual([24, 3, 1, 1]);
});

it('of one that follows another grows as it has grown so far', () => {
  const each = { ...list, byCompany: true as const, firstFill: () => ({ requests: 4, bytes: 4 }) };
  notePlanned(database, 'list', start, start + DAY);
  noteSuccess(database, 'list', 0, start);
  for (const name of ['a', 'b', 'x', 'y']) enqueue(database, 'list', request(name));
  const [a, b] = taken('list', 2);
  markDone(database, a!.id, 500, start);
  markDone(database, b!.id, 1_500, start);
  for (const name of ['p', 'q', 'r', 's', 't']) enqueue(database, 'details', request(name));
  const [p, q] = taken('details', 2);
  markDone(database, p!.id, 40, start);
  markFailed(database, q!, { reason: 'is gone', final: true }, start);
  const known = { source: 'list', requests: 2, bytes: 2_000, minutes: 0.5, counted: true };
  // Two answers led to five, of which one is given up. As declared, a third one would lead to 7.5,
  // so each of two more leads to (4 + 7.5) / 3, and three are queued.
  expect(forecastOf([each, details])).toEqual([
    known,
    { source: 'details', requests: 11, bytes: 440, minutes: 11, counted: true },
  ]);
  // The pages of a list are not alike: each of eight more leads to three, as declared.
  expect(forecastOf([list, details])).toMatchObject([{ requests: 8 }, { requests: 27 }]);
});

it('of lists that are read again is what is new since, as often as before', () => {
  const YEAR = 365 * DAY;
  notePlanned(database, 'list', start, start + DAY);
  noteSuccess(database, 'list', 0, start);
  for (const name of ['a', 'b', 'c']) enqueue(database, 'list', request(name, { version: '0' }));
  for (const { id } of taken('list', 9)) markDone(database, id, 0, start);
  for (let at = 0; at < 100; at += 1) enqueue(database, 'details', request(`of-${at}`));
  for (const { id } of taken('details', 100)) markDone(database, id, 0, start);
  // The history is two years long.
  const detailsAt = (moment: number) => forecastOf([list, details], moment)[1]?.requests;
  expect([start, start + DAY, start + YEAR].map(detailsAt)).toEqual([0, 0, 50]);
});

it('the state of a source keeps its last answers, by day', () => {
  noteSuccess(database, 'list', 100, start);
  noteSuccess(database, 'list', 50, start + 1);
  noteFailure(database, 'list', 'is silent', start + 2);
  noteRefused(database, 'list', { refused: 2, refusal: 'has no day' }, start + 3);
  noteRefused(database, 'list', { refused: 1, refusal: 'has no name' }, start + 4);
  const state = {
    name: 'list',
    planned_at: null,
    next_run: null,
    tried_at: start + 2,
    succeeded_at: start + 1,
    failed_at: start + 2,
    error: 'is silent',
    refused: 3,
    refused_at: start + 4,
    refusal: 'has no name',
    day: '2026-03-10',
    requests: 3,
    bytes: 150,
  };
  expect(sourceState(database, 'list')).toEqual(state);
  notePlanned(database, 'list', start + 5, start + DAY);
  noteSuccess(database, 'list', 100, start + DAY);
  noteRefused(database, 'list', { refused: 1, refusal: 'is cut' }, start + DAY);
  expect(sourceState(database, 'list')).toEqual({
    ...state,
    planned_at: start + 5,
    next_run: start + DAY,
    tried_at: start + DAY,
    succeeded_at: start + DAY,
    refused: 1,
    refused_at: start + DAY,
    refusal: 'is cut',
    day: '2026-03-11',
    requests: 1,
    bytes: 100,
  });
});

it.each<[string, (database: Database) => void, object]>([
  ['planned', (one) => notePlanned(one, 'new', 5, 6), { planned_at: 5, next_run: 6 }],
  ['failed', (one) => noteFailure(one, 'new', 'e', 5), { failed_at: 5, error: 'e' }],
  ['refused', (one) => noteRefused(one, 'new', { refused: 1, refusal: 'r' }, 5), { refused: 1 }],
])('a source that was never noted is %s', (_, note, expected) => {
  note(database);
  expect(sourceState(database, 'new')).toMatchObject({ name: 'new', ...expected });
});
