import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { forbiddenOrigin, invalidKey, missingKey, ServiceError } from '../../src/base/errors.ts';
import type { Observer } from '../../src/base/observer.ts';
import type { Credential } from '../../src/service/access/access.ts';
import type { Tokens } from '../../src/service/access/tokens.ts';
import { answerMcp, type McpParts } from '../../src/transports/mcp-http.ts';
import type { Presentation } from '../../src/transports/toolbox.ts';
import { createTrails, type Trail } from '../../src/transports/trails.ts';

const modern = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const json = { 'content-type': 'application/json' };

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** How the request breaks off. */
  readonly broken?: Error;
}

interface World {
  readonly hasTokens?: boolean;
  readonly fails?: Error;
  /** Whether something of each request is put in the log. */
  readonly isLogged?: boolean;
}

function build({ hasTokens = false, fails, isLogged = false }: World = {}) {
  const known: Credential[] = [];
  const presented: Presentation[] = [];
  const refused: unknown[] = [];
  const logged: object[] = [];
  const tokens = {
    settings: { resource: 'https://h.example/mcp', issuer: 'https://i.example' },
    isToken: (word: string) => word.startsWith('token'),
    account: async (word: string) => ({ name: word }),
  } as unknown as Tokens;
  const called = async (credential: Credential, name: string, args: object) => {
    if (fails) throw fails;
    return JSON.stringify({ credential, name, args });
  };
  const parts = {
    ...{ trails: createTrails(() => false), tokens: hasTokens ? tokens : undefined },
    service: {
      account(credential: Credential) {
        known.push(credential);
        if (credential === 'owner' || 'account' in credential) return { name: 'token' };
        if (credential.key === undefined) throw missingKey();
        if (credential.key === 'bad') throw invalidKey();
        return { name: credential.key };
      },
    },
    toolbox: {
      presenting(how: Presentation, trail: () => Trail) {
        presented.push(how);
        if (isLogged) trail();
        return { callTool: called, instructions: async () => 'Ask.' };
      },
    },
    log: { error: (fields: object, said: string) => void logged.push({ ...fields, said }) },
    observer: { refused: (...what: unknown[]) => refused.push(what) } as unknown as Observer,
  } as unknown as McpParts;
  const guards = {
    checkOrigin(origin: string | undefined) {
      if (origin !== undefined) throw forbiddenOrigin();
    },
  } as never;

  async function ask({ method = 'POST', url = '/mcp', headers = {}, body, broken }: Asked) {
    const request = Object.assign(new PassThrough(), {
      ...{ method, url, socket: {} },
      headers: {
        ...{ ...json, accept: 'application/json', host: 'h:1', 'x-api-key': 'good' },
        ...headers,
      },
    });
    let status: number | undefined;
    let given: Record<string, string> = {};
    const ended = new Promise<Buffer | undefined>((resolve) => {
      const response = {
        writeHead(code: number, all: Record<string, string>) {
          status = code;
          given = all;
        },
        end: (text: string | Uint8Array) => resolve(Buffer.from(text as string)),
      };
      const answered = answerMcp(
        request as unknown as IncomingMessage,
        response as unknown as ServerResponse,
        parts,
        guards,
      );
      if (broken) request.destroy(broken);
      else request.end(typeof body === 'string' ? body : JSON.stringify(body));
      void answered.then(() => {
        if (status === undefined) resolve(undefined);
      });
    });
    const text = (await ended)?.toString() ?? '';
    return { status, headers: given, text };
  }
  return { ask, known, presented, refused, logged };
}
const call = (id: unknown = 1, params: object = {}) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'news', ...params } },
});
const requestId = expect.stringMatching(/^[\da-f-]{36}$/);

