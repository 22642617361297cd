import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { createProxies } from '../../src/transports/forwarded.ts';
import { type HttpParts, serveHttp } from '../../src/transports/http.ts';

async function served(more: Partial<HttpParts> = {}) {
  const logged: object[] = [];
  const parts = {
    catalogue: createCatalogue([]),
    version: '1',
    allowedHosts: ['ours.example'],
    service: { source: () => ({ demo: true, describe: () => ({ from: 'here' }) }) },
    log: { error: (fields: object, said: string) => void logged.push({ ...fields, said }) },
    settleTime: 0,
    ...more,
  } as unknown as HttpParts;
  const server = await serveHttp(parts, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  /** Sends text and returns the data received until the connection closes. */
  async function say(text: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    let told = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    await once(socket, 'close');
    return told;
  }
  const get = (path: string, host = 'localhost', more = '') =>
    say(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`);
  return { ...server, say, get, logged };
}
const statusOf = (told: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(told)?.[1]);
const bodyOf = (told: string) => told.slice(told.indexOf('\r\n\r\n') + 4);

describe('a request', () => {
  it('is answered under the names of this server, and found in no log where it is refused', async () => {
    const { get, logged } = await served();
    for (const host of ['localhost', 'OURS.example:1', '[::1]']) {
      expect(statusOf(await get('/healthz', host))).toBe(200);
    }
    const refused = await get('/healthz', 'theirs.example');
    expect([statusOf(refused), bodyOf(refused)]).toEqual([403, '{"error":"Host not allowed"}']);
    expect(refused.toLowerCase()).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/);
    expect(logged).toEqual([]);
  });

  it('without a host, or of no address, is malformed', async () => {
    const { say, get } = await served();
    const none = await say('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    for (const told of [none, await get('http://[x/', 'localhost')]) {
      expect([statusOf(told), JSON.parse(bodyOf(told)).error]).toEqual([
        400,
        'Malformed request: the Host header or the URL is missing or invalid',
      ]);
    }
    const garbled = await say('NONSENSE\r\n\r\n');
    expect([statusOf(garbled), bodyOf(garbled)]).toEqual([400, '{"error":"Bad Request"}']);
  });

  it('of the authorization server is its own, by path and without what stands behind', async () => {
    const asked: unknown[] = [];
    const proxies = await createProxies(['127.0.0.1'], 9);
    const authorization = {
      takes(path: string) {
        asked.push(path);
        return path === '/authorize';
      },
      async answer(_: IncomingMessage, response: ServerResponse, address: string) {
        response.end(`for ${address}`);
      },
    };
    const { get } = await served({ authorization, proxies });
    const forwarded = 'X-Forwarded-For: 192.0.2.1\r\n';
    expect(await get('/authorize?a=b', 'localhost', forwarded)).toContain('for 192.0.2.1');
    expect(statusOf(await get('/healthz?/authorize', 'localhost', forwarded))).toBe(200);
    await get('/mcp', 'localhost', forwarded);
    expect(asked).toEqual(['/authorize', '/healthz']);
  });
});

it('connections are as many in all as is said', async () => {
  const { port } = await served({ maxConnections: 1 });
  const [first, second] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const socket of [first, second]) {
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  }
  await Promise.race([once(first, 'close'), once(second, 'close')]);
  expect([first, second].filter(({ closed }) => closed)).toHaveLength(1);
});

it('a server that is closed answers what has come, and nobody after', async () => {
  let answer: (() => void) | undefined;
  const authorization = {
    takes: (path: string) => path === '/slow',
    answer: (_: IncomingMessage, response: ServerResponse) =>
      new Promise<void>((resolve) => {
        answer = () => {
          response.end('late');
          resolve();
        };
      }),
  };
  const { get, close, port } = await served({ authorization, settleTime: 250 });
  const asked = get('/slow');
  await expect.poll(() => answer).toBeDefined();
  const closed = close();
  answer?.();
  const told = await asked;
  expect([bodyOf(told).includes('late'), told.toLowerCase().includes('connection: close')]).toEqual(
    [true, true],
  );
  await closed;
  const late = connect(port, '127.0.0.1');
  await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('a server that is closed accepts all waiting connections, although it accepts one per turn', async () => {
  const { get, close } = await served();
  const asked = Array.from({ length: 32 }, () => get('/healthz'));
  const closed = close();
  expect((await Promise.all(asked)).map(statusOf)).toEqual(asked.map(() => 200));
  await closed;
});
