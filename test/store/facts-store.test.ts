import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { countFacts } from '../../src/store/fact-counts.ts';
import {
  clearFacts,
  factKey,
  factMigrations,
  readMeta,
  writeFacts,
  writeMeta,
} from '../../src/store/facts-store.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { noteChange, revisionsOf } from '../../src/store/revisions.ts';
import { barsIn } from '../support/bars-in.ts';
import { temporaryFolder } from '../support/files.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
});
afterEach(() => database.close());

const none = { added: 0, replaced: 0, unchanged: 0, older: 0 };

describe('writing facts', () => {
  const trial = (updatedAt: string | null, Phase: string) => ({ nctId: 'N1', updatedAt, Phase });

  it('adds new facts, ignores copies and replaces an older version by a newer one', () => {
    const write = (record: object) => writeFacts(database, 'trials', [{ ...record }], 'test');
    expect(write(trial('2026-01-02', 'Phase 1'))).toEqual({ ...none, added: 1 });
    expect(write(trial('2026-01-02', 'Phase 1'))).toEqual({ ...none, unchanged: 1 });
    expect(write(trial('2026-01-01', 'Phase 0'))).toEqual({ ...none, older: 1 });
    expect(write(trial(null, 'Phase 0'))).toEqual({ ...none, older: 1 });
    expect(write(trial('2026-01-02', 'Phase 2'))).toEqual({ ...none, replaced: 1 });
    expect(write(trial('2026-02-01', 'Phase 3'))).toEqual({ ...none, replaced: 1 });
    expect(readFacts(database).all('trials')).toEqual([
      { ...trial('2026-02-01', 'Phase 3'), source: 'test' },
    ]);
  });

  it('keeps bars by ticker and day, and counts a copy as unchanged', () => {
    const bar = (date: string, close: number) => ({ ticker: 'ACME', date, close });
    const write = (...bars: object[]) => writeFacts(database, 'prices', bars as never, 'test');
    expect(write(bar('2026-01-02', 1), bar('2026-01-05', 2))).toEqual({ ...none, added: 2 });
    expect(write(bar('2026-01-05', 2))).toEqual({ ...none, unchanged: 1 });
    expect(write(bar('2026-01-05', 3))).toEqual({ ...none, replaced: 1 });
    expect(countFacts(database)).toMatchObject([{ kind: 'prices', source: 'test', records: 2 }]);
  });

  it.each([
    ['trials', { ...trial('2026-01-02', 'Phase 1') }, { Phase: 'Phase 2' }],
    ['prices', { ticker: 'ACME', date: '2026-01-02', close: 1 }, { close: 2 }],
    [
      'financial_facts',
      {
        ticker: 'ACME',
        cik: '1001',
        taxonomy: 'us-gaap',
        tag: 'Cash',
        unit: 'USD',
        value: 5,
        end: '2025-12-31',
        filed: '2026-02-01',
        accession: 'a-1',
        form: '10-K',
      },
      { value: 6 },
    ],
  ] as const)(
    '%s count as changed where what is stored changes, and only then',
    (kind, record, news) => {
      const revisionAfter = (one: object) => {
        writeFacts(database, kind, [one as never], 'test');
        return revisionsOf(database)[kind];
      };
      expect(revisionsOf(database)).toEqual({});
      expect(revisionAfter(record)).toBe(1);
      expect(revisionAfter({ ...record })).toBe(1);
      expect(revisionAfter({ ...record, ...news })).toBe(2);
      expect(revisionAfter({ ...record, ...news })).toBe(2);
      writeFacts(database, kind, [], 'test');
      expect(revisionsOf(database)).toEqual({ [kind]: 2 });
    },
  );

  it('count as changed if one of many is new or different', () => {
    // More records than one batch contains.
    const many = Array.from({ length: 1_100 }, (_, at) => ({ nctId: `N${at}`, Phase: 'Phase 1' }));
    const write = (records: readonly object[]) => {
      const written = writeFacts(database, 'trials', records as never, 'test');
      return [written, revisionsOf(database).trials];
    };
    expect(write(many)).toEqual([{ ...none, added: 1_100 }, 1]);
    expect(write(many)).toEqual([{ ...none, unchanged: 1_100 }, 1]);
    expect(write([...many, { nctId: 'M' }])).toEqual([{ ...none, added: 1, unchanged: 1_100 }, 2]);
    const other = many.with(700, { nctId: 'N700', Phase: 'Phase 3' });
    expect(write(other)).toEqual([{ ...none, replaced: 1, unchanged: 1_099 }, 3]);
    inTransaction(database, () => clearFacts(database));
    expect(revisionsOf(database)).toEqual({ trials: 4 });
    expect(countFacts(database)).toEqual([]);
  });

  it('keeps the source of each bar, and what a bar says beyond its fields', () => {
    const bar = (date: string, close: number, more = {}) => {
      return { ticker: 'ACME', date, close, ...more };
    };
    const write = (source: string, ...bars: object[]) =>
      writeFacts(database, 'prices', bars as never, source);
    write('first', bar('2026-01-05', 2), bar('2026-01-02', 1), bar('2025-12-31', 9));
    // The same close from another source is a duplicate. A different close belongs to its source.
    const late = bar('2026-01-05', 3, { note: 'late' });
    const changed = { ...none, unchanged: 1, replaced: 1 };
    expect(write('second', bar('2026-01-02', 1), late)).toEqual(changed);
    expect(barsIn(readFacts(database), 'ACME', '2026-01-31', 9)).toMatchObject([
      { ...bar('2025-12-31', 9), source: 'first' },
      { ...bar('2026-01-02', 1), source: 'first' },
      { ...bar('2026-01-05', 3), source: 'second' },
    ]);
    const notes = `SELECT packed ->> '$.columns.note' AS notes FROM series WHERE year = '2026'`;
    expect(database.prepare(notes).get()).toEqual({ notes: '[null,"late"]' });
    expect(countFacts(database).map(({ source, records }) => [source, records])).toEqual([
      ['first', 2],
      ['second', 1],
    ]);
  });

  it('keeps the figures of filings apart by all that names them, in an order of their own', () => {
    const figure = (filed: string, value: number, start: string | null = null) => ({
      ticker: 'ACME',
      taxonomy: 'us-gaap',
      tag: 'Assets',
      unit: 'USD',
      end: '2025-12-31',
      start,
      filed,
      value,
    });
    const figures = [
      figure('2026-03-01', 1),
      figure('2026-08-01', 2),
      figure('2026-03-01', 3, '2025-01-01'),
    ];
    const write = (records: object[]) =>
      writeFacts(database, 'financial_facts', records as never, 'test');
    const written = write([...figures, ...figures.slice(0, 1)]);
    expect(written).toEqual({ ...none, added: 3, unchanged: 1 });
    const read = readFacts(database).all('financial_facts');
    database.exec('DELETE FROM series');
    write(figures.toReversed());
    expect(readFacts(database).all('financial_facts')).toEqual(read);
    expect(read.map(({ value }) => value).sort()).toEqual([1, 2, 3]);
  });

  it('knows a record by its identifier, else by the fields of its key', () => {
    const decision = { Ticker: 'A', Drug: 'd', Indication: null, 'PDUFA Date': '2026-01-01' };
    expect(factKey('decisions', { ...decision, _id: 7 })).toBe('7');
    expect(factKey('decisions', decision)).toBe('["A","d",null,"2026-01-01"]');
    const decided = { ...decision, Decision: 'CRL' };
    expect(factKey('decisions', decided)).toBe(factKey('decisions', decision));
  });
});