describe('a message over HTTP', () => {
  it('is answered as JSON, in the presentation that it asks for', async () => {
    const { ask, presented, known } = build();
    const text =
      '{"jsonrpc":"2.0","id":1,"result":{"credential":{"account":{"name":"good"}},"name":"news","args":{}}}';
    expect(await ask({ url: '/mcp?structured=1', body: call() })).toEqual({
      ...{ status: 200, text },
      headers: { ...json, 'content-length': text.length },
    });
    expect(presented).toEqual([{ structured: true, origin: 'http://h:1' }]);
    expect(known).toEqual([{ key: 'good' }]);
  });

  it('is compressed where its reader asks for it', async () => {
    const { ask } = build();
    const body = call(1, { arguments: { long: 'x'.repeat(2_000) } });
    const told = await ask({ body, headers: { 'accept-encoding': 'gzip' } });
    expect(told.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    const plain = await ask({ body });
    expect(plain.headers).not.toHaveProperty('content-encoding');
  });

  it.each<[string, Asked, number, object]>([
    ['GET', { method: 'GET' }, 405, { error: 'Method not allowed: use POST' }],
    ['an origin', { headers: { origin: 'https://x' } }, 403, { error: expect.any(String) }],
    ...[undefined, '', 'text/plain', 'application/jsonp', 'x-application/json'].map(
      (type): [string, Asked, number, object] => [
        `the type ${type}`,
        { headers: { 'content-type': type }, body: call() },
        415,
        { error: 'Unsupported media type: send application/json' },
      ],
    ),
    [
      'a length beyond the bound',
      { headers: { 'content-length': '65537' }, body: call() },
      413,
      { error: 'Body larger than 65536 bytes' },
    ],
    [
      'a body beyond the bound',
      { body: `"${'x'.repeat(65_535)}"` },
      413,
      { error: 'Body larger than 65536 bytes' },
    ],
    ['an unheard toolset', { url: '/mcp?toolsets=tides', body: call() }, 400, {}],
  ])('by %s is refused', async (_, asked, status, body) => {
    const { ask, refused, logged } = build();
    const told = await ask(asked);
    expect([told.status, JSON.parse(told.text)]).toEqual([status, expect.objectContaining(body)]);
    expect(told.headers['x-request-id']).toEqual(requestId);
    expect(refused).toEqual([['mcp', expect.objectContaining({ status })]]);
    expect(logged).toEqual([]);
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/json ;x'])(
    'of the type %s is taken',
    async (type) => {
      const { ask } = build();
      expect((await ask({ headers: { 'content-type': type }, body: call() })).status).toBe(200);
    },
  );

  it('of 64 KiB is taken', async () => {
    const { ask } = build();
    const { status, text } = await ask({ body: `"${'x'.repeat(65_534)}"` });
    expect([status, JSON.parse(text).error.message]).toEqual([400, 'not an object']);
    const stated = await ask({ headers: { 'content-length': '65536' }, body: call() });
    expect(stated.status).toBe(200);
  });

  it.each([
    ['{', -32700, 'not JSON'],
    ['[]', -32600, 'batches are not supported: send one message'],
  ])('%j is no message of either era', async (body, code, message) => {
    const { ask } = build();
    const older = await ask({ body });
    expect([older.status, JSON.parse(older.text)]).toEqual([
      ...[400, { jsonrpc: '2.0', id: null, error: { code, message } }],
    ]);
    const newer = await ask({ body, headers: { 'mcp-protocol-version': ` ${modern} ` } });
    expect([newer.status, JSON.parse(newer.text)]).toEqual([
      ...[400, { jsonrpc: '2.0', error: { code, message } }],
    ]);
  });

  it('that asks for nothing is answered nothing', async () => {
    const { ask } = build();
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await ask({ body })).toEqual({
      ...{ status: 202, headers: { 'content-length': 0 }, text: '' },
    });
  });

  it('of this era has its status', async () => {
    const { ask } = build();
    const headers = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': 'x' };
    const mismatch = await ask({ headers, body: call(1, { _meta: meta }) });
    expect([mismatch.status, JSON.parse(mismatch.text).error.code]).toEqual([400, -32020]);
    const body = call('a', { _meta: meta });
    const told = await ask({ headers: { ...headers, 'mcp-name': 'news' }, body });
    expect(JSON.parse(told.text)).toMatchObject({
      ...{ id: 'a', result: { resultType: 'complete', name: 'news' } },
    });
  });

  it('that breaks off is answered by nobody', async () => {
    const { ask, refused, logged } = build();
    const broken = await ask({ broken: new Error('gone') });
    expect([broken.status, refused, logged]).toEqual([undefined, [], []]);
  });

  it('that fails says nothing of why, which the log has', async () => {
    const err = new Error('secret');
    const { ask, logged } = build({ fails: err });
    const { status, text, headers } = await ask({ body: call() });
    expect([status, text]).toEqual([500, '{"error":"Internal error"}']);
    expect(logged).toEqual([
      { err, path: '/mcp', request_id: headers['x-request-id'], said: 'request failed' },
    ]);
  });

  it('is found by its id where something of it stands in the log', async () => {
    const { headers } = await build({ isLogged: true }).ask({ body: call() });
    expect(headers['x-request-id']).toEqual(requestId);
  });
});

describe('who asks', () => {
  const keyOf = async (asked: Asked, world: World = {}) => {
    const { ask, known } = build(world);
    const { status, headers } = await ask({ body: call(), ...asked });
    return { status, known: known[0], challenge: headers['www-authenticate'] };
  };
  const none = { 'x-api-key': undefined };

  it.each<[string, Asked, string]>([
    ['a bearer', { headers: { authorization: 'Bearer one' }, url: '/mcp?apiKey=three' }, 'one'],
    ['a bearer in any case', { headers: { authorization: 'bearer   one  ' } }, 'one'],
    ['a header', { headers: { 'x-api-key': 'two' }, url: '/mcp?apiKey=three' }, 'two'],
    ['its address', { headers: none, url: '/mcp?a=b&apiKey=three' }, 'three'],
    ['a header beside what is no bearer', { headers: { authorization: 'Basic x' } }, 'good'],
  ])('is known by %s', async (_, asked, key) => {
    expect(await keyOf(asked)).toMatchObject({ status: 200, known: { key } });
  });

  it('is known by a token where there are any', async () => {
    const headers = { ...none, authorization: 'Bearer token1' };
    expect(await keyOf({ headers }, { hasTokens: true })).toMatchObject({
      ...{ status: 200, known: { account: { name: 'token1' } } },
    });
    expect(await keyOf({ headers })).toMatchObject({ known: { key: 'token1' } });
    const key = { headers: { ...none, authorization: 'Bearer one' } };
    expect(await keyOf(key, { hasTokens: true })).toMatchObject({ known: { key: 'one' } });
    const header = { headers: { 'x-api-key': 'token1' } };
    expect(await keyOf(header, { hasTokens: true })).toMatchObject({ known: { key: 'token1' } });
  });

  it('is told where a token is to be had where it is not known', async () => {
    const at =
      'resource_metadata="https://h.example/.well-known/oauth-protected-resource/mcp", scope="';
    const [missing, bad] = [{ headers: none }, { headers: { 'x-api-key': 'bad' } }];
    expect(await keyOf(missing, { hasTokens: true })).toMatchObject({
      ...{ status: 401, challenge: expect.stringContaining(`Bearer ${at}`) },
    });
    expect(await keyOf(bad, { hasTokens: true })).toMatchObject({
      ...{ status: 401, challenge: expect.stringContaining(`Bearer error="invalid_token", ${at}`) },
    });
    expect(await keyOf(bad)).toMatchObject({ status: 401, challenge: 'Bearer' });
    const refusal = build({ hasTokens: true, fails: new ServiceError(403, 'No') });
    expect((await refusal.ask({ body: call() })).headers).not.toHaveProperty('www-authenticate');
  });
});
