import { PassThrough } from 'node:stream';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/base/version.ts';
import { serveStdio } from '../../src/transports/stdio.ts';
import { endpoints } from '../../tools/index.ts';
import { postMcp, useApp } from '../support/start-app.ts';

const modern = '2026-07-28';
const supported = [
  modern,
  ...['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
];
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const envelope = { [versionKey]: modern, [capabilitiesKey]: {} };

const started = useApp();

interface Message {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Posts a message with the headers that the revision requires, or with those of the test. */
async function post(
  message: Readonly<Record<string, unknown>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Message; text: string }> {
  const given = { authorization: `Bearer ${started.key}`, ...headers };
  const response = await postMcp(started.base, message, given);
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text), text };
}

function request(method: string, params: object = {}, _meta: unknown = envelope) {
  return { jsonrpc: '2.0', id: 'r-1', method, params: { ...params, _meta } };
}

const headersOf = (method: string, name?: string) => ({
  'mcp-protocol-version': modern,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

const listed = headersOf('tools/list');
/** Another revision: in the header, and in the envelope too. */
const revision = (name: string) => {
  const header = { ...listed, 'mcp-protocol-version': name };
  return { header, both: [{ ...envelope, [versionKey]: name }, header] as const };
};
const callParams = { name: 'fda_calendar', arguments: { ticker: 'ACME' } };

describe('a request of this era', () => {
  it('discovers the server: versions latest first, capabilities, instructions, who it is', async () => {
    const { status, body } = await post(request('server/discover'), headersOf('server/discover'));
    expect(status).toBe(200);
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 'r-1',
      result: {
        resultType: 'complete',
        _meta: {
          'io.modelcontextprotocol/serverInfo': expect.objectContaining({
            name: 'biotech-catalyst-mcp',
            version,
            title: 'Biotech catalysts',
          }),
        },
        ttlMs: 300_000,
        cacheScope: 'public',
        supportedVersions: supported,
        capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
        instructions: expect.stringContaining('Records come from: local store'),
      },
    });
  });

  it('shows one sign in both eras and to browsers: a PNG of the size that it says', async () => {
    const discovered = await post(request('server/discover'), headersOf('server/discover'));
    const meta = discovered.body.result?._meta as Record<string, { icons: object[] }>;
    const [icon] = meta['io.modelcontextprotocol/serverInfo']?.icons ?? [];
    const { src, ...words } = icon as { src: string };
    expect(words).toEqual({ mimeType: 'image/png', sizes: ['48x48'] });
    const png = Buffer.from(src.replace('data:image/png;base64,', ''), 'base64');
    // The PNG signature, and the width and height in the first chunk.
    expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([48, 48]);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
    const greeted = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(greeted.body.result?.serverInfo).toMatchObject({ icons: [icon] });
    const favicon = await fetch(`${started.base}/favicon.ico`);
    expect(favicon.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await favicon.arrayBuffer())).toEqual(png);
  });

  it.each([
    ['tools/list', {}, undefined, 'private'],
    ['tools/call', callParams, 'fda_calendar', undefined],
    ['prompts/list', {}, undefined, 'public'],
    ['prompts/get', { name: 'dossier', arguments: { ticker: 'ACME' } }, 'dossier', undefined],
    ['resources/list', {}, undefined, 'public'],
    ['resources/templates/list', {}, undefined, 'public'],
    ['resources/read', { uri: 'catalyst://today' }, 'catalyst://today', 'private'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'dossier' }, argument: { name: 'ticker', value: 'A' } },
      undefined,
      undefined,
    ],
  ])('%s gives what the older eras give, in this envelope', async (method, params, name, scope) => {
    const { status, body } = await post(request(method, params), headersOf(method, name));
    expect(status).toBe(200);
    const { resultType, _meta, ttlMs, cacheScope, ...rest } = body.result ?? {};
    expect(resultType).toBe('complete');
    expect(_meta).toEqual({
      'io.modelcontextprotocol/serverInfo': { name: 'biotech-catalyst-mcp', version },
    });
    expect(cacheScope).toBe(scope);
    expect(ttlMs).toBe(scope && (method === 'resources/read' ? 60_000 : 300_000));
    const older = await post({ jsonrpc: '2.0', id: 1, method, params });
    expect(older.status).toBe(200);
    expect(rest).toEqual(older.body.result);
  });

  it.each([
    ['no revision', {}, listed, -32602],
    ['a revision that is no text', { ...envelope, [versionKey]: 7 }, {}, -32602],
    ['no envelope, but the header', null, listed, -32602],
    ['no capabilities', { [versionKey]: modern }, listed, -32602],
    ['capabilities that are a list', { ...envelope, [capabilitiesKey]: [] }, listed, -32602],
    ['no header of the revision', envelope, { 'mcp-method': 'tools/list' }, -32020],
    ['no header of the method', envelope, { 'mcp-protocol-version': modern }, -32020],
    ['the header of another method', envelope, headersOf('tools/call'), -32020],
    ['a method in another case', envelope, headersOf('Tools/List'), -32020],
    ['the header of another revision', envelope, revision('2025-11-25').header, -32020],
    ['a revision of later days', ...revision('2027-01-01').both, -32022],
    ['a revision that never was', ...revision('1900-01-01').both, -32022],
  ])('with %s is refused with its id', async (_, meta, headers, code) => {
    const answer = await post(request('tools/list', {}, meta), headers);
    expect([answer.status, answer.body.error?.code]).toEqual([400, code]);
    expect(answer.body.id).toBe('r-1');
    if (code === -32022) {
      const requested = (meta as Record<string, unknown>)[versionKey];
      expect(answer.body.error?.data).toEqual({ supported, requested });
    }
  });

  it('may have spaces around its headers, and a name in Base64', async () => {
    const spaced = { ...headersOf('tools/list'), 'mcp-protocol-version': ` ${modern} ` };
    expect((await post(request('tools/list'), spaced)).status).toBe(200);
    const encoded = `=?base64?${Buffer.from('fda_calendar').toString('base64')}?=`;
    const call = request('tools/call', callParams);
    const answer = await post(call, headersOf('tools/call', encoded));
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  });

  it.each([
    ['no name', undefined],
    ['the name of another tool', 'news'],
    ['broken Base64', '=?base64?ZmRhX2NhbGVuZGFy*?='],
    ['Base64 of no UTF-8', '=?base64?/w==?='],
    ['the name under another mark', '=?BASE64?ZmRhX2NhbGVuZGFy?='],
  ])('that calls a tool with %s in its header is refused', async (_, name) => {
    const { status, body } = await post(
      request('tools/call', callParams),
      headersOf('tools/call', name),
    );
    expect([status, body.error?.code]).toEqual([400, -32020]);
    expect(body.error?.message).toContain('Mcp-Name');
  });

  it.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'subscriptions/listen',
  ])('%s is no method of this era here', async (method) => {
    const { status, body } = await post(request(method), headersOf(method));
    expect([status, body.error?.code, body.id]).toEqual([404, -32601, 'r-1']);
  });

  it('is answered wrong parameters and what there is not as errors of the protocol', async () => {
    const asked = [
      ['tools/call', { name: 'fda_calender' }, 'fda_calender', /^Unknown tool "fda_calender"/],
      ['tools/call', { name: 'news', arguments: [] }, 'news', /^arguments must be an object/],
      ['tools/list', { cursor: 'x' }, undefined, /^unknown cursor/],
      ['prompts/get', { name: 'nope' }, 'nope', /^Unknown prompt "nope"/],
      ['prompts/get', { name: 'dossier' }, 'dossier', /^Missing ticker/],
      ['resources/read', { uri: 'catalyst://nope' }, 'catalyst://nope', /^Unknown resource/],
    ] as const;
    for (const [method, params, name, words] of asked) {
      const { status, body } = await post(request(method, params), headersOf(method, name));
      expect([method, status, body.error?.code]).toEqual([method, 200, -32602]);
      expect(body.error?.message).toMatch(words);
    }
    const uri = 'catalyst://nope';
    const missing = await post(
      request('resources/read', { uri }),
      headersOf('resources/read', uri),
    );
    expect(missing.body.error?.data).toEqual({ uri });
    // Older protocol revisions use a different error code for this.
    const params = { uri };
    const older = await post({ jsonrpc: '2.0', id: 1, method: 'resources/read', params });
    expect(older.body.error).toMatchObject({ code: -32002, data: { uri } });
  });

  it('is refused without an id where none can be read', async () => {
    for (const [text, code] of [
      ['{', -32700],
      ['[]', -32600],
    ] as const) {
      const { status, body } = await post(text, { 'mcp-protocol-version': modern });
      expect([status, body.error?.code, 'id' in body]).toEqual([400, code, false]);
      const older = await post(text);
      expect(older.body).toMatchObject({ id: null, error: { code } });
    }
  });
});

