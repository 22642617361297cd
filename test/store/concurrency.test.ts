import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import type { Condition } from '../../src/catalogue/parameter.ts';
import type { Query } from '../../src/catalogue/query.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import { queryOf } from '../../src/service/asked-query.ts';
import { createStoreBackend } from '../../src/service/local/store-backend.ts';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta, writeFacts } from '../../src/store/facts-store.ts';
import { isStale, markRefreshDue } from '../../src/store/served-state.ts';
import { tablesOf } from '../../src/store/served-tables.ts';
import { endpoints } from '../../tools/index.ts';
import { temporaryFolder } from '../support/files.ts';
import { fillStore, fixedClock } from '../support/start-app.ts';
import { today } from '../support/universe.ts';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const trials = endpoints.find(({ path }) => path === '/catalystsync') as (typeof endpoints)[number];

const trial = (nctId: string, CompletionDate: string, Condition: string) => ({
  nctId,
  CompletionDate,
  Condition,
});
const before = { trials: [trial('N1', '2026-01-01', 'alpha'), trial('N2', '2026-01-02', 'beta')] };

let dataDir: string;
let path: string;
let reader: Database;
let writer: Database;
beforeEach(async () => {
  dataDir = temporaryFolder();
  path = filesOf(dataDir).store;
  await fillStore(path, before);
  reader = await openDatabase(path, factMigrations);
  writer = await openDatabase(path, factMigrations);
});
afterEach(() => {
  reader.close();
  writer.close();
});

/** Writes a newer state with one more trial before the others. */
function addEarlierTrial(): void {
  addTrials(trial('N0', '2025-01-01', 'gamma'));
  refreshServed(writer, endpoints, fixedClock);
}

function addTrials(...trials: readonly ReturnType<typeof trial>[]): void {
  inTransaction(writer, () => writeFacts(writer, 'trials', trials, 'test'));
}

/** Returns the served trials in order. */
async function served(): Promise<readonly string[]> {
  // Queries in the same event loop step share one state of the store.
  await new Promise((resolve) => setImmediate(resolve));
  const source = createStoreBackend(reader, false);
  return ids((await source.fetch(trials, queryOf(trials, {}, today))).records);
}

const ids = (records: readonly string[]) => records.map((record) => JSON.parse(record).nctId);

describe('readers and a writer', () => {
  it('a reader sees the state before a refresh until the refresh is complete', async () => {
    const source = createStoreBackend(reader, false);
    const query = queryOf(trials, {}, today);
    addEarlierTrial();
    const { version } = source.describe();
    expect(ids((await source.fetch(trials, query)).records)).toEqual(['N0', 'N1', 'N2']);

    addTrials(trial('N3', '2027-01-01', 'delta'));
    const third = await openDatabase(path, factMigrations);
    onTestFinished(() => third.close());
    const served = () =>
      third.prepare(`SELECT count(*) AS trials FROM ${tablesOf(trials).stored}`).get();
    const seen: unknown[] = [];
    // The clock is read before the computation, when its result is written, and when the refresh
    // checks whether more is due.
    refreshServed(writer, endpoints, () => {
      seen.push(served());
      return fixedClock();
    });
    expect(seen).toEqual([3, 3, 4].map((trials) => ({ trials })));

    // A query in the same event loop step still sees the earlier state.
    expect(source.describe().version).toBe(version);
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.describe().version).not.toBe(version);
    expect((await source.fetch(trials, query)).total).toBe(4);
  });

  it('an answer has a single state, even if a refresh is written during it', async () => {
    const source = createStoreBackend(reader, false);
    let landed = false;
    const matcher = {
      literal: undefined,
      test(value: string) {
        if (!landed) addEarlierTrial();
        landed = true;
        return value === 'beta';
      },
    };
    const condition: Condition = {
      is: 'matching',
      column: { field: 'Condition', as: 'term' },
      matcher,
    };
    const query: Query = { ...queryOf(trials, {}, today), conditions: [condition] };
    const { records, total } = await source.fetch(trials, query);
    expect([ids(records), total]).toEqual([['N2'], 1]);
    expect(landed).toBe(true);
  });

  it('an answer in flight is given before its source is closed', async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      trial(`M${index}`, '2026-01-01', `condition ${index}`),
    );
    addTrials(...many);
    refreshServed(writer, endpoints, fixedClock);
    const own = await openDatabase(path, factMigrations);
    const source = createStoreBackend(own, false);
    const started = performance.now();
    const matcher = {
      literal: undefined,
      test(value: string) {
        // Longer than a time slice, so that the scan yields in the middle.
        while (performance.now() < started + 20);
        return value.startsWith('condition');
      },
    };
    const column = { field: 'Condition', as: 'term' } as const;
    const conditions: Condition[] = [{ is: 'matching', column, matcher }];
    const answer = source.fetch(trials, { ...queryOf(trials, {}, today), conditions });
    const closed = source.close();
    expect((await answer).total).toBe(300);
    await closed;
    expect(() => own.prepare('SELECT 1')).toThrow();
  });

  it('a refresh that fails leaves everything as it was', async () => {
    // The last endpoint cannot be written, so everything written before it must be rolled back.
    const record = { nctId: { type: 'number', unit: 'furlong' as never } } as const;
    const broken = [{ ...trials, name: 'broken', record }];
    addTrials(trial('N9', '2027-01-01', 'x'));
    expect(() => refreshServed(writer, [...endpoints, ...broken], fixedClock)).toThrow(TypeError);
    const { records } = await createStoreBackend(reader, false).fetch(
      trials,
      queryOf(trials, {}, today),
    );
    expect(ids(records)).toEqual(['N1', 'N2']);
    refreshServed(writer, endpoints, fixedClock);
    expect(await served()).toEqual(['N1', 'N2', 'N9']);
  });
});

