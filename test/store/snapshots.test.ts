import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Database,
  endSnapshot,
  inReading,
  inSnapshot,
  inTransaction,
  openDatabase,
} from '../../src/store/database.ts';
import { temporaryFolder } from '../support/files.ts';

let reader: Database;
let writer: Database;
beforeEach(async () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  const migrations = [{ version: 1, sql: 'CREATE TABLE t (a INTEGER)' }];
  writer = await openDatabase(path, migrations);
  reader = await openDatabase(path, migrations);
});
afterEach(() => {
  reader.close();
  writer.close();
});

const count = (database: Database) =>
  (database.prepare('SELECT count(*) AS n FROM t').get() as { n: number }).n;
const add = (value: number) =>
  inTransaction(writer, () => writer.prepare('INSERT INTO t VALUES (?)').run(value));

describe('a state that readers share', () => {
  it('is that of the first look in a turn of the event loop, and a newer one in the next', async () => {
    const look = () => inSnapshot(reader, (state) => [state, count(reader)] as const);
    const [first, none] = look();
    add(1);
    const [again, still] = look();
    expect([none, still]).toEqual([0, 0]);
    expect(again).toBe(first);
    await setImmediate();
    const [next, one] = look();
    expect(one).toBe(1);
    expect(next).not.toBe(first);
  });

  it('ends where somebody ends it, or writes, or reads on a state of its own', () => {
    const look = () => inSnapshot(reader, () => count(reader));
    expect(look()).toBe(0);
    add(1);
    endSnapshot(reader);
    expect(look()).toBe(1);
    add(2);
    expect(inReading(reader, () => count(reader))).toBe(2);
    expect(look()).toBe(2);
    add(3);
    inTransaction(reader, () => reader.prepare('INSERT INTO t VALUES (4)').run());
    expect(look()).toBe(4);
    // There is none to end any more.
    endSnapshot(reader);
    expect(() => endSnapshot(reader)).not.toThrow();
  });
});

it('a transaction lands whole or not at all, and says why it did not', () => {
  const failing = () =>
    inTransaction(writer, () => {
      writer.exec('INSERT INTO t VALUES (1)');
      throw new Error('no more');
    });
  expect(failing).toThrow('no more');
  expect(count(reader)).toBe(0);
  expect(inTransaction(writer, () => 'made')).toBe('made');
  // What was begun has ended: the next one begins.
  add(2);
  expect(count(reader)).toBe(1);
});

it('what is read together is of one state, whatever is written meanwhile', () => {
  const seen = inReading(reader, () => {
    const before = count(reader);
    add(1);
    return [before, count(reader)];
  });
  expect(seen).toEqual([0, 0]);
  expect(count(reader)).toBe(1);
  expect(() =>
    inReading(reader, () => {
      throw new Error('no more');
    }),
  ).toThrow('no more');
  expect(inReading(reader, () => count(reader))).toBe(1);
});
