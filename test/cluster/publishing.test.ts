import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  headOf,
  type NewVersion,
  PublishConflict,
  publish,
  publishAgain,
} from '../../src/cluster/published-versions.ts';
import { DamagedRecords, partHashes, readParts } from '../../src/cluster/stored-parts.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { createFakePostgres } from './fake-postgres.ts';

const PART = 256 * 1_024;
const hashOf = (part: string | Buffer) => createHash('sha256').update(part).digest('hex');

interface Published {
  readonly head?: number;
  /** The newest published versions, by kind. */
  readonly newest?: Readonly<Record<string, { readonly id: number; readonly parts: string[] }>>;
  /** The existing parts as text. */
  readonly there?: readonly string[];
  /** Hashes of parts with a damaged body. */
  readonly damaged?: readonly string[];
  /**
   * Expected versions when a version is served again: the version itself and the previous facts.
   */
  readonly again?: readonly (number | undefined)[];
}

/** Builds a fake database with these versions. It records the writes and leaves out the reads. */
function build(published: Published = {}) {
  const { head = 4, newest = {}, there = [], damaged = [], again = [] } = published;
  const bodies = [
    ...there.map((part) => ({ hash: hashOf(part), body: gzipSync(part) })),
    ...damaged.map((hash) => ({ hash, body: gzipSync('other') })),
  ];
  const { sql, asked } = createFakePostgres((text, values) => {
    const one = (id: number | undefined) => (id === undefined ? [] : [{ id }]);
    if (text.startsWith('SELECT coalesce(max(id), 0)')) return [{ head }];
    if (text.endsWith("AND kind = 'served'")) return one(again[0]);
    if (text.startsWith("SELECT id FROM version WHERE kind = 'facts' AND id <"))
      return one(again[1]);
    if (text.startsWith('SELECT hash, body FROM part')) return bodies;
    if (text.startsWith('SELECT to_json(parts)')) {
      return Object.values(newest).filter(({ id }) => id === values[0]);
    }
    return /FROM version WHERE kind = \?/.test(text) ? one(newest[values[1] as string]?.id) : [];
  });
  const told = () =>
    asked.filter(({ text }) =>
      /^(LOCK|INSERT|DELETE|WITH|SELECT (pg_notify|set_config))/.test(text),
    );
  const words = () => told().map(({ text }) => text.split(' ').slice(0, 3).join(' '));
  return { sql, asked, told, words };
}

/** Returns the rows of an INSERT. */
const rowsOf = ({ values }: { readonly values: readonly unknown[] }) =>
  values[0] as readonly { readonly hash: string; readonly body: Buffer }[];

function made(kind: 'served' | 'facts', text: string): NewVersion {
  const days = { facts_at: '2026-03-09', derived_on: kind === 'served' ? '2026-03-10' : null };
  return { kind, layout: `${kind} 7`, path: fileIn(temporaryFolder(), kind, text), ...days };
}
/** Fails the test if any part is reported as damaged. */
const never = () => expect.unreachable('a part is replaced');
const begun = ["SELECT set_config('statement_timeout', ?,", 'LOCK TABLE version'];
const cleared = ['WITH layouts AS', 'DELETE FROM instance'];

