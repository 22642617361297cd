import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createGuards } from '../../src/transports/guards.ts';
import { postMcp, read, useApp } from '../support/start-app.ts';

describe('hosts', () => {
  const local = createGuards([]);
  const named = createGuards(['Data.Example.org']);

  it.each([
    ...['localhost', 'localhost:8787', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:65535'],
    ...['[::1]', '[::1]:8787'],
  ])('%j is this machine', (host) => {
    expect(() => local.checkHost(host)).not.toThrow();
    expect(() => named.checkHost(host)).not.toThrow();
  });

  it.each([
    ...[undefined, '', ':8787', 'example.org', 'example.org:8787', '10.0.0.1', '0.0.0.0'],
    ...['[::2]', '::1', '[::ffff:127.0.0.1]', 'localhost.example.org', 'localhost:', 'localhost:x'],
    ...['example.org#localhost', 'localhost@example.org', '127.0.0.1.example.org', '127.1'],
    ...['localhost:123456', 'data.example.org'],
  ])('%j is not', (host) => {
    expect(() => local.checkHost(host)).toThrow('Host not allowed');
  });

  it('that were named are answered too, and no other', () => {
    expect(() => named.checkHost('data.example.org:443')).not.toThrow();
    expect(() => named.checkHost('example.org')).toThrow('Host not allowed');
    expect(() => named.checkHost('x.data.example.org')).toThrow('Host not allowed');
  });
});

describe('origins', () => {
  const guards = createGuards(['data.example.org']);

  it.each([
    ...[undefined, 'http://localhost', 'http://localhost:6274', 'http://127.0.0.1:8787'],
    ...['http://[::1]:8787', 'https://data.example.org', 'https://DATA.example.org:8443'],
  ])('%j is our own, or no browser', (origin) => {
    expect(() => guards.checkOrigin(origin)).not.toThrow();
  });

  it.each([
    ...['null', '', 'https://example.org', 'http://localhost.example.org', 'file://localhost'],
    ...['chrome-extension://localhost', 'localhost', 'http://data.example.org.evil.example'],
    ...['http://localhost@evil.example', '*'],
  ])('%j is foreign', (origin) => {
    expect(() => guards.checkOrigin(origin)).toThrow('Origin not allowed');
  });
});

describe('the server', () => {
  const started = useApp();

  it('answers to no other name, on any path', async () => {
    const { port } = new URL(started.base);
    for (const path of ['/', '/healthz', '/openapi.json', '/api/v2/fdacalendar', '/mcp', '/x']) {
      const [status, body] = await getAs(port, path, 'evil.example');
      expect([path, status, body]).toEqual([path, 403, '{"error":"Host not allowed"}']);
    }
    expect((await getAs(port, '/healthz', `localhost:${port}`))[0]).toBe(200);
  });

  it.each([
    ['GET /healthz HTTP/1.0', 400],
    ['GET /healthz HTTP/1.1', 400],
    ['GET /healthz HTTP/1.1\r\nHost: a b', 400],
    ['GET /healthz\u0001 HTTP/1.1\r\nHost: localhost', 400],
    ['NONSENSE', 400],
    ['POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3', 400],
    ['POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked', 400],
    [`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}`, 431],
  ])('refuses %.60j, in the shape of every error', async (head, status) => {
    const answer = await raw(started.base, `${head}\r\nConnection: close\r\n\r\n`);
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
  });

  it('serves an absolute target of its own, on every path', async () => {
    const { host } = new URL(started.base);
    for (const path of ['/', '/healthz', '/openapi.json', '/readyz']) {
      const answer = await raw(started.base, absolute(`http://${host}${path}`, 'localhost'));
      expect([path, answer.slice(0, 15)]).toEqual([path, 'HTTP/1.1 200 OK']);
    }
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const posted = await raw(
      started.base,
      absolute(`http://${host}/mcp?apiKey=${started.key}`, 'localhost', body),
    );
    expect(posted).toMatch(/^HTTP\/1\.1 200 .*"result":\{\}/s);
  });

  it.each(['x-forwarded-for', 'forwarded'])('hides /readyz from requests with %s', async (name) => {
    const { status } = await fetch(`${started.base}/readyz`, {
      headers: { [name]: 'for=192.0.2.1' },
    });
    expect(status).toBe(404);
  });

  it.each([
    ['http://evil.example/healthz', 'localhost', 403],
    ['https://evil.example/healthz', 'localhost', 403],
    ['HTTP://evil.example:80/mcp', 'localhost', 403],
    ['http://localhost/healthz', 'evil.example', 403],
    ['http://localhost.evil.example/', 'localhost', 403],
    ['http://user@localhost/healthz', 'localhost', 400],
    ['http://localhost:99999/healthz', 'localhost', 400],
  ])('refuses the target %s for the host %s', async (target, host, status) => {
    const answer = await raw(started.base, absolute(target, host));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ error: expect.any(String) });
  });

  it.each([
    ...['/', '/favicon.ico', '/openapi.json', '/healthz', '/readyz'].map((path) => [path, 'GET']),
    ['/api/v2/fdacalendar', 'GET'],
    ['/mcp', 'POST'],
  ])('names at %s the method that it takes: %s', async (path, allowed) => {
    for (const method of ['PUT', 'DELETE', allowed === 'GET' ? 'POST' : 'GET']) {
      const response = await fetch(`${started.base}${path}`, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([
        ...[method, 405, allowed],
      ]);
      expect(await response.json()).toEqual({ error: `Method not allowed: use ${allowed}` });
    }
  });

  it('takes no foreign origin at /mcp, whatever the key, and any at REST', async () => {
    const query = `?apiKey=${started.key}`;
    for (const origin of ['null', 'https://evil.example']) {
      const foreign = await postMcp(started.base, {}, { origin }, query);
      expect(foreign.status).toBe(403);
      expect(await foreign.json()).toEqual({ error: 'Origin not allowed' });
    }
    const rest = `${started.base}/api/v2/fdacalendar?apiKey=${started.key}`;
    expect((await read(rest, { headers: { origin: 'null' } })).status).toBe(200);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const own = await postMcp(started.base, ping, { origin: started.base }, query);
    expect(own.status).toBe(200);
    expect(await own.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });
});

/** Sends a request with an absolute URL as its target; a POST with JSON if it has a body. */
function absolute(target: string, host: string, body = ''): string {
  const json = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
  const length = `Content-Length: ${body.length}\r\n`;
  return `${body ? 'POST' : 'GET'} ${target} HTTP/1.1\r\nHost: ${host}\r\n${body ? json + length : ''}Connection: close\r\n\r\n${body}`;
}

function getAs(port: string, path: string, host: string): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve([response.statusCode, body]));
    })
      .on('error', reject)
      .end();
  });
}

function raw(base: string, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(words));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
