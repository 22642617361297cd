import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { publish, publishAgain } from '../../src/cluster/published-versions.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { createFakePostgres } from './fake-postgres.ts';

const PART = 256 * 1_024;
const hashOf = (part: string) => createHash('sha256').update(part).digest('hex');

it('a publishing sends a part once, and sixteen at a time', async () => {
  const letters = [...'abcdefghijklmnopq'];
  const { sql, asked } = createFakePostgres((text) =>
    text.startsWith('SELECT coalesce(max(id), 0)') ? [{ head: 4 }] : [],
  );
  const text = `${letters.map((letter) => letter.repeat(PART)).join('')}${'a'.repeat(PART)}end`;
  const path = fileIn(temporaryFolder(), 'facts', text);
  const version = { kind: 'facts', layout: '7', path, facts_at: null, derived_on: null } as const;
  await publish(sql, 4, [version], () => expect.unreachable('a part is replaced'));
  const sent = asked.flatMap(({ text, values }) =>
    text.startsWith('INSERT INTO part') ? [values[0] as { hash: string; body: Buffer }[]] : [],
  );
  expect(sent.map((rows) => rows.length)).toEqual([16, 2]);
  const parts = sent.flat().map(({ body }) => gunzipSync(body).toString());
  expect(parts).toEqual([...letters.map((letter) => letter.repeat(PART)), 'end']);
  expect(sent.flat().map(({ hash }) => hash)).toEqual(parts.map(hashOf));
});

it('a version that is published again must be complete', async () => {
  const parts = [hashOf('a'), hashOf('b')];
  const { sql, asked } = createFakePostgres((text) => {
    if (text.startsWith('SELECT coalesce(max(id), 0)')) return [{ head: 4 }];
    if (text.endsWith("AND kind = 'served'")) return [{ id: 3 }];
    if (text.startsWith('SELECT to_json(parts)')) return [{ parts }];
    if (text.startsWith('SELECT hash, body FROM part')) {
      return parts.map((hash) => ({ hash, body: gzipSync('a') }));
    }
    return [];
  });
  await expect(publishAgain(sql, 4, 3)).rejects.toThrow(
    /version 3, part 2 of 2 in table part of PostgreSQL .*Restart work/,
  );
  expect(asked.filter(({ text }) => text.startsWith('INSERT'))).toEqual([]);
});