describe('the database', () => {
  it('takes all of a transaction or nothing', () => {
    expect(() =>
      inTransaction(database, () => {
        writeMeta(database, 'a', '1');
        throw new Error('stopped');
      }),
    ).toThrow('stopped');
    expect(readMeta(database, 'a')).toBeUndefined();
    inTransaction(database, () => writeMeta(database, 'a', '2'));
    expect(readMeta(database, 'a')).toBe('2');
  });

  it('runs each migration once, in order', async () => {
    const later = { version: 99, sql: 'CREATE TABLE later (a)' };
    const path = join(temporaryFolder(), 'a/b.sqlite');
    const opened = await openDatabase(path, factMigrations);
    writeMeta(opened, 'kept', 'yes');
    opened.close();
    for (let time = 0; time < 2; time += 1) {
      const again = await openDatabase(path, [...factMigrations, later]);
      expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
      expect(readMeta(again, 'kept')).toBe('yes');
      expect(again.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      again.close();
    }
  });

  it('brings what is known about it along, and counts on', async () => {
    const path = join(temporaryFolder(), 'named.sqlite');
    const before = await openDatabase(path, factMigrations.slice(0, 5));
    writeMeta(before, 'a', 'x'.repeat(100_000));
    noteChange(before, 'news');
    before.close();
    const again = await openDatabase(path, factMigrations);
    expect(readMeta(again, 'a')).toHaveLength(100_000);
    noteChange(again, 'news');
    writeMeta(again, 'a', '2');
    expect(revisionsOf(again)).toEqual({ news: 2 });
    const values = again.prepare("SELECT value FROM meta WHERE name = 'a'").all();
    expect(values).toEqual([{ value: '2' }]);
    again.close();
  });

  it('drops what earlier versions kept of each computation, except the fitted model', async () => {
    const path = join(temporaryFolder(), 'refreshed.sqlite');
    const before = await openDatabase(path, factMigrations.slice(0, 7));
    const kept = ['', ' outcome model', ' FDA decisions', '/company outlooks/x'];
    for (const name of kept) writeMeta(before, `derived_from${name}`, 'it');
    writeMeta(before, 'derived_on', '2026-11-20');
    before.close();
    const again = await openDatabase(path, factMigrations);
    const names = again.prepare('SELECT name FROM meta ORDER BY name').all();
    expect(names.map(({ name }) => name)).toEqual(['derived_on', 'fitted_model']);
    again.close();
  });

  it('repeats failed requests and restarts lists of a store of version 8', async () => {
    const path = join(temporaryFolder(), 'requests.sqlite');
    const before = await openDatabase(path, factMigrations.slice(0, 8));
    before.exec(`
      INSERT INTO sync_sources (name, cursor, next_run) VALUES
        ('sec-13f', '{"a":"1"}', 5), ('clinicaltrials', '2026-03-10', 5);
      INSERT INTO sync_requests
        (source, address, host, expects, version, lane, rank, state, attempts) VALUES
        ('sec-13f', 'https://a.invalid/1', 'a.invalid', 'xml', 'v', 2, 0, 'failed', 4),
        ('sec-13f', 'https://a.invalid/2', 'a.invalid', 'xml', 'v', 2, 0, 'done', 1),
        ('clinicaltrials', 'https://b.invalid/1', 'b.invalid', 'json', 'v', 2, 0, 'done', 1);`);
    before.close();
    const again = await openDatabase(path, factMigrations);
    const rows = (sql: string) => Array.from(again.prepare(sql).all(), Object.values);
    expect(rows('PRAGMA user_version')).toEqual([[factMigrations.length]]);
    const chains = rows('SELECT source, chain, cursor FROM sync_chains');
    expect(chains).toEqual([['sec-13f', '', '{"a":"1"}']]);
    expect(rows('SELECT name, next_run FROM sync_sources ORDER BY name')).toEqual([
      ['clinicaltrials', null],
      ['sec-13f', 5],
    ]);
    expect(rows('SELECT address, state, attempts FROM sync_requests ORDER BY address')).toEqual([
      ['https://a.invalid/1', 'queued', 0],
      ['https://a.invalid/2', 'done', 1],
    ]);
    again.close();
  });

  it('brings facts along with their sources, moments and marks', async () => {
    const path = join(temporaryFolder(), 'rows.sqlite');
    const before = await openDatabase(path, factMigrations.slice(0, 6));
    const rows = [
      ['news', 'b', 'mine', '{"id":"b"}', '2026-01-02', null],
      ['deals', 'c', 'sec', '{}', '', '{"value":["mine","2025-01-01"]}'],
      ['news', 'a', 'wire', '{"id":"a"}', '2026-01-03', null],
    ];
    const put = before.prepare('INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)');
    for (const row of rows) put.run(...row);
    before.close();
    const again = await openDatabase(path, factMigrations);
    const columns = 'kind, key, source, record, observed, marks';
    const kept = again.prepare(`SELECT ${columns} FROM facts`).all();
    expect(kept.map((row) => Object.values(row))).toEqual([rows[1], rows[2], rows[0]]);
    again.close();
  });

  it('brings the bars and figures of its first form along', async () => {
    const path = join(temporaryFolder(), 'first.sqlite');
    const first = await openDatabase(path, factMigrations.slice(0, 1));
    const figure = { ticker: 'ACME', taxonomy: 'us-gaap', tag: 'Assets', unit: 'USD', value: 5 };
    const fact = { ...figure, end: '2025-12-31', filed: '2026-03-01' };
    first.exec(`
      INSERT INTO prices VALUES ('ACME', '2026-01-02', NULL, 3, 1, 2, 10, 'stooq'),
        ('BOLT', '2026-01-02', NULL, NULL, NULL, 7, NULL, 'mine');
      INSERT INTO facts VALUES ('financial_facts', 'k1', 'sec', '${JSON.stringify(fact)}'),
        ('deals', 'k2', 'mine', '{}');`);
    first.close();
    const again = await openDatabase(path, factMigrations);
    const facts = readFacts(again);
    const bar = { ticker: 'ACME', date: '2026-01-02', close: 2, volume: 10, source: 'stooq' };
    expect(barsIn(facts, 'ACME', '2026-01-02', 9)).toMatchObject([
      { ...bar, open: null, high: 3, low: 1 },
    ]);
    expect(facts.pricedTickers()).toEqual(['ACME', 'BOLT']);
    expect(facts.all('financial_facts')).toMatchObject([{ ...fact, source: 'sec' }]);
    const held = countFacts(again).map(({ kind, source, records }) => [kind, source, records]);
    expect(held).toEqual([
      ['deals', 'mine', 1],
      ['financial_facts', 'sec', 1],
      ['prices', 'mine', 1],
      ['prices', 'stooq', 1],
    ]);
    again.close();
  });
});
