import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { bodyOf } from '../../src/transports/body.ts';

function read(chunks: readonly string[], most: number, headers: object = {}) {
  const request = Readable.from(chunks.map((one) => Buffer.from(one)));
  return bodyOf(Object.assign(request, { headers }) as unknown as IncomingMessage, most);
}

it('a body is read up to its bound in bytes, and refused beyond it', async () => {
  expect(await read(['ab', 'é'], 4)).toBe('abé');
  expect(await read([], 1)).toBe('');
  const tooLarge = { status: 413 };
  await expect(read(['ab', 'é'], 3)).rejects.toMatchObject(tooLarge);
  expect(await read(['ab'], 2, { 'content-length': '2' })).toBe('ab');
  await expect(read(['ab'], 2, { 'content-length': '3' })).rejects.toMatchObject(tooLarge);
});
