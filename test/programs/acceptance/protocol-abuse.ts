import assert from 'node:assert/strict';
import { type Check, check } from './check.ts';
import { messageAbuse } from './message-abuse.ts';
import { open, type RawReply, sendRaw } from './sockets.ts';
import { ask, type Part, type Served, type Stage, startServer, withoutErrors } from './stage.ts';
import { stdioAbuse } from './stdio-abuse.ts';

/** Sends malformed bytes. After each malformed request, a normal request must succeed. */
export const protocolAbuse: Part = { title: 'Protocol abuse', run };

const connections = 1_000;
/** Maximum seconds that a connection may take to send the headers or the body. */
const patience = { headers: 16, body: 40 } as const;

async function run(stage: Stage): Promise<readonly Check[]> {
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  try {
    return [
      ...(await messageAbuse(server)),
      ...(await malformedHttp(server)),
      ...(await oversized(server)),
      await check(`${connections} connections at once`, () => manyConnections(server)),
      // The slow clients mostly wait, so they run simultaneously.
      ...(await Promise.all(slowClients(server))),
      await withoutErrors(server),
      ...(await stdioAbuse(stage)),
    ];
  } finally {
    await server.stop();
  }
}

/** Checks that a normal request succeeds after the malformed one. */
async function answersNormally({ base }: Served): Promise<void> {
  const { tools } = await ask<{ tools: unknown[] }>(base, 'tools/list');
  assert.ok(tools.length > 0, 'a normal request is not answered afterwards');
}

const get = (more = '', path = '/healthz') => `GET ${path} HTTP/1.1\r\n${more}\r\n`;
const local = 'Host: localhost\r\n';
const post = (headers: string, body: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from(
      `POST /mcp HTTP/1.1\r\n${local}Authorization: Bearer demo\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${headers}\r\n`,
    ),
    Buffer.from(body),
  ]);

/**
 * Sends bytes that are not HTTP or that are ambiguous. The server must reject them and close the
 * connection.
 */
async function malformedHttp(server: Served): Promise<Check[]> {
  const clientHello = Buffer.from('16030100c8010000c40303', 'hex');
  const smuggled = post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nGET / ');
  const cases: Readonly<Record<string, string | Buffer>> = {
    'TLS to a plain port': Buffer.concat([clientHello, Buffer.alloc(200)]),
    'binary noise': Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 167) % 256)),
    'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'no version': 'GET /\r\n\r\n',
    'no Host': get(),
    'two lengths': post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
    'length and chunks': smuggled,
    'a negative length': post('Content-Length: -5\r\n', '{}'),
    'a chunk of no number': post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
    'a header without name': get(`${local}: x\r\n`),
    'a NUL in a header': get(`${local}X-A: a\0b\r\n`),
    'a folded header': get(`${local}X-A: a\r\n b: c\r\n`),
  };
  return Promise.all(
    Object.entries(cases).map(([name, bytes]) =>
      check(`not HTTP: ${name}`, async () => {
        const reply = await sendRaw(server.port, bytes);
        assert.equal(reply.status, 400);
        assertSaysWhy(reply);
        await answersNormally(server);
        return `status ${reply.status}`;
      }),
    ),
  );
}

async function oversized(server: Served): Promise<Check[]> {
  const big = 'a'.repeat(1024 * 1024);
  const chunk = `${(64 * 1024).toString(16)}\r\n${'a'.repeat(64 * 1024)}\r\n`;
  const cases: readonly (readonly [string, number, string | Buffer])[] = [
    ['a header of 1 MiB', 431, get(`${local}X-A: ${big}\r\n`)],
    ['10,000 headers', 431, get(`${local}${'X-A: a\r\n'.repeat(10_000)}`)],
    ['a path of 1 MiB', 431, get(local, `/${big}`)],
    ['a body of 1 MiB', 413, post(`Content-Length: ${big.length}\r\n`, big)],
    ['a body of 1 TiB announced', 413, post('Content-Length: 1099511627776\r\n')],
    ['chunks without a length', 413, post('Transfer-Encoding: chunked\r\n', chunk.repeat(8))],
  ];
  return Promise.all(
    cases.map(([name, status, bytes]) =>
      check(`too large: ${name}`, async () => {
        const reply = await sendRaw(server.port, bytes);
        assert.equal(reply.status, status);
        assertSaysWhy(reply);
        await answersNormally(server);
        return `status ${reply.status}`;
      }),
    ),
  );
}

/** Checks that every connection gets a response while all are open. */
async function manyConnections(server: Served): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(server.port)));
  try {
    const answers = sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.once('data', (chunk) => resolve(String(chunk).startsWith('HTTP/1.1 200')));
          socket.once('close', () => resolve(false));
          socket.write(get(local));
        }),
    );
    const answered = (await Promise.all(answers)).filter(Boolean).length;
    assert.equal(answered, connections);
    await answersNormally(server);
    return `${answered} answered`;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Checks that the server closes connections that never complete a request. */
function slowClients(server: Served): Promise<Check>[] {
  const drip = { text: 'X', everyMs: 1_000 };
  const { headers, body } = patience;
  const start = `GET / HTTP/1.1\r\n${local}`;
  const cases: readonly (readonly [string, number, string | Buffer, object?])[] = [
    ['nothing sent', headers, ''],
    ['half a head, then silence', headers, start],
    ['a header, one byte a second', headers, `${start}X-A: `, { drip }],
    ['half a body, then silence', body, post('Content-Length: 100\r\n', '{"json')],
    ['a body, one byte a second', body, post('Content-Length: 5000\r\n', '{"'), { drip }],
  ];
  return cases.map(([name, within, bytes, more]) =>
    check(
      `slow: ${name}`,
      async () => {
        const options = { seconds: within, untilReply: false, ...more };
        const reply = await sendRaw(server.port, bytes, options);
        assert.ok(reply.ended, `still open after ${within} s`);
        await answersNormally(server);
        return `ended after ${Math.round(reply.seconds)} s`;
      },
      within + 10,
    ),
  );
}

/** Checks that a rejection has a reason: `{"error": …}`. */
function assertSaysWhy({ status, body }: RawReply): void {
  const text = body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
  assert.ok(text !== '', `status ${status} without {error}: ${body.slice(0, 80)}`);
  const { error } = JSON.parse(text) as { error?: unknown };
  assert.ok(typeof error === 'string' && error.length > 5, `status ${status} without {error}`);
}
