import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../src/base/version.ts';
import { UpstreamFailure } from '../../src/gateway/upstream-failure.ts';
import { createUpstreamHttp, probeUpstream } from '../../src/gateway/upstream-http.ts';
import {
  defaultUpstreamSettings,
  type UpstreamSettings,
} from '../../src/gateway/upstream-settings.ts';
import { listen, refuseNetwork } from '../support/network.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

async function listening(answer: Answer) {
  refuseNetwork();
  const asked: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(request);
    answer(response, request);
  });
  server.on('connection', (socket) => sockets.add(socket));
  return { asked, sockets, base: `http://127.0.0.1:${await listen(server)}` };
}

async function clientOf(answer: Answer, more: Partial<UpstreamSettings> = {}, path = '/api/v2/') {
  const { asked, sockets, base } = await listening(answer);
  const http = createUpstreamHttp(
    { baseUrl: base + path, key: 'a key' },
    { ...defaultUpstreamSettings, ...more },
  );
  onTestFinished(() => http.close());
  const send = (signal = AbortSignal.timeout(60_000)) =>
    http.send({ path: '/x', query: { ticker: 'A B' }, signal });
  const failure = (signal?: AbortSignal) => send(signal).catch((cause: unknown) => cause);
  return { asked, sockets, send, failure, guard: http.guard };
}

describe('a request', () => {
  it('goes below the base address, with the key behind all else', async () => {
    const { asked, send, guard } = await clientOf((response) => {
      response.writeHead(203, { 'retry-after': '7', date: 'then' }).end('{"a":1}');
    });
    expect(await send()).toEqual({ status: 203, retryAfter: '7', date: 'then', body: '{"a":1}' });
    const [{ method, url, headers } = {} as IncomingMessage] = asked;
    expect([method, url]).toEqual(['GET', '/api/v2/x?ticker=A+B&apiKey=a+key']);
    expect(headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': `biotech-catalyst-mcp/${version}`,
    });
    expect(guard.redact('with a key in it')).toBe('with [key] in it');
  });

  it('at a bare address begins with its own path', async () => {
    const { asked, send } = await clientOf((response) => response.end('x'), {}, '/');
    await send();
    expect(asked[0]?.url).toMatch(/^\/x\?/);
  });

  it('takes the connection of the one before, and as many at once as it may', async () => {
    const { sockets, send } = await clientOf((response) => response.end('x'), { connections: 2 });
    await send();
    await send();
    expect(sockets.size).toBe(1);
    await Promise.all([send(), send(), send(), send()]);
    expect(sockets.size).toBe(2);
  });
});

describe('a body', () => {
  const bytes = (body: Buffer | string, encoding?: string) =>
    clientOf(
      (response) =>
        response.writeHead(200, encoding ? { 'content-encoding': encoding } : {}).end(body),
      { maximumBodyBytes: 100 },
    );

  it.each([
    ['x'.repeat(100), undefined],
    ['x'.repeat(100), 'Identity'],
    [gzipSync('x'.repeat(100)), 'GZIP'],
    ['', 'br'],
  ])('%s packed as %s is taken', async (body, encoding) => {
    const { send } = await bytes(body, encoding);
    expect((await send()).body).toBe(body === '' ? '' : 'x'.repeat(100));
  });

  it.each([
    ['of a byte too many', 'x'.repeat(101), undefined],
    ['of a byte too many, packed', gzipSync('x'.repeat(101)), 'gzip'],
    ['in another packing', 'x', 'br'],
    ['that cannot be unpacked', 'x', 'gzip'],
  ])('%s is unreadable', async (_, body, encoding) => {
    const { failure } = await bytes(body, encoding);
    expect(await failure()).toEqual(new UpstreamFailure('unreadable'));
  });
});

describe('silence', () => {
  it.each<[string, Answer, Partial<UpstreamSettings>]>([
    ['before the headers', () => {}, { headersTimeout: 100 }],
    ['within the body', (response) => void response.write('x'), { bodyTimeout: 100 }],
  ])('%s ends the request', async (_, answer, settings) => {
    const { failure } = await clientOf(answer, settings);
    expect(await failure()).toMatchObject({ name: 'UpstreamFailure', kind: 'timeout' });
  });

  it('restarts with each piece of a body', async () => {
    const { send } = await clientOf(
      (response) => {
        let pieces = 0;
        const drip = setInterval(() => {
          pieces += 1;
          if (pieces < 8) return void response.write('x');
          clearInterval(drip);
          response.end('x');
        }, 100);
      },
      { bodyTimeout: 600, headersTimeout: 10_000 },
    );
    expect((await send()).body).toBe('x'.repeat(8));
  });

  it('ends with the time limit of the caller', async () => {
    const { failure } = await clientOf(() => {});
    expect(await failure(AbortSignal.timeout(100))).toMatchObject({ kind: 'timeout' });
  });

  it('of a connection that breaks reports only its code', async () => {
    const { failure } = await clientOf((response) => response.destroy());
    expect(await failure()).toMatchObject({ kind: 'unreachable', cause: 'ECONNRESET' });
  });
});

describe('a probe', () => {
  it('requests the URL itself, without key or body', async () => {
    const { base, asked } = await listening((response) => response.writeHead(404).end());
    expect(await probeUpstream(`${base}/api/v2`)).toBe('reachable (status 404 without key)');
    expect([asked[0]?.method, asked[0]?.url]).toEqual(['HEAD', '/api/v2']);
  });

  it('says why nothing answers', async () => {
    const { base } = await listening(() => {});
    expect(await probeUpstream(base, 100)).toBe('does not answer in time');
    refuseNetwork();
    expect(await probeUpstream('http://127.0.0.1:1')).toBe('not reachable');
    expect(await probeUpstream('http://[::1]:1')).toBe('not reachable');
  });
});
