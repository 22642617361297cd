import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import {
  countFacts,
  factKey,
  factMigrations,
  readFacts,
  readMeta,
  writeFacts,
  writeMeta,
} from '../../src/store/facts-store.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
});
afterEach(() => database.close());

const none = { added: 0, replaced: 0, unchanged: 0, older: 0 };

describe('writing facts', () => {
  const trial = (updatedAt: string | null, Phase: string) => ({ nctId: 'N1', updatedAt, Phase });

  it('adds what is new, leaves a copy alone and lets the newer version replace the older', () => {
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

  it('knows a record by its identifier, else by the fields of its key', () => {
    const decision = { Ticker: 'A', Drug: 'd', Indication: null, 'PDUFA Date': '2026-01-01' };
    expect(factKey('decisions', { ...decision, _id: 7 })).toBe('7');
    expect(factKey('decisions', decision)).toBe('["A","d",null,"2026-01-01"]');
    expect(factKey('decisions', { ...decision, Decision: 'CRL' })).toBe(
      factKey('decisions', decision),
    );
  });
});

describe('closes around a day', () => {
  beforeEach(() => {
    const bars = [
      ['2026-01-02', 10],
      ['2026-01-12', 20],
    ] as const;
    writeFacts(
      database,
      'prices',
      bars.map(([date, close]) => ({ ticker: 'ACME', date, close })),
      'test',
    );
  });

  it.each([
    ['2026-01-01', undefined, 10],
    ['2026-01-02', 10, 10],
    // Seven days on either side still count, the eighth does not.
    ['2026-01-09', 10, 20],
    ['2026-01-10', undefined, 20],
    ['2026-01-05', 10, 20],
    ['2026-01-04', 10, undefined],
    ['2026-01-13', 20, undefined],
  ])('%s has %s before it and %s after it', (date, before, after) => {
    const facts = readFacts(database);
    expect(facts.closeOnOrBefore('ACME', date)).toBe(before);
    expect(facts.closeOnOrAfter('ACME', date)).toBe(after);
    expect(facts.closeOnOrBefore('BOLT', date)).toBeUndefined();
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
    const [first] = factMigrations;
    const second = { version: 2, sql: 'CREATE TABLE later (a)' };
    const { mkdtempSync, rmSync } = await import('node:fs');
    const folder = mkdtempSync('/tmp/catalyst-');
    const path = `${folder}/a/b.sqlite`;
    const opened = await openDatabase(path, factMigrations);
    writeMeta(opened, 'kept', 'yes');
    opened.close();
    for (let time = 0; time < 2; time += 1) {
      const again = await openDatabase(path, first ? [first, second] : []);
      expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
      expect(readMeta(again, 'kept')).toBe('yes');
      expect(again.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
      again.close();
    }
    rmSync(folder, { recursive: true, maxRetries: 5 });
  });
});
