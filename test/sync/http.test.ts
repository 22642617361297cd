import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttp, HttpFailure, type HttpRequest } from '../../src/sync/http.ts';
import { refuseNetwork } from '../support/network.ts';

type Answer = (response: ServerResponse, url: string) => void;

const request: HttpRequest = {
  address: 'https://data.sec.gov/submissions/CIK0000000001.json?a=b%20c',
  accept: 'application/json',
  maxBytes: 1_000,
  userAgent: 'test',
};

/** A client whose requests all go to `answer`, with short waits. */
async function clientOf(answer: Answer, timings = {}, proxy = '') {
  refuseNetwork();
  const heard: { url: string; headers: Record<string, unknown> }[] = [];
  const server: Server = createServer((asked, response) => {
    heard.push({ url: asked.url ?? '', headers: asked.headers });
    answer(response, asked.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/m/`;
  const http = createHttp({
    environment: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
    mirror,
    timings,
  });
  onTestFinished(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  return { ...http, heard, server };
}

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

  it('unpacks gzip and counts the packed bytes', async () => {
    const packed = gzipSync('{"a":1}');
    const { send } = await clientOf((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    const { body, bytes } = await send(request);
    expect(body.toString()).toBe('{"a":1}');
    expect(bytes).toBe(packed.length);
  });

  it('writes a body into a file where it is told to, unpacked, and holds its beginning', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'http-')), 'body');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
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
    const folder = mkdtempSync(join(tmpdir(), 'http-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
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

  it('leaves redirects to whoever asked', async () => {
    const { send, heard } = await clientOf((response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await send(request)).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
    expect(heard).toHaveLength(1);
  });
});

describe('a proxy of the environment', () => {
  /** Which tunnels a proxy is asked for; it opens none. */
  async function tunnelsAsked(environmentOf: (proxy: string) => Record<string, string>) {
    refuseNetwork();
    const asked: (string | undefined)[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      asked.push(request.url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const http = createHttp({ environment: environmentOf(address), mirror: undefined });
    await expect(http.send(request)).rejects.toBeInstanceOf(HttpFailure);
    await http.close();
    proxy.closeAllConnections();
    proxy.close();
    return asked;
  }
  const nowhere = 'http://127.0.0.1:1';

  it.each<[string, (proxy: string) => Record<string, string>]>([
    ['HTTPS_PROXY', (proxy) => ({ HTTPS_PROXY: proxy })],
    [
      'https_proxy, which goes before it',
      (proxy) => ({ https_proxy: proxy, HTTPS_PROXY: nowhere }),
    ],
    ['HTTP_PROXY where no other is named', (proxy) => ({ HTTP_PROXY: proxy })],
    [
      'HTTPS_PROXY, whatever else is left out',
      (proxy) => ({ HTTPS_PROXY: proxy, HTTP_PROXY: nowhere, NO_PROXY: 'www.sec.gov' }),
    ],
  ])('is asked for a tunnel to the host: %s', async (_, environment) => {
    expect(await tunnelsAsked(environment)).toEqual(['data.sec.gov:443']);
  });

  it.each<[string, (proxy: string) => Record<string, string>]>([
    ['none is named', () => ({})],
    ['NO_PROXY names the host', (proxy) => ({ HTTPS_PROXY: proxy, NO_PROXY: '.sec.gov' })],
    ['no_proxy does', (proxy) => ({ HTTPS_PROXY: proxy, no_proxy: 'data.sec.gov', NO_PROXY: 'x' })],
  ])('is left out where %s', async (_, environment) => {
    expect(await tunnelsAsked(environment)).toEqual([]);
  });

  it('has no part in what goes to a mirror on this machine', async () => {
    const { send, heard } = await clientOf((response) => response.end('{}'), {}, nowhere);
    expect((await send(request)).body.toString()).toBe('{}');
    expect(heard).toHaveLength(1);
  });
});

describe('what goes wrong is told by its kind', () => {
  const bomb = gzipSync('x'.repeat(1_000_000));
  const cases: [string, Answer, string][] = [
    ['more bytes than permitted', (r) => r.end('x'.repeat(1_001)), 'too-large'],
    ['a gzip bomb', (r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb), 'too-large'],
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
      'broken',
    ],
    [
      'a chunked body that is cut',
      (r) => {
        r.writeHead(200, { 'transfer-encoding': 'chunked' });
        r.write('abc');
        setTimeout(() => r.destroy(), 20);
      },
      'broken',
    ],
    ['silence before the answer', () => {}, 'silent'],
    ['silence within the answer', (r) => void r.writeHead(200).write('abc'), 'silent'],
  ];
  it.each(cases)('%s', async (_, answer, kind) => {
    const { send } = await clientOf(answer, { headers: 200, silence: 200 });
    await expect(send(request)).rejects.toMatchObject({ kind });
  });

  // Times of silence have nothing to do with where a body goes.
  it.each(cases.slice(0, 6))('%s, where a body is written to a file', async (_, answer, kind) => {
    const { send } = await clientOf(answer);
    const file = join(mkdtempSync(join(tmpdir(), 'http-')), 'body');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
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
    const file = join(mkdtempSync(join(tmpdir(), 'http-')), 'body');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    const long = await clientOf((r) => void r.writeHead(200).write('abc'), { file: 200 });
    await expect(long.send({ ...request, file })).rejects.toMatchObject({ kind: 'silent' });
  });

  it('a host that is not there', async () => {
    const { send, server } = await clientOf(() => {});
    await new Promise((resolve) => server.close(resolve));
    await expect(send(request)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