it('a request of the older eras is answered as before, whatever else its _meta holds', async () => {
  for (const _meta of [{ progressToken: 1 }, { [versionKey]: '2025-11-25' }]) {
    const { status, body } = await post(request('ping', {}, _meta));
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 'r-1', result: {} }]);
  }
  const discover = await post({ jsonrpc: '2.0', id: 1, method: 'server/discover' });
  expect(discover.body.error?.code).toBe(-32601);
});

describe('notifications', () => {
  it.each(['notifications/initialized', 'notifications/cancelled', 'notifications/whatever'])(
    '%s is taken in both eras and answered by nothing',
    async (method) => {
      for (const headers of [{}, headersOf(method), { accept: 'application/json' }]) {
        const { status, text } = await post({ jsonrpc: '2.0', method }, headers);
        expect([status, text]).toEqual([202, '']);
      }
    },
  );

  it('over stdio, what is cancelled while it is answered gets no reply', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let mayEnd: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      mayEnd = resolve;
    });
    const toolbox = {
      ...started.app.toolbox,
      async callTool() {
        await gate;
        return '{"content":[]}';
      },
    };
    const failed = (cause: unknown) => expect.unreachable(String(cause));
    const served = serveStdio({ input, output, credential: 'owner', toolbox, failed });
    const say = (message: object) =>
      input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const params = { name: 'news', arguments: {} };
    say({ id: 1, method: 'tools/call', params });
    say({ id: 2, method: 'tools/call', params: { ...params, _meta: envelope } });
    say({ id: 'three', method: 'tools/call', params: { ...params, _meta: envelope } });
    for (const requestId of [1, 'three', 99, null]) {
      say({ method: 'notifications/cancelled', params: { requestId } });
    }
    // The request had a number as its id, so the text "2" does not match.
    say({ method: 'notifications/cancelled', params: { requestId: '2' } });
    input.end();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
    mayEnd();
    await served;
    const lines = String(output.read()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([2]);
  });
});

describe('the client of the newer SDK', () => {
  const modes: readonly (readonly [VersionNegotiationMode, string])[] = [
    ['auto', modern],
    [{ pin: modern }, modern],
    ['legacy', '2025-11-25'],
  ];

  it.each(modes)('%j speaks %s: lists, calls, prompts, reads', async (mode, spoken) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${started.key}` } };
    const url = new URL(`${started.base}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe(spoken);
      expect(client.getInstructions()).toContain('Records come from');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(endpoints.map(({ name }) => name)),
      );
      const { content } = await client.callTool({
        name: 'pdufa_historical',
        arguments: { ticker: 'BOLT' },
      });
      expect(content).toEqual([
        { type: 'text', text: expect.stringMatching(/^pdufa_historical: record/) },
      ]);
      await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({
        code: -32602,
      });
      const { prompts } = await client.listPrompts();
      expect(prompts).toHaveLength(6);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates).toHaveLength(1);
      const { contents } = await client.readResource({ uri: 'catalyst://ticker/ACME' });
      expect(contents).toEqual([expect.objectContaining({ uri: 'catalyst://ticker/ACME' })]);
    } finally {
      await client.close();
    }
  });
});
