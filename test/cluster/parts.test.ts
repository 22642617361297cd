import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  compress,
  decompress,
  ifHashMatches,
  manifestOf,
  readPart,
} from '../../src/cluster/parts.ts';
import { pulledFiles, versionsFolder } from '../../src/cluster/pull-version.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';

const PART = 256 * 1024;
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function written(bytes: Buffer): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, bytes);
  return path;
}

describe('a file in parts', () => {
  const bytes = Buffer.from(Array.from({ length: PART + 3 }, (_, at) => at % 251));

  it.each([
    [0, []],
    [1, [[0, 1]]],
    [PART, [[0, PART]]],
    [
      PART + 3,
      [
        [0, PART],
        [PART, PART + 3],
      ],
    ],
  ])('of %d bytes has the hashes of its parts', (length, places) => {
    const path = written(bytes.subarray(0, length));
    expect(manifestOf(path)).toEqual({
      bytes: length,
      hashes: places.map(([from, to]) => hash(bytes.subarray(from, to))),
    });
    const file = openSync(path, 'r');
    const parts = places.map((_, index) => hash(readPart(file, index)));
    const beyond = readPart(file, places.length);
    closeSync(file);
    expect(parts).toEqual(manifestOf(path).hashes);
    expect(beyond).toHaveLength(0);
  });
});

describe('a part', () => {
  const part = Buffer.from('some words, some words');

  it('comes back by its hash', async () => {
    const body = await compress(part);
    expect(gunzipSync(body).equals(part)).toBe(true);
    expect((await decompress(body, hash(part)))?.toString()).toBe(part.toString());
    expect(ifHashMatches(hash(part), part)).toBe(part);
  });

  it('that is another, damaged, too large or absent does not', async () => {
    const body = await compress(part);
    expect(await decompress(body, hash(Buffer.from('other')))).toBeUndefined();
    expect(await decompress(body.subarray(0, 9), hash(part))).toBeUndefined();
    expect(ifHashMatches(hash(Buffer.from('other')), part)).toBeUndefined();
    const [largest, larger] = [Buffer.alloc(PART), Buffer.alloc(PART + 1)];
    expect(await decompress(gzipSync(largest), hash(largest))).toHaveLength(PART);
    expect(await decompress(gzipSync(larger), hash(larger))).toBeUndefined();
  });
});

it('pulled versions of a layout are found, the newest first', () => {
  const folder = versionsFolder(temporaryFolder());
  expect(folder).toMatch(/versions$/);
  expect(pulledFiles(folder, 'abc')).toEqual([]);
  mkdirSync(folder);
  const names = ['served-abc-9.sqlite', 'served-abc-10.sqlite'];
  const [older, newer] = names.map((name) => fileIn(folder, name, ''));
  for (const other of [
    ...['served-abcd-11.sqlite', 'served-abc-12.sqlite.7.writing', 'xserved-abc-13.sqlite'],
    ...['served-abc-.sqlite', `served-abc-${'1'.repeat(11)}.sqlite`, 'facts-abc-14.sqlite'],
  ]) {
    fileIn(folder, other, '');
  }
  expect(pulledFiles(folder, 'abc')).toEqual([
    { id: 10, path: newer },
    { id: 9, path: older },
  ]);
});
