import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordPage } from '../../../src/catalogue/query.ts';
import type { Backend } from '../../../src/service/backend.ts';
import type { RefreshFailure } from '../../../src/service/local/refresher.ts';
import { createServedBackend } from '../../../src/service/local/served-backend.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeMeta } from '../../../src/store/facts-store.ts';
import { writeServedVersion } from '../../../src/store/served-state.ts';
import { layoutOf } from '../../../src/store/served-store.ts';
import { cashRunway } from '../../../tools/financial-health/cash-runway.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');
const endpoints = [cashRunway];
const page: RecordPage = { records: ['{}'], total: 1 };

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
  writeServedVersion(database);
  computed({ layout: layoutOf(endpoints), derived_on: '2026-03-10' });
});

function computed(meta: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(meta)) writeMeta(database, name, value);
}

interface Given {
  readonly page?: RecordPage;
  readonly notices?: readonly string[];
  readonly failure?: RefreshFailure;
  readonly running?: () => Promise<void>;
  readonly now?: () => number;
}

function served(given: Given = {}, more: object = {}) {
  const done: string[] = [];
  let version = 'v1';
  const source = {
    kind: 'store',
    demo: false,
    describe: () => ({ version, from: 'here', asOf: undefined }),
    fetch: async () => given.page ?? page,
    directory: async () => undefined,
    contents: async () => [],
    values: async () => ['a'],
    ...more,
  } as unknown as Backend;
  const made = createServedBackend({
    source,
    database,
    endpoints,
    path: '/data/store.sqlite',
    clock: given.now ?? (() => noon),
    maxFirstWait: 10,
    refresher: {
      begin: () => done.push('begun'),
      running: given.running ?? (async () => void done.push('ran')),
      patience: async () => void done.push('waited'),
      failure: () => given.failure,
    },
    notices: {
      of: (collection, now, of) => {
        done.push(`${collection} ${now === noon} ${of}`);
        return given.notices ?? [];
      },
    },
  });
  return {
    made,
    done,
    fetch: () => made.fetch(cashRunway, {} as never),
    become(next: string) {
      version = next;
    },
  };
}

const failure: RefreshFailure = {
  reason: 'the disk is full',
  failures: 2,
  failedAt: noon - 1_000,
  retryAt: Date.parse('2026-03-10T12:01:00.500Z'),
};

describe('an answer of today', () => {
  it('is the page of the source', async () => {
    const { fetch, done } = served();
    expect(await fetch()).toBe(page);
    expect(done).toEqual(['cashRunway true v1']);
  });

  it('says what its sources say', async () => {
    const told = { ...page, notices: ['Of the page.'] };
    const { fetch } = served({ notices: ['Late.', 'Later.'], page: told });
    expect(await fetch()).toEqual({ ...page, notices: ['Late.', 'Later.', 'Of the page.'] });
  });
});

describe('an answer of another day', () => {
  const of = (version: string) => ({ ...page, origin: { version, from: 'x', asOf: undefined } });
  const notices = async (given: Given) => (await served(given).fetch()).notices;

  it('waits as long as answers may, and says so before all', async () => {
    computed({ derived_on: '2026-03-09' });
    const { fetch, done, made } = served({ page: of('v1'), notices: ['Late.'] });
    expect(await fetch()).toMatchObject({
      notices: [
        'These records were computed on 2026-03-09, not today: current records are being computed.',
        'Late.',
      ],
    });
    expect(done).toEqual(['waited', 'cashRunway true v1']);
    await made.settled();
    expect(done.at(-1)).toBe('ran');
  });

  it('says why its refresh failed, and when it is tried again', async () => {
    computed({ derived_on: '2026-03-09' });
    expect(await notices({ page: of('v1'), failure })).toEqual([
      'These records were computed on 2026-03-09, not today: the refresh failed (the disk is full) and will be retried at 12:01 UTC.',
    ]);
  });

  it('of today tells of newer facts', async () => {
    computed({ refresh_due: 'yes' });
    expect(await notices({ page: of('v1') })).toEqual([
      'These records do not include the newest data: newer records are being computed.',
    ]);
    expect(await notices({ page: of('v1'), failure })).toEqual([
      'These records do not include the newest data: the refresh failed (the disk is full) and will be retried at 12:01 UTC.',
    ]);
  });

  it('says nothing where a refresh has landed meanwhile', async () => {
    computed({ derived_on: '2026-03-09' });
    const { fetch, made, done } = served({ page: of('v2') });
    expect(await fetch()).toEqual(of('v2'));
    await made.settled();
    expect(done).not.toContain('ran');
  });

  it('is looked at anew in another state of the store and on another day', async () => {
    let now = noon;
    const { fetch, become } = served({ page: of('v1'), now: () => now });
    expect((await fetch()).notices).toBeUndefined();
    now += 12 * 3_600_000;
    expect((await fetch()).notices?.[0]).toMatch(/^These records were computed on 2026-03-10/);
    computed({ derived_on: '2026-03-11' });
    become('v2');
    expect((await fetch()).notices).toBeUndefined();
  });
});

