import fc from 'fast-check';
import type { Call, Tool } from './fuzz-calls.ts';

/** A change of the input at a relative position from 0 (start) to 1 (end). */
interface Mutation {
  readonly at: number;
  readonly kind: 'flip' | 'delete' | 'insert' | 'repeat' | 'cut';
  readonly length: number;
  readonly bytes: string;
}

const marks = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  ':',
  '\t',
  '\x7f',
  'ÿ',
  '{',
  '"',
  '[',
  '\\u0000',
  '%',
];
const mutations = fc.array(
  fc.record<Mutation>({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom('flip', 'delete', 'insert', 'repeat', 'cut'),
    length: fc.integer({ min: 1, max: 12 }),
    bytes: fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary', maxLength: 8 })),
  }),
  { maxLength: 3 },
);

/** Generates JSON-RPC messages with corrupted parts, sent by an HTTP client. */
export function messages(tools: readonly Tool[]): fc.Arbitrary<Call> {
  const methods = ['initialize', 'ping', 'tools/list', 'tools/call', 'notifications/initialized'];
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2),
      id: fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.constant(null)),
      method: fc.oneof(fc.constantFrom(...methods), fc.string({ maxLength: 20 })),
      params: fc.oneof(
        fc.record({ name: fc.constantFrom(...tools.map(({ name }) => name)) }),
        fc.record({ protocolVersion: fc.constantFrom('2025-11-25', '2024-11-05', '1') }),
        fc.jsonValue({ maxDepth: 3 }),
      ),
    },
    { requiredKeys: [] },
  );
  return fc
    .record({ message, mutations })
    .map((one) => mutated(Buffer.from(JSON.stringify(one.message)), one.mutations).toString())
    .filter((body) => body !== '')
    .map((body) => ({ path: '/mcp', body }));
}

const method = fc.constantFrom(
  ...['GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'CONNECT'],
  ...['PATCH', 'PROPFIND', 'get', 'G\u00c9T', ''],
);
const target = fc.constantFrom(
  ...['/', '/healthz', '/readyz', '/openapi.json', '/mcp', '/mcp?apiKey=demo', '*', '//', '/..'],
  ...['/api/v2/fdacalendar?apiKey=demo', '/api/v2/fdacalendar', '/api/v2/%00', '/api/v2/%zz'],
  ...[
    '/api/v2/../../etc/passwd',
    '/api/v2/fdacalendar?apiKey=demo&ticker=%FF',
    '/api/v2/__proto__',
  ],
  ...[
    'http://127.0.0.1/healthz',
    'http://evil.example/',
    'https:///',
    '/mcp/../healthz',
    '/%2e%2e/',
  ],
);
const version = fc.constantFrom(
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9',
);
const header = fc.oneof(
  fc.constantFrom(
    ...['Authorization: Bearer demo', 'Authorization: Basic ZGVtbw==', 'X-API-Key: demo'],
    ...['Content-Type: application/json', 'Content-Type: text/plain; charset=utf-16'],
    ...['Accept: application/json, text/event-stream', 'Accept-Encoding: gzip, br;q=0, *;q=1'],
    ...[
      'Connection: close',
      'Connection: keep-alive, upgrade',
      'Upgrade: websocket',
      'Upgrade: h2c',
    ],
    ...['Expect: 100-continue', 'Expect: 200-ok', 'Range: bytes=0-', 'If-None-Match: *'],
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Content-Encoding: gzip'],
    ...['Content-Length: 5', 'Content-Length: -1', 'Content-Length: 1e3', 'Content-Length: 0x10'],
    ...['Origin: null', 'Origin: http://localhost', 'Origin: https://evil.example', 'Host: evil'],
    ...['X-Forwarded-For: 1.2.3.4', 'Forwarded: for="[::1"', 'Mcp-Session-Id: x', 'Cookie: a=b'],
    ...['Mcp-Protocol-Version: 2025-11-25', 'Mcp-Protocol-Version: 1', 'Last-Event-Id: 1'],
  ),
  fc
    .tuple(fc.string({ maxLength: 10 }), fc.string({ unit: 'binary', maxLength: 40 }))
    .map((two) => two.join(': ')),
);
const body = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '',
      '{}',
      '5\r\n{"a":\r\n0\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ],
    ...[
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** Generates raw requests of valid parts in any order, with corrupted bytes. */
export const rawRequests: fc.Arbitrary<Buffer> = fc
  .record({
    method,
    target,
    version,
    headers: fc.array(header, { maxLength: 6 }),
    host: fc.boolean(),
    isMeasured: fc.boolean(),
    body,
    mutations,
    times: fc.constantFrom(1, 1, 1, 2, 5),
  })
  .map(({ headers, host, isMeasured, body, times, ...one }) => {
    const content = Buffer.from(body);
    const lines = [
      `${one.method} ${one.target} ${one.version}`,
      ...(host ? ['Host: localhost'] : []),
      ...headers,
      ...(isMeasured ? [`Content-Length: ${content.length}`] : []),
    ];
    const whole = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
    return mutated(Buffer.concat(Array.from({ length: times }, () => whole)), one.mutations);
  });

function mutated(bytes: Buffer, mutations: readonly Mutation[]): Buffer {
  return mutations.reduce((now, { at, kind, length, bytes }) => {
    const place = Math.floor(at * now.length);
    const [before, after] = [now.subarray(0, place), now.subarray(place)];
    const [piece, rest] = [after.subarray(0, length), after.subarray(length)];
    if (kind === 'cut') return before;
    if (kind === 'delete') return Buffer.concat([before, rest]);
    if (kind === 'insert') return Buffer.concat([before, Buffer.from(bytes), after]);
    if (kind === 'repeat') return Buffer.concat([before, piece, piece, piece, rest]);
    return Buffer.concat([before, piece.map((byte) => byte ^ (1 << (length % 8))), rest]);
  }, bytes);
}
