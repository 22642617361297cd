import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { propose, settle } from '../../../src/ingest/sync/chains.ts';
import { contextOf } from '../../../src/ingest/sync/source-context.ts';
import {
  digestOf,
  digestOfFile,
  trusted,
  validatorsOf,
  writeValidators,
} from '../../../src/ingest/sync/validators.ts';
import { aboutOf, fromParsed, isByDefault, isEarly } from '../../../src/sources/source.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { temporaryFolder } from '../../support/files.ts';
import { openStore, start } from './sync-run.ts';

const DAY = 24 * 3_600_000;

describe('a source', () => {
  it.each([
    [{}, false, true],
    [{ personalUse: 'x' }, false, false],
    [{ personalUse: 'x' }, true, true],
    [{ optIn: 'x' }, true, false],
    [{ optIn: 'x' }, false, false],
  ])('with %j is read for personal use (%s): %s', (source, isPersonal, is) => {
    expect(isByDefault(source, isPersonal)).toBe(is);
  });

  it.each([
    [{}, 0, false],
    [{ needsCompanies: true }, 0, true],
    [{ byCompany: true }, 0, true],
    [{ byCompany: true, needsCompanies: true }, 1, false],
  ])('with %j and %i companies comes too early: %s', (source, companies, is) => {
    const universe = Array.from({ length: companies });
    expect(isEarly(source as never, { universe } as never)).toBe(is);
  });

  it('knows what its requests say of themselves', () => {
    expect(aboutOf({ about: '{"a":"b"}' } as never)).toEqual({ a: 'b' });
    expect(aboutOf({ about: null } as never)).toEqual({});
  });

  it('fails by a file of which nothing could be taken, and by no other problem', () => {
    const batch = { kind: 'trials', records: [{ nctId: 'N1' }] } as const;
    const whole = { where: 'file', reason: 'is cut off' };
    const line = { where: 'line 2', reason: 'is bad' };
    expect(fromParsed({ batches: [], problems: [line, whole] })).toEqual({ failed: 'is cut off' });
    for (const parsed of [
      { batches: [batch], problems: [whole] },
      { batches: [], problems: [line] },
      { batches: [], problems: [] },
    ]) {
      expect(fromParsed(parsed)).toBe(parsed);
    }
  });
});

it('what a source knows of the store: its cursor, and the CUSIPs of those that belong', async () => {
  const database = await openStore();
  const security = (cusip: string, ticker: string) => ({ cusip, ticker, seen_date: '2026-03-10' });
  const own = [security('1', 'ABCQZ'), security('2', 'ABCQZ'), security('4', 'OLDQZ')];
  const securities = [...own, security('3', 'OTHQZ')];
  writeFacts(database, 'securities', securities, 'a');
  const member = { ticker: 'ABCQZ', formerTickers: [{ ticker: 'OLDQZ', until: '2026-03-01' }] };
  const companies = { universe: [member] } as never;
  const parts = { database, companies, since: '2024-03-10', now: start };
  const context = contextOf(parts, { name: 'a' });
  expect(context.cursorOf()).toBeUndefined();
  expect(context).toMatchObject({ now: start, since: '2024-03-10', companies });
  expect([...context.cusips()].sort()).toEqual(['1', '2', '4']);
  propose(database, 'a', 'list', 'c1');
  const page = (cursor?: string) => ({ chain: 'list', cursor });
  const cursors = (name: string, ...more: { chain: string; cursor: string | undefined }[]) =>
    ['list', 'other'].map(contextOf(parts, { name }, ...more).cursorOf);
  // A cursor that pages propose is theirs alone until the last of them is read.
  expect(cursors('a')).toEqual([undefined, undefined]);
  expect(cursors('a', page())).toEqual(['c1', undefined]);
  expect(cursors('a', page('c2'))).toEqual(['c2', undefined]);
  settle(database, 'a', 'list');
  expect(cursors('a')).toEqual(['c1', undefined]);
  expect(cursors('b')).toEqual([undefined, undefined]);
});

describe('what a host said of a body', () => {
  // Published: SHA-256 of "abc" (FIPS 180-4), in base64url.
  const digest = 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0';

  it('is kept with its digest, held or in a file', async () => {
    const path = join(temporaryFolder(), 'body');
    writeFileSync(path, 'abc');
    expect([digestOf(Buffer.from('abc')), await digestOfFile(path)]).toEqual([digest, digest]);
    const database = await openStore();
    expect(validatorsOf(database, 'https://a', start)).toBeUndefined();
    writeValidators(database, 'https://a', { etag: '"1"', 'last-modified': 'then' }, 'd', start);
    const known = { etag: '"1"', last_modified: 'then', hash: 'd', read_at: start };
    expect(validatorsOf(database, 'https://a', start)).toEqual(known);
    // The clock was ahead when they were stored.
    expect(validatorsOf(database, 'https://a', start - 2 * 60_000)).toBeUndefined();
    writeValidators(database, 'https://a', {}, 'e', start + 1);
    expect(validatorsOf(database, 'https://a', start)).toEqual({
      etag: null,
      last_modified: null,
      hash: 'e',
      read_at: start + 1,
    });
  });

  it('is trusted for a fortnight, back and forth', () => {
    const known = { etag: '"1"', last_modified: 'then', hash: 'd', read_at: start };
    const told = { etag: '"1"', lastModified: 'then' };
    expect(trusted(known, start + 14 * DAY)).toEqual(told);
    expect(trusted(known, start - 14 * DAY)).toEqual(told);
    expect(trusted(known, start + 14 * DAY + 1)).toEqual({});
    expect(trusted(known, start - 14 * DAY - 1)).toEqual({});
    expect(trusted({ ...known, etag: null }, start)).toEqual({ lastModified: 'then' });
    expect(trusted({ ...known, last_modified: null }, start)).toEqual({ etag: '"1"' });
    expect(trusted(undefined, start)).toEqual({});
  });
});
