import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { type Answer, clientOf, request } from './http-client.ts';

describe('what goes wrong is told by its kind', () => {
  const cases: [string, Answer, string][] = [
    [
      'a gzip that ends early',
      (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('abc').subarray(0, -5)),
      'broken',
    ],
    [
      'another packing than was asked for',
      (r) => r.writeHead(200, { 'content-encoding': 'br' }).end('abc'),
      'broken',
    ],
    [
      'a body shorter than announced',
      (r) => {
        r.writeHead(200, { 'content-length': '50' });
        r.write('abc');
        setTimeout(() => r.destroy(), 20);
      },
      'cut',
    ],
    [
      'a chunked body that is cut',
      (r) => {
        r.writeHead(200, { 'transfer-encoding': 'chunked' });
        r.write('abc');
        setTimeout(() => r.destroy(), 20);
      },
      'cut',
    ],
    ['a connection that the host closes', (r) => void r.socket?.destroy(), 'cut'],
    ['a connection that the host resets', (r) => void r.socket?.resetAndDestroy(), 'reset'],
    ['silence before the answer', () => {}, 'silent'],
    ['silence within the answer', (r) => void r.writeHead(200).write('abc'), 'silent'],
  ];
  it.each(cases)('%s', async (_, answer, kind) => {
    const { send } = await clientOf(answer, { headers: 200, silence: 200 });
    await expect(send(request)).rejects.toMatchObject({ kind });
  });

  // Times of silence have nothing to do with where a body goes.
  it.each(cases.slice(0, -2))('%s, where a body is written to a file', async (_, answer, kind) => {
    const { send } = await clientOf(answer);
    const file = join(temporaryFolder(), 'body');
    await expect(send({ ...request, file })).rejects.toMatchObject({ kind });
  });

  it('a folder that cannot be written to is no fault of the host', async () => {
    const { send } = await clientOf((response) => response.end('abc'));
    const file = join(tmpdir(), 'nowhere', 'at-all', 'body');
    await expect(send({ ...request, file })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.runIf(existsSync('/dev/full'))('a full disk is none either', async () => {
    const { send } = await clientOf((response) => response.end('abc'));
    await expect(send({ ...request, file: '/dev/full' })).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it.each([
    ['is no HTTP', 'Sorry\r\n\r\n'],
    ['has a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n'],
    ['has headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
  ])('an answer that %s', async (_, words) => {
    const { send } = await clientOf((r) => void r.socket?.end(words));
    await expect(send(request)).rejects.toMatchObject({ kind: 'broken' });
  });

  it('a body that comes too slowly as a whole, held or written to a file', async () => {
    const slow = await clientOf((r) => void r.writeHead(200).write('abc'), { whole: 200 });
    await expect(slow.send(request)).rejects.toMatchObject({ kind: 'silent' });
    const file = join(temporaryFolder(), 'body');
    const long = await clientOf((r) => void r.writeHead(200).write('abc'), { file: 200 });
    await expect(long.send({ ...request, file })).rejects.toMatchObject({ kind: 'silent' });
  });

  it('a host that is not there', async () => {
    const { send, server } = await clientOf(() => {});
    await new Promise((resolve) => server.close(resolve));
    await expect(send(request)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

describe('a body by its packing', () => {
  const packed = gzipSync('abc');
  it.each([
    ['identity', 'abc', 'abc'],
    ['IDENTITY', 'abc', 'abc'],
    ['GZIP', packed, 'abc'],
    ['x-gzip', packed, 'abc'],
    // Nothing needs no unpacking.
    ['br', '', ''],
  ])('%s is read', async (encoding, body, text) => {
    const { send } = await clientOf((r) =>
      r.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const response = await send(request);
    expect(response).toMatchObject({ body: Buffer.from(text), bytes: body.length });
  });

  it('of another status than 200 is held, wherever it was to be written', async () => {
    const { send } = await clientOf((r) => r.writeHead(404).end('abc'));
    const file = join(temporaryFolder(), 'body');
    const response = await send({ ...request, file });
    expect(response).toEqual({ status: 404, headers: {}, body: Buffer.from('abc'), bytes: 3 });
    expect(existsSync(file)).toBe(false);
  });

  it('comes with the headers that are read, however often they stand there', async () => {
    const told = {
      etag: '"1"',
      'last-modified': 'then',
      'retry-after': '5',
      location: '/b',
      'content-type': 'text/plain',
      'x-other': 'y',
    };
    const { send } = await clientOf((r) =>
      r.writeHead(200, { ...told, link: ['<a>', '<b>'] }).end('abc'),
    );
    const { 'x-other': _, ...read } = told;
    expect((await send(request)).headers).toEqual({ ...read, link: '<a>, <b>' });
  });
});