describe('a publishing', () => {
  it('sends missing parts, then the versions, and announces them', async () => {
    const { sql, told, words } = build({ there: ['the facts'] });
    const files = [made('served', 'the records'), made('facts', 'the facts')];
    expect(await publish(sql, 4, files, never)).toEqual({ head: 4, facts: 0 });
    expect(words()).toEqual([
      ...begun,
      ...['INSERT INTO part', 'INSERT INTO version', 'INSERT INTO version'],
      ...[...cleared, "SELECT pg_notify(?, '')"],
    ]);
    const [bounds, , parts, served, facts, , , notice] = told();
    expect(bounds?.values).toEqual(['120000', '120000']);
    expect(rowsOf(parts!).map(({ hash, body }) => [hash, gunzipSync(body).toString()])).toEqual([
      [hashOf('the records'), 'the records'],
    ]);
    expect(served?.values).toEqual([
      ...['served', 'served 7', 4, '2026-03-09', '2026-03-10', 11, [hashOf('the records')]],
    ]);
    expect(facts?.values).toEqual([
      ...['facts', 'facts 7', 4, '2026-03-09', null, 9, [hashOf('the facts')]],
    ]);
    expect(notice?.values).toEqual(['catalyst_versions']);
  });

  it('of what is the newest already does nothing, and says which that is', async () => {
    const newest = {
      served: { id: 3, parts: [hashOf('a')] },
      facts: { id: 2, parts: [hashOf('b')] },
    };
    const files = [made('served', 'a'), made('facts', 'b')];
    const same = build({ newest, there: ['a', 'b'] });
    expect(await publish(same.sql, 4, files, never)).toEqual({ head: 4, facts: 2 });
    expect(same.words()).toEqual(begun);
    for (const parts of [[hashOf('x')], [], [hashOf('b'), hashOf('b')]]) {
      const other = build({ newest: { ...newest, facts: { id: 2, parts } } });
      await publish(other.sql, 4, files, never);
      expect(other.words().filter((text) => text === 'INSERT INTO version')).toHaveLength(2);
    }
  });

  it('after another one is none', async () => {
    for (const work of [
      (sql: Parameters<typeof publish>[0]) => publish(sql, 3, [made('facts', 'b')], never),
      (sql: Parameters<typeof publish>[0]) => publishAgain(sql, 5, 2),
    ]) {
      const { sql, words } = build();
      await expect(work(sql)).rejects.toThrow(PublishConflict);
      await expect(work(sql)).rejects.toThrow(
        'another machine published while this job was running',
      );
      expect(words()).toEqual([...begun, ...begun]);
    }
  });

  it('sends a part once, and sixteen at a time', async () => {
    const letters = [...'abcdefghijklmnopq'];
    const { sql, told } = build();
    const text = `${letters.map((letter) => letter.repeat(PART)).join('')}${'a'.repeat(PART)}end`;
    await publish(sql, 4, [made('facts', text)], never);
    const sent = told().flatMap(({ text, values }) =>
      text.startsWith('INSERT INTO part') ? [rowsOf({ values })] : [],
    );
    expect(sent.map((rows) => rows.length)).toEqual([16, 2]);
    const parts = sent.flat().map(({ body }) => gunzipSync(body).toString());
    expect(parts).toEqual([...letters.map((letter) => letter.repeat(PART)), 'end']);
    expect(sent.flat().map(({ hash }) => hash)).toEqual(parts.map(hashOf));
  });
});

describe('what is published again', () => {
  it('comes behind the facts before it, where these are kept', async () => {
    const newest = { facts: { id: 2, parts: [] }, served: { id: 3, parts: [hashOf('a')] } };
    const { sql, told, words } = build({ again: [3, 2], newest, there: ['a'] });
    expect(await publishAgain(sql, 4, 3)).toEqual({ head: 4, facts: 2 });
    expect(words()).toEqual([
      ...[...begun, 'INSERT INTO version', 'INSERT INTO version', ...cleared],
      "SELECT pg_notify(?, '')",
    ]);
    const copied = told().filter(({ text }) => text.startsWith('INSERT'));
    expect(copied.map(({ values }) => values)).toEqual([
      [4, 2],
      [4, 3],
    ]);
    const alone = build({ again: [3, undefined], newest, there: ['a'] });
    expect(await publishAgain(alone.sql, 4, 3)).toEqual({ head: 4, facts: undefined });
    expect(
      alone.told().flatMap(({ text, values }) => (/^INSERT/.test(text) ? [values] : [])),
    ).toEqual([[4, 3]]);
  });

  it('must be complete', async () => {
    const newest = { served: { id: 3, parts: [hashOf('a'), hashOf('b')] } };
    const { sql, words } = build({ again: [3], newest, there: ['a'], damaged: [hashOf('b')] });
    await expect(publishAgain(sql, 4, 3)).rejects.toThrow(
      /version 3, part 2 of 2 in the PostgreSQL table "part" .*restart `work`/,
    );
    expect(words()).toEqual(begun);
  });
});

describe('a version', () => {
  it('is read by its parts', async () => {
    const { sql } = build({ newest: { facts: { id: 2, parts: ['h1', 'h2'] } } });
    expect(await partHashes(sql, 2)).toEqual(['h1', 'h2']);
    await expect(partHashes(sql, 1)).rejects.toThrow('version 1 is no longer stored');
    expect(await headOf(sql)).toBe(4);
  });

  it('is damaged where PostgreSQL says that its table is', async () => {
    const { sql } = createFakePostgres(() => {
      throw Object.assign(new Error('invalid page in block 2'), { code: 'XX001' });
    });
    const reading = readParts(sql, ['h1'], 'version 2');
    await expect(reading).rejects.toThrow(DamagedRecords);
    await expect(reading).rejects.toThrow(
      'version 2: the PostgreSQL table "part" cannot be read (invalid page in block 2)',
    );
  });
});