describe('where nothing can be served', () => {
  beforeEach(() => computed({ layout: 'of another release' }));

  const computing = [
    503,
    'There are no records to serve yet: records are being computed. Try again in 5 s',
    5,
  ];
  const refused = async (given: Given) =>
    served(given)
      .fetch()
      .catch((cause) => [cause.status, cause.message, cause.retryAfterSeconds]);

  it('answers wait for the refresh, and are refused where it brought nothing', async () => {
    expect(await refused({})).toEqual(computing);
    const { fetch, done } = served();
    await expect(fetch()).rejects.toThrow();
    expect(done).toEqual(['ran']);
  });

  it('answers are refused if the refresh takes longer than clients wait', async () => {
    expect(await refused({ running: () => new Promise(() => {}) })).toEqual(computing);
  });

  it.each([
    [noon + 3_000, 5],
    [noon + 5_001, 6],
    [noon + 60_500, 61],
    [noon - 9_000, 5],
  ])('are refused for as long as nothing is tried: at %d for %d s', async (retryAt, seconds) => {
    expect(await refused({ failure: { ...failure, retryAt } })).toEqual([
      503,
      `There are no records to serve yet: the refresh failed: the disk is full. Try again in ${seconds} s`,
      seconds,
    ]);
  });

  it('names are refused too', async () => {
    await expect(served().made.directory(cashRunway)).rejects.toThrow(/no records to serve yet/);
  });
});

describe('health', () => {
  it('of today is ready, with what is said of sources', () => {
    const ready = { ready: true, computedOn: '2026-03-10' };
    expect(served().made.health()).toEqual(ready);
    const { made, done } = served({ notices: ['Late.'], failure });
    expect(made.health()).toEqual({ ...ready, notices: ['Late.'] });
    expect(done).toEqual(['undefined true v1']);
  });

  it('of another day says why, and when it is tried again', () => {
    computed({ derived_on: '2026-03-09' });
    const ready = { ready: true, computedOn: '2026-03-09' };
    expect(served().made.health()).toEqual({ ...ready, reason: 'records are being computed' });
    expect(served({ failure }).made.health()).toEqual({
      ...ready,
      reason: 'the refresh failed: the disk is full',
      retryAt: '2026-03-10T12:01:00.500Z',
    });
    computed({ layout: 'of another release' });
    expect(served().made.health()).toMatchObject({ ready: false });
  });
});

it('a refresh is begun where one is due, and only there', () => {
  const fresh = served();
  fresh.made.renewWhenStale();
  expect(fresh.done).toEqual([]);
  const behind = [{ derived_on: '2026-03-09' }, { methods: 'of another release' }, { made_by: '' }];
  for (const meta of behind) {
    computed(meta);
    const { made, done } = served();
    made.renewWhenStale();
    expect(done).toEqual(['begun']);
    computed({ derived_on: '2026-03-10' });
    writeServedVersion(database);
  }
});

it('what a damaged file makes of a question names the file', async () => {
  const cause = Object.assign(new Error('database disk image is malformed'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 11,
  });
  const failing = () => Promise.reject(cause);
  const { made: broken } = served({}, { contents: failing, values: failing });
  await expect(broken.contents()).rejects.toThrow('/data/store.sqlite');
  const values = broken.values(cashRunway, {} as never, { most: 1 });
  await expect(values).rejects.toThrow('/data/store.sqlite');
  expect(await served().made.values(cashRunway, {} as never, { most: 1 })).toEqual(['a']);
});
