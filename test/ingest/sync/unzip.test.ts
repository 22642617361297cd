import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { HttpFailure } from '../../../src/ingest/sync/fetch.ts';
import { unzipped, ZIP_BOUNDS } from '../../../src/ingest/sync/unzip.ts';
import type { Sieve } from '../../../src/sources/source.ts';
import { temporaryFolder } from '../../support/files.ts';
import { zipOf } from './origin/bulk.ts';

const MEBIBYTE = 1024 ** 2;
const bounds = {
  MAX_PACKED: MEBIBYTE,
  MAX_MEMBERS: 5,
  MAX_UNPACKED: MEBIBYTE,
  MAX_LINE: 1_000,
  MAX_KEPT: 2_000,
};
const sieve: Sieve = {
  members: [/^second\.txt$/, /^first\.txt$/],
  separator: '|',
  keeps: (header, member) => (cells) => cells[header.indexOf('KEY')] === member.slice(0, 1),
};
const kindOf = (work: Promise<string>) =>
  work.then(
    () => 'no failure',
    ({ kind }: HttpFailure) => kind,
  );

describe('a zip', () => {
  it('is read member by member in the order asked for, its headers and the lines that are kept', async () => {
    const zip = zipOf({
      'first.txt': 'A|KEY\r\n1|f\r\n2|s\r\n3|f',
      'other.txt': 'never read',
      'second.txt': 'KEY|B\ns|4\nf|5\n',
    });
    expect(await unzipped(zip, sieve, bounds)).toBe('KEY|B\ns|4\nA|KEY\n1|f\n3|f');
  });

  it('is read from its file, and of the lines the columns that are named', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.zip');
    writeFileSync(path, zipOf({ 'first.txt': 'A|KEY|B\n1|f|x\n2|s|y\n3|f', 'second.txt': 'KEY' }));
    const cut = { ...sieve, columns: ['B', 'KEY'] };
    expect(await unzipped(path, cut, bounds)).toBe('KEY\nKEY|B\nf|x\nf|');
    await expect(unzipped(join(folder, 'none.zip'), cut, bounds)).rejects.toMatchObject({
      kind: 'broken',
    });
  });

  it('has the bounds of its source', async () => {
    const zip = zipOf({ 'first.txt': `KEY\n${'f\n'.repeat(1_000)}` });
    expect(await kindOf(unzipped(zip, sieve))).toBe('no failure');
    expect(await kindOf(unzipped(zip, { ...sieve, bounds }))).toBe('too-large');
  });

  it('keeps letters whole that lie across two chunks', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `é${at}|${at === 19_999 ? 'f' : 'x'}`);
    const zip = zipOf({ 'first.txt': ['A|KEY', ...lines].join('\n') });
    expect(await unzipped(zip, sieve, bounds)).toBe('A|KEY\né19999|f');
  });

  const packed = zipSync({ 'first.txt': new Uint8Array(64 * MEBIBYTE) }, { level: 1 });

  it('a bomb ends at the size that it states, before it is unpacked', async () => {
    const bomb = Buffer.from(packed);
    expect(bomb.length).toBeLessThan(MEBIBYTE);
    expect(await kindOf(unzipped(bomb, sieve, bounds))).toBe('too-large');
  });

  it('a bomb that understates its size breaks off at it', async () => {
    const bomb = Buffer.from(packed);
    // The size, in the header of the member and in the directory at the end (APPNOTE 4.3.7, 4.3.12).
    const directory = bomb.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bomb.writeUInt32LE(100, 22);
    bomb.writeUInt32LE(100, directory + 24);
    expect(await kindOf(unzipped(bomb, sieve, bounds))).toBe('broken');
  });

  it.each<[string, Record<string, string>]>([
    ['a line without end', { 'first.txt': 'x'.repeat(1_001) }],
    ['more lines than may be kept', { 'first.txt': `KEY\n${'f\n'.repeat(1_000)}` }],
    ['more members than may be', Object.fromEntries([...'abcdef'].map((name) => [name, '']))],
  ])('%s is too large', async (_, members) => {
    expect(await kindOf(unzipped(zipOf(members), sieve, bounds))).toBe('too-large');
  });

  it('may fill each of its bounds, and not pass one', async () => {
    const all: Sieve = { members: [/txt$/], separator: '|', keeps: () => () => true };
    const may = async (members: Record<string, string>, more: Partial<typeof bounds>) => {
      const wide = { MAX_PACKED: MEBIBYTE, MAX_MEMBERS: 9, MAX_UNPACKED: MEBIBYTE };
      const within = { ...wide, MAX_LINE: MEBIBYTE, MAX_KEPT: MEBIBYTE, ...more };
      return (await kindOf(unzipped(zipOf(members), all, within))) === 'no failure';
    };
    const text = { 'a.txt': 'abc\nde' };
    expect(await may({ ...text, b: '' }, { MAX_MEMBERS: 2 })).toBe(true);
    expect(await may({ ...text, b: '' }, { MAX_MEMBERS: 1 })).toBe(false);
    expect(await may(text, { MAX_UNPACKED: 6 })).toBe(true);
    expect(await may(text, { MAX_UNPACKED: 5 })).toBe(false);
    expect(await may(text, { MAX_LINE: 2 })).toBe(true);
    expect(await may(text, { MAX_LINE: 1 })).toBe(false);
    // Each line is kept with its end.
    expect(await may(text, { MAX_KEPT: 7 })).toBe(true);
    expect(await may(text, { MAX_KEPT: 6 })).toBe(false);
    expect(ZIP_BOUNDS).toEqual({
      MAX_PACKED: 64 * MEBIBYTE,
      MAX_MEMBERS: 100,
      MAX_UNPACKED: 512 * MEBIBYTE,
      MAX_LINE: MEBIBYTE,
      MAX_KEPT: 64 * MEBIBYTE,
    });
  });

  it('of more lines than are joined at a time keeps each once', async () => {
    const lines = Array.from({ length: 200 }, (_, at) => `${at}`);
    const zip = zipOf({ 'first.txt': ['KEY', ...lines].join('\n') });
    const all = { ...sieve, keeps: () => () => true };
    expect(await unzipped(zip, all, bounds)).toBe(['KEY', ...lines].join('\n'));
  });

  it.each([
    ['another file', Buffer.from('no zip at all')],
    ['half a zip', zipOf({ 'first.txt': 'KEY\nf' }).subarray(0, 60)],
    ['a zip without its members', zipOf({ 'third.txt': 'KEY\nf' })],
  ])('%s is broken', async (_, body) => {
    expect(await kindOf(unzipped(body, sieve, bounds))).toBe('broken');
  });
});