describe('a refresh beside others who write', () => {
  /** A catalog that runs a callback when a refresh reads it after the first look at the facts. */
  function lookedAt(meanwhile: () => void): typeof endpoints {
    const watched = {
      ...trials,
      get record() {
        meanwhile();
        return trials.record;
      },
    };
    return endpoints.map((endpoint) => (endpoint === trials ? watched : endpoint));
  }
  const add = (database: Database, nctId: string) =>
    inTransaction(database, () => {
      writeFacts(database, 'trials', [trial(nctId, '2027-01-01', 'x')], 'test');
      markRefreshDue(database, true);
    });

  it('serves the facts that came while it computed', async () => {
    add(writer, 'N3');
    let others = 0;
    const meanwhile = () => {
      others += 1;
      if (others === 1) add(reader, 'N4');
    };
    refreshServed(writer, lookedAt(meanwhile), fixedClock);
    expect(others).toBeGreaterThan(1);
    expect(await served()).toEqual(['N1', 'N2', 'N3', 'N4']);
    expect(isStale(reader, endpoints, today)).toBe(false);
  });

  it('ends if facts arrive without end, and leaves the store marked as due', async () => {
    add(writer, 'N3');
    let isHeld = false;
    let last = 10;
    const meanwhile = () => {
      if (isHeld) return;
      last += 1;
      add(reader, `N${last}`);
    };
    // The refresh holds the lock while it writes its result. Another writer waits for the lock.
    const clock = () => {
      isHeld = !isHeld;
      return fixedClock();
    };
    clock();
    refreshServed(writer, lookedAt(meanwhile), clock);
    const ids = await served();
    expect(ids).toContain('N11');
    expect(ids).not.toContain(`N${last}`);
    expect(isStale(reader, endpoints, today)).toBe(true);
    refreshServed(writer, endpoints, fixedClock);
    expect(await served()).toContain(`N${last}`);
    expect(isStale(reader, endpoints, today)).toBe(false);
  });

  it('gives way to one that landed first', async () => {
    add(writer, 'N3');
    let isFirst = true;
    const meanwhile = () => {
      if (!isFirst) return;
      isFirst = false;
      refreshServed(reader, endpoints, () => fixedClock() + 60_000);
    };
    refreshServed(writer, lookedAt(meanwhile), fixedClock);
    expect(readMeta(reader, 'derived_at')).toBe(new Date(fixedClock() + 60_000).toISOString());
    expect(await served()).toEqual(['N1', 'N2', 'N3']);
  });
});

describe('refreshes', () => {
  it('of two simultaneous processes leave one complete store', async () => {
    const run = () =>
      promisify(execFile)(process.execPath, [main, 'refresh', 'real'], {
        env: { ...process.env, CATALYST_DATA_DIR: dataDir },
      });
    await Promise.all([run(), run()]);
    expect(reader.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(readMeta(reader, 'derived_on')).not.toBe(today);
    for (const endpoint of endpoints) {
      const { search, stored } = tablesOf(endpoint);
      const unmatched = reader
        .prepare(`SELECT (SELECT count(*) FROM ${search}) - (SELECT count(*) FROM ${stored}) AS by`)
        .get();
      expect([endpoint.name, unmatched]).toEqual([endpoint.name, { by: 0 }]);
    }
    const { records } = await createStoreBackend(reader, false).fetch(
      trials,
      queryOf(trials, {}, today),
    );
    expect(ids(records)).toEqual(['N1', 'N2']);
  });

  it('are due on a new day and for another catalogue, and then done once', async () => {
    expect(isStale(reader, endpoints, today)).toBe(false);
    expect(isStale(reader, endpoints, '2026-03-11')).toBe(true);
    expect(isStale(reader, endpoints.slice(1), today)).toBe(true);
    const nextDay = () => fixedClock() + 86_400_000;
    await refreshStore(path, 'real', endpoints, nextDay);
    expect(isStale(reader, endpoints, '2026-03-11')).toBe(false);
    const done = readMeta(reader, 'derived_at');
    await refreshStore(path, 'real', endpoints, () => nextDay() + 60_000);
    expect(readMeta(reader, 'derived_at')).toBe(done);
  });
});
