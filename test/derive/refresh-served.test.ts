import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../src/base/version.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import { methodVersions } from '../../src/domain/methods.ts';
import { openDatabase } from '../../src/store/database.ts';
import { readFactCounts } from '../../src/store/fact-counts.ts';
import { factMigrations, readMeta, writeFacts } from '../../src/store/facts-store.ts';
import { changedKinds, revisionsOf } from '../../src/store/revisions.ts';
import { isRefreshDue, markRefreshDue } from '../../src/store/served-state.ts';
import { layoutOf } from '../../src/store/served-store.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { news } from '../../tools/market-signals/news.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';

const endpoints = [fdaCalendar, news];
const catalyst = (id: string) => ({
  _id: id,
  ticker: 'ABCQZ',
  drugname: 'zelvotinib',
  catalyst: 'PDUFA Date',
  catdate: 'Apr 2026',
  formattedDate: '2026-04-01',
  createdDate: '2026/01/01',
});

async function build() {
  const database = await openDatabase(':memory:', factMigrations);
  onTestFinished(() => database.close());
  const time = { now: Date.parse('2026-03-10T23:00:00Z') };
  /** A callback that runs each time the clock is read while records are written. */
  let landing: () => void = () => {};
  let reads = 0;
  const clock = () => {
    reads += 1;
    // Each pass reads the clock twice: first for the date, then when it writes.
    if (reads % 2 === 0) landing();
    return time.now;
  };
  const write = (...ids: readonly string[]) =>
    writeFacts(database, 'catalysts', ids.map(catalyst), 'test', '2026-03-09');
  write('first');
  return {
    database,
    time,
    write,
    meta: (name: string) => readMeta(database, name),
    refresh(during: () => void = () => {}) {
      landing = during;
      reads = 0;
      refreshServed(database, endpoints, clock);
      return Math.floor(reads / 2);
    },
  };
}

describe('a refresh', () => {
  it('leaves what is served with what it is of', async () => {
    const { refresh, meta, database } = await build();
    markRefreshDue(database, true);
    expect(refresh()).toBe(1);
    expect([meta('derived_on'), meta('derived_at'), meta('refresh_due')]).toEqual([
      ...['2026-03-10', '2026-03-10T23:00:00.000Z', ''],
    ]);
    expect([meta('made_by'), meta('methods')]).toEqual([version, methodVersions()]);
    expect(meta('layout')).toBe(layoutOf(endpoints));
    const { derived_at, revisions, ...rest } = JSON.parse(meta('derived_from')!);
    expect(derived_at).toBe('2026-03-10T23:00:00.000Z');
    expect(changedKinds(revisions, revisionsOf(database)).size).toBe(0);
    expect(rest).toMatchObject({
      today: '2026-03-10',
      parts: { news: { kinds: ['advisory_meetings', 'companies', 'news'] } },
    });
    expect(JSON.parse(meta('universe')!)).toBeTypeOf('object');
    expect(readFactCounts(database)).toEqual([
      expect.objectContaining({ records: 1, title: expect.stringMatching(/./) }),
    ]);
  });

  it('succeeds after one that failed when it stored its tables', async () => {
    const { refresh, database } = await build();
    const fail = () => {
      throw new Error('the disk is full');
    };
    expect(() => refresh(fail)).toThrow('the disk is full');
    expect(refresh()).toBe(1);
    expect(database.prepare('SELECT count(*) AS count FROM "records fda_calendar"').get()).toEqual({
      count: 1,
    });
  });

  it('does nothing if all is served already, and recomputes all on another day', async () => {
    const { refresh, meta, time, database } = await build();
    refresh();
    const before = meta('derived_from');
    time.now += 3_599_999;
    expect(refresh()).toBe(0);
    expect([meta('derived_at'), meta('derived_from')]).toEqual([
      ...['2026-03-10T23:00:00.000Z', before],
    ]);
    time.now += 1;
    expect(refresh()).toBe(1);
    expect([meta('derived_on'), meta('derived_at')]).toEqual([
      ...['2026-03-11', '2026-03-11T00:00:00.000Z'],
    ]);
    markRefreshDue(database, true);
    expect([refresh(), isRefreshDue(database)]).toEqual([1, false]);
  });

  it('follows facts that come, whether they are marked or not', async () => {
    const { refresh, write, database } = await build();
    refresh();
    write('second');
    expect([refresh(), readFactCounts(database)]).toMatchObject([1, [{ records: 2 }]]);
    expect(refresh()).toBe(0);
  });

  it('restarts if facts arrive while it runs, three times at most', async () => {
    const { refresh, write, database } = await build();
    let at = 0;
    const more = () => {
      at += 1;
      write(`more ${at}`);
      markRefreshDue(database, true);
    };
    expect([refresh(more), isRefreshDue(database)]).toEqual([3, true]);
    // Facts that arrive while the last table is written belong to the next refresh.
    expect(readFactCounts(database)).toMatchObject([{ records: 3 }]);
    expect([refresh(), isRefreshDue(database)]).toEqual([1, false]);
    expect(readFactCounts(database)).toMatchObject([{ records: 4 }]);
    const once = () => {
      if (at === 3) more();
    };
    write('another');
    expect([refresh(once), isRefreshDue(database)]).toEqual([2, false]);
  });
});

describe('the refresh of a file', () => {
  it('lands in the file itself, and leaves nothing in its journal', async () => {
    const path = join(temporaryFolder(), 'store.sqlite');
    const database = await openDatabase(path, factMigrations);
    onTestFinished(() => database.close());
    await refreshStore(path, 'real', endpoints, () => Date.parse('2026-03-10T12:00:00Z'));
    expect(statSync(`${path}-wal`).size).toBe(0);
    expect(readMeta(database, 'derived_on')).toBe('2026-03-10');
    expect(readMeta(database, 'demo_seed')).toBeUndefined();
  });

  it('that is none says so by its name', async () => {
    const path = fileIn(temporaryFolder(), 'store.sqlite', 'no database at all, but text');
    await expect(refreshStore(path, 'real', endpoints, () => 0)).rejects.toThrow(path);
  });
});
