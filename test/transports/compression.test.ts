import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodingOf } from '../../src/transports/compression.ts';
import { useApp } from '../support/start-app.ts';

const started = useApp();

interface Received {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** Sends a request without decompressing the response. */
function ask(path: string, encoding: string | undefined, body?: object): Promise<Received> {
  const headers = {
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    ...(body ? { 'content-type': 'application/json', accept: 'application/json' } : {}),
    'x-api-key': started.key,
  };
  return new Promise((resolve, reject) => {
    const sending = request(
      `${started.base}${path}`,
      { headers, method: body ? 'POST' : 'GET' },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      },
    );
    sending.on('error', reject).end(body && JSON.stringify(body));
  });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'fda_calendar', arguments: {} },
};

describe('an answer', () => {
  const paths = () =>
    [
      ['REST', `/api/v2/fdacalendar?apiKey=${started.key}`, undefined],
      ['CSV', `/api/v2/fdacalendar?apiKey=${started.key}&format=csv`, undefined],
      ['OpenAPI', '/openapi.json', undefined],
      ['/mcp', '/mcp', call],
    ] as const;

  it('is the same, packed as its reader asks', async () => {
    for (const [name, path, body] of paths()) {
      const plain = await ask(path, undefined, body);
      expect([name, plain.headers['content-encoding']]).toEqual([name, undefined]);
      expect([name, plain.headers.vary]).toEqual([name, 'Accept-Encoding']);
      for (const encoding of ['br', 'gzip'] as const) {
        const packed = await ask(path, encoding, body);
        expect([name, packed.headers['content-encoding']]).toEqual([name, encoding]);
        expect([name, packed.headers['content-length']]).toEqual([
          ...[name, String(packed.bytes.length)],
        ]);
        expect([name, packed.bytes.length < plain.bytes.length / 2]).toEqual([name, true]);
        expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
      }
    }
  });

  it('of less than a kilobyte is left as it is', async () => {
    for (const path of ['/healthz', `/api/v2/pdufa/historical?ticker=NONE&apiKey=${started.key}`]) {
      const { headers } = await ask(path, 'br, gzip');
      expect([path, headers['content-encoding']]).toEqual([path, undefined]);
    }
    const ping = await ask('/mcp', 'br', { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(ping.headers['content-encoding']).toBeUndefined();
  });
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['br;q=0', undefined],
  ['', undefined],
  [',;=,,', undefined],
])('the encoding of %j is %s', (header, encoding) => {
  expect(encodingOf(header)).toBe(encoding);
});
