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

/** Starts a server on which the test controls the responses to `/held`. */
async function serving() {
  const begun: ServerResponse[] = [];
  let holds = true;
  const authorization = {
    takes: (path: string) => path === '/held',
    async answer(_: IncomingMessage, response: ServerResponse) {
      begun.push(response);
      if (!holds) response.end();
    },
  };
  const server = await served({ authorization } as unknown as Partial<HttpParts>);
  async function open() {
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }
  /** Sends requests simultaneously. The received responses are read on demand. */
  async function send(path: string, count = 1) {
    const socket = await open();
    let told = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk;
    });
    socket.write(get(path).repeat(count));
    return { socket, told: () => told, statuses: () => told.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [] };
  }
  /** Answers all pending and later requests. */
  function release() {
    holds = false;
    for (const response of begun) response.end();
  }
  return { begun, open, send, release };
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

it('a connection has ten unanswered requests, answered in order; the rest is not read, and it closes', async () => {
  const { begun, send } = await serving();
  const client = await send('/held', 1_000);
  for (let answer = 1; answer <= 10; answer += 1) {
    await expect.poll(() => begun.length).toBe(answer);
    expect(client.statuses()).toHaveLength(answer - 1);
    begun.at(-1)?.end(`answer ${answer}`);
    await expect.poll(() => client.statuses().length).toBe(answer);
  }
  await expect.poll(() => client.socket.closed).toBe(true);
  const heads = client.told().split('answer ').slice(0, -1);
  expect(heads.map((head) => /^connection: (.*)\r$/im.exec(head)?.[1])).toEqual([
    ...Array(9).fill('keep-alive'),
    'close',
  ]);
  expect(begun).toHaveLength(10);
});

it('a connection whose answer is not read is given no other', async () => {
  const { begun, open } = await serving();
  const socket = await open();
  socket.write(get('/held').repeat(2));
  await expect.poll(() => begun.length).toBe(1);
  // The text is longer than the buffer of the operating system.
  begun[0]?.end(Buffer.alloc(64 * 1024 * 1024));
  const other = await open();
  other.resume().write(get('/healthz'));
  await once(other, 'data');
  expect(begun).toHaveLength(1);
  socket.resume();
  await expect.poll(() => begun.length).toBe(2);
});

it('100 responses of an address are started, including a stream; the next one waits, and a probe does not', async () => {
  const { begun, send, release } = await serving();
  const stream = await send('/held');
  await expect.poll(() => begun.length).toBe(1);
  begun[0]?.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  await expect.poll(stream.told).toContain('data: 1');
  const pipelined = await send('/held', 3);
  for (let other = 0; other < 96; other += 1) await send('/held');
  await expect.poll(() => begun.length).toBe(98);

  // The address has 100 unanswered requests, so only the first request of a connection is accepted.
  const full = await send('/held', 2);
  await send('/held');
  await expect.poll(() => begun.length).toBe(100);
  stream.socket.write(get('/held'));
  const [left, waiting] = [await send('/held'), await send('/held')];
  await expect.poll((await send('/healthz')).statuses).toEqual(['200']);
  left.socket.destroy();
  expect(begun).toHaveLength(100);

  pipelined.socket.destroy();
  await expect.poll(() => begun.length).toBe(101);
  release();
  await expect.poll(waiting.statuses).toEqual(['200']);
  await expect.poll(() => full.socket.closed).toBe(true);
  expect(full.statuses()).toEqual(['200']);
  await expect.poll(() => stream.socket.closed).toBe(true);
  expect(stream.statuses()).toEqual(['200']);
});

it('requests that wait behind an answer are no longer counted once their connection is closed', async () => {
  const { begun, open, send, release } = await serving();
  // The server keeps the state of an address while it has an open connection.
  await open();
  const first = await send('/held', 10);
  await expect.poll(() => begun.length).toBe(1);
  first.socket.destroy();
  await expect.poll(() => begun[0]?.closed).toBe(true);
  const all = await Promise.all(Array.from({ length: 10 }, () => send('/held', 10)));
  await expect.poll(() => begun.length).toBe(11);
  release();
  for (const { statuses } of all) await expect.poll(() => statuses().length).toBe(10);
});
