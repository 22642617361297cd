import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { clientOf, request } from './http-client.ts';

describe('one request', () => {
  it('goes to the mirror under the name of its host, with what it says of itself', async () => {
    const { send, heard } = await clientOf((response) => {
      response.writeHead(200, { etag: '"v1"', link: '<x>', 'set-cookie': 'a=b' });
      response.end('{}');
    });
    const more = { etag: '"v0"', lastModified: 'Mon, 02 Mar 2026 10:00:00 GMT' };
    const key = { parameter: 'api_key', value: 'secret12' };
    const response = await send({ ...request, ...more, key });
    expect(heard).toMatchObject([
      {
        url: '/m/data.sec.gov/submissions/CIK0000000001.json?a=b+c&api_key=secret12',
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip',
          'user-agent': 'test',
          'if-none-match': '"v0"',
          'if-modified-since': 'Mon, 02 Mar 2026 10:00:00 GMT',
        },
      },
    ]);
    expect(response).toMatchObject({ status: 200, headers: { etag: '"v1"', link: '<x>' } });
    expect(response.headers).not.toHaveProperty('set-cookie');
  });

  it('writes a body into a file where it is told to, unpacked, and holds its beginning', async () => {
    const file = join(temporaryFolder(), 'body');
    const packed = gzipSync('x'.repeat(50_000));
    const { send } = await clientOf((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    const response = await send({ ...request, file, maxBytes: 50_000 });
    expect(response).toMatchObject({ file, bytes: packed.length });
    expect(response.body.toString()).toBe('x'.repeat(20_000));
    expect(readFileSync(file, 'utf8')).toBe('x'.repeat(50_000));
  });

  it.each([
    ['held', false, false],
    ['held, packed', false, true],
    ['written to a file', true, false],
    ['written to a file, packed', true, true],
  ])('takes as many bytes as it may and not one more: %s', async (_, isFile, isPacked) => {
    const folder = temporaryFolder();
    const send = async (length: number) => {
      const text = 'x'.repeat(length);
      const client = await clientOf((response) => {
        if (isPacked) response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
        else response.end(text);
      });
      return client.send({ ...request, ...(isFile ? { file: join(folder, 'body') } : {}) });
    };
    expect((await send(1_000)).body).toHaveLength(1_000);
    await expect(send(1_001)).rejects.toMatchObject({ kind: 'too-large' });
  });
});
