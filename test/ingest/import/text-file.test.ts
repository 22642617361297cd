import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeFile, textOf, UnreadableFile } from '../../../src/ingest/import/text-file.ts';
import { temporaryFolder } from '../../support/files.ts';

async function textIn(bytes: Buffer): Promise<string> {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, bytes);
  let text = '';
  for await (const piece of textOf(path, bytes.length)) text += piece;
  return text;
}

it.each([
  // Zero bytes alone do not identify an encoding. The parser reports the problem.
  ['a quarter of zero bytes', Buffer.from('abc\0'.repeat(100)), 'abc\0'.repeat(100)],
  ['less', Buffer.from('abcd\0'.repeat(100)), 'abcd\0'.repeat(100)],
  ['letters of two bytes across two readings', Buffer.from(`${'x'.repeat(65_535)}é`), undefined],
  ['nothing', Buffer.from(''), ''],
  ['UTF-8 with its mark', Buffer.from('\uFEFFé'), 'é'],
  ['UTF-16, little end first', Buffer.from('fffee9004100', 'hex'), 'éA'],
  ['UTF-16, big end first', Buffer.from('feff00e90041', 'hex'), 'éA'],
  ['four zero bytes and more', Buffer.from('\0\0\0\0\0a'), '\0\0\0\0\0a'],
])('%s is text', async (_, bytes, text) => {
  expect(await textIn(bytes)).toBe(text ?? `${'x'.repeat(65_535)}é`);
});

it.each([
  [
    'more than a quarter of zero bytes',
    Buffer.from('ab\0'.repeat(100)),
    'is UTF-16 text without a byte order mark: ',
  ],
  [
    'UTF-16 that ends within a letter',
    Buffer.from('fffe410042', 'hex'),
    'the end of the text is missing',
  ],
  ['UTF-32', Buffer.from('fffe000041000000', 'hex'), 'is UTF-32'],
  ['a mark of UTF-16 whose second byte is another', Buffer.from('fefe0041', 'hex'), 'is not UTF-8'],
  ['Latin-1', Buffer.from('e9', 'hex'), 'is not UTF-8'],
])('%s is refused', async (_, bytes, reason) => {
  const refused = await textIn(bytes).catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(UnreadableFile);
  expect((refused as UnreadableFile).reason).toContain(reason);
});

it('a file that is not there cannot be read', async () => {
  const path = join(temporaryFolder(), 'none');
  expect(() => describeFile(path)).toThrow(new UnreadableFile('cannot be read'));
  await expect(textOf(path, 1).next()).rejects.toThrow(new UnreadableFile('cannot be read'));
});

it('of a file that grows as many bytes are read as it had', async () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, 'abcdef');
  expect(await textOf(path, 3).next()).toMatchObject({ value: 'abc' });
});

it.runIf(existsSync('/dev/zero'))('what has no end is refused before it is read', () => {
  const reason = 'is a folder, a device or a pipe, not a file';
  for (const path of ['/dev/zero', temporaryFolder()]) {
    expect(() => describeFile(path)).toThrow(new UnreadableFile(reason));
  }
});

it('a file is told by its bytes and by when it was changed', () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, 'é');
  utimesSync(path, new Date('2026-03-10T12:00:00Z'), new Date('2026-03-09T12:00:00Z'));
  expect(describeFile(path)).toEqual({ bytes: 2, changed: '2026-03-09T12:00:00.000Z' });
});
