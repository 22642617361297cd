import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { presentationOf, queryOf } from '../../src/transports/mcp-http.ts';
import {
  errorReply,
  outcomeOf,
  paramsProblem,
  readMessage,
  respond,
  type Toolbox,
} from '../../src/transports/protocol.ts';
import { credentialOf, noticeHeaders, refusal, responseOf } from '../../src/transports/replies.ts';
import { silentLog } from '../support/start-app.ts';

const invalid = (id: unknown, code: number, message: string) => ({
  invalid: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
});

describe('a message', () => {
  const noMethod = invalid(1, -32600, 'method must be a string');
  const noId = invalid(null, -32600, 'id must be a string or a number');
  const noParams = invalid(1, -32602, 'params must be an object');

  it.each([
    [7, invalid(null, -32600, 'not an object')],
    [null, invalid(null, -32600, 'not an object')],
    [[], invalid(null, -32600, 'not an object')],
    [{ id: 1, method: 'ping' }, invalid(1, -32600, 'jsonrpc must be "2.0"')],
    [{ jsonrpc: '1.0', id: 'a', method: 'ping' }, invalid('a', -32600, 'jsonrpc must be "2.0"')],
    [{ jsonrpc: '2.0', id: 1 }, noMethod],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, noMethod],
    // A message with a method is not a response, whatever other fields it has.
    [{ jsonrpc: '2.0', id: 1, method: 7, result: {} }, noMethod],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, noId],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, noId],
    [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, noParams],
  ])('%j is none', (message, read) => {
    expect(readMessage(message)).toEqual(read);
  });

  it.each([
    [{ id: 0, method: 'ping' }, { request: { id: 0, method: 'ping', params: {} } }],
    [
      { id: '', method: 'a', params: { b: 1 } },
      { request: { id: '', method: 'a', params: { b: 1 } } },
    ],
    [{ id: 1, method: 'ping', params: null }, { request: { id: 1, method: 'ping', params: {} } }],
    [{ method: 'a', params: { b: 1 } }, { notification: { method: 'a', params: { b: 1 } } }],
    [{ method: 'a', params: [] }, { notification: { method: 'a', params: {} } }],
    [{ id: 1, result: {} }, { notification: { method: 'response', params: {} } }],
    [{ id: 1, error: {} }, { notification: { method: 'response', params: {} } }],
  ])('%j is read', (message, read) => {
    expect(readMessage({ jsonrpc: '2.0', ...message })).toEqual(read);
  });
});

describe('parameters', () => {
  const problem = (method: string, params: Record<string, unknown>) =>
    paramsProblem({ id: 1, method, params });
  const cursor = 'unknown cursor: the list has only one page';
  const uri = 'uri must be a text of at most 1000 characters';
  const ref = 'ref must name a prompt (ref/prompt) or a template (ref/resource)';
  const argument = 'argument must have a name and a value';
  const strings = 'arguments must be an object of strings';
  const prompt = { type: 'ref/prompt', name: 'x' };
  const template = { type: 'ref/resource', uri: 'x' };
  const named = { name: 'ticker', value: '' };

  const cases: readonly (readonly [string, Record<string, unknown>, string | undefined])[] = [
    ['initialize', {}, 'protocolVersion must be a string'],
    ['initialize', { protocolVersion: '' }, undefined],
    ['ping', { anything: 1 }, undefined],
    ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].flatMap(
      (method) =>
        [
          [method, {}, undefined],
          [method, { cursor: null }, undefined],
          [method, { cursor: '' }, cursor],
        ] as const,
    ),
    ['tools/call', {}, 'name must be the name of a tool'],
    ['tools/call', { name: 'news' }, undefined],
    ['tools/call', { name: 'news', arguments: null }, undefined],
    ['tools/call', { name: 'news', arguments: {} }, undefined],
    ['tools/call', { name: 'news', arguments: [] }, 'arguments must be an object'],
    ['prompts/get', { name: 7 }, 'name must be the name of a prompt'],
    ['prompts/get', { name: 'x' }, undefined],
    ['prompts/get', { name: 'x', arguments: { a: 'b' } }, undefined],
    ['prompts/get', { name: 'x', arguments: [] }, strings],
    ['prompts/get', { name: 'x', arguments: { a: 'b', c: 1 } }, strings],
    ['resources/read', {}, uri],
    ['resources/read', { uri: 'x'.repeat(1_000) }, undefined],
    ['resources/read', { uri: 'x'.repeat(1_001) }, uri],
    ['completion/complete', { argument: named }, ref],
    ['completion/complete', { ref: { type: 'ref/prompt' }, argument: named }, ref],
    ['completion/complete', { ref: { type: 'ref/prompt', uri: 'x' }, argument: named }, ref],
    ['completion/complete', { ref: { type: 'ref/resource', name: 'x' }, argument: named }, ref],
    ['completion/complete', { ref: { type: 'ref/tool', name: 'x' }, argument: named }, ref],
    ['completion/complete', { ref: template, argument: named }, undefined],
    ['completion/complete', { ref: prompt, argument: named }, undefined],
    ['completion/complete', { ref: prompt }, argument],
    ['completion/complete', { ref: prompt, argument: { name: 'x' } }, argument],
    ['completion/complete', { ref: prompt, argument: { value: 'x' } }, argument],
  ];

  it.each(cases)('of %s, %j: %s', (method, params, expected) => {
    expect(problem(method, params)).toBe(expected);
  });
});

describe('an answer', () => {
  const asked: unknown[] = [];
  const refusing = (cause: unknown): Toolbox => ({
    listTools: async (credential) => JSON.stringify({ credential }),
    callTool: async (_, name, args) => JSON.stringify({ name, args }),
    answer: async (_, method, params) => {
      asked.push([method, params]);
      throw cause;
    },
    instructions: async () => 'words',
  });
  const toolbox = refusing(new ServiceError(404, 'Nothing'));
  const said = async (method: string, params: Record<string, unknown> = {}, of = toolbox) =>
    JSON.parse((await respond({ id: 'i', method, params }, { key: 'k' }, of)) ?? 'null');
  const envelope = { jsonrpc: '2.0', id: 'i' };

  it('has the id of the request', async () => {
    expect(await said('ping')).toEqual({ ...envelope, result: {} });
    expect(await said('tools/list')).toEqual({ ...envelope, result: { credential: { key: 'k' } } });
    const result = { name: 'news', args: {} };
    expect(await said('tools/call', { name: 'news' })).toEqual({ ...envelope, result });
    expect(await said('tools/call', { name: 'news', arguments: { a: 1 } })).toMatchObject({
      result: { args: { a: 1 } },
    });
    expect(await said('tools/call')).toEqual({
      ...envelope,
      error: { code: -32602, message: 'name must be the name of a tool' },
    });
    expect(await said('logging/setLevel')).toBeNull();
  });

  it('negotiates the requested version, or else the newest', async () => {
    const version = async (protocolVersion: string) =>
      (await said('initialize', { protocolVersion })).result.protocolVersion;
    expect(await version('2024-11-05')).toBe('2024-11-05');
    expect(await version('2023-01-01')).toBe('2025-11-25');
    const greeting = await said('initialize', { protocolVersion: '2024-11-05' });
    expect(greeting.result.instructions).toBe('words');
  });

  it.each([
    [404, 'resources/read', 'resourceNotFound', { uri: 'x' }],
    [404, 'prompts/get', 'invalidParams', undefined],
    [400, 'resources/read', 'invalidParams', undefined],
    [401, 'prompts/get', 'internal', undefined],
    [429, 'resources/read', 'internal', undefined],
    [503, 'prompts/get', 'internal', undefined],
  ])('of %d to %s is %s', async (status, method, kind, data) => {
    const of = refusing(new ServiceError(status, 'Not so', { hint: 'Ask again' }));
    const params = { uri: 'x', name: 'x' };
    const outcome = await outcomeOf({ method, params }, { key: 'k' }, of);
    expect(outcome).toEqual({ kind, message: 'Not so. Ask again', ...(data ? { data } : {}) });
    expect(asked.at(-1)).toEqual([method, params]);
  });

  it('tells the data of a refusal, and no hint where there is none', async () => {
    expect(await said('resources/read', { uri: 'x' })).toEqual({
      ...envelope,
      error: { code: -32002, message: 'Nothing', data: { uri: 'x' } },
    });
  });

  it('of what is no refusal is for others to tell', async () => {
    const of = refusing(new Error('bug'));
    await expect(said('prompts/get', { name: 'x' }, of)).rejects.toThrow('bug');
  });

  it.each([
    // The codes of JSON-RPC 2.0, and of MCP for a resource.
    ['parse', -32700],
    ['invalidRequest', -32600],
    ['methodNotFound', -32601],
    ['invalidParams', -32602],
    ['internal', -32603],
    ['resourceNotFound', -32002],
  ] as const)('of no id, with the error %s, has the code %d', (kind, code) => {
    const error = { code, message: 'Not so' };
    const reply = JSON.parse(errorReply(null, kind, 'Not so'));
    expect(reply).toEqual({ jsonrpc: '2.0', id: null, error });
  });
});

describe('what a request wants to see', () => {
  const headers = { host: 'here:1' };
  const plain = { structured: false, origin: 'http://here:1' };
  const sets = 'x-mcp-toolsets';

  it.each([
    ['/mcp', {}, plain],
    ['/mcp?structured=1', {}, { ...plain, structured: true }],
    ['/mcp?structured=0', {}, plain],
    ['/mcp?toolsets=fda,cash', { [sets]: 'deals' }, { ...plain, toolsets: ['fda', 'cash'] }],
    ['/mcp', { [sets]: 'fda' }, { ...plain, toolsets: ['fda'] }],
  ])('%s %j', (url, more, wanted) => {
    expect(presentationOf({ url, headers: { ...headers, ...more } })).toEqual(wanted);
  });

  it('is rejected if it names no known toolset', () => {
    expect(() => presentationOf({ url: '/mcp?toolsets=nope', headers })).toThrow(/toolsets/);
    expect(presentationOf({ headers })).toEqual(plain);
  });

  it('follows the first question mark', () => {
    expect([...queryOf('/a?b=1?c&d=2')]).toEqual([
      ['b', '1?c'],
      ['d', '2'],
    ]);
    expect([...queryOf('/a')]).toEqual([]);
    expect([...queryOf()]).toEqual([]);
  });
});

describe('a refusal over HTTP', () => {
  it('has its message, and in headers what to do', () => {
    const error = new ServiceError(429, 'Too many', { retryAfterSeconds: 7, hint: 'Wait' });
    expect(refusal(error, '/x', silentLog())).toEqual({
      status: 429,
      headers: {
        'content-type': 'application/json',
        'retry-after': '7',
        'Catalyst-Notice': 'Wait',
      },
      body: '{"error":"Too many"}',
    });
    expect(refusal(new ServiceError(401, 'No key'), '/x', silentLog()).headers).toEqual({
      'content-type': 'application/json',
      'www-authenticate': 'Bearer',
    });
  });

  it('logs an internal error with its trail, and does not report it to the caller', () => {
    const logged: unknown[] = [];
    const log = { ...silentLog(), error: (...words: unknown[]) => logged.push(words) };
    const cause = new Error('secret');
    const reply = refusal(cause, '/x', log as never, { request_id: 'r1' } as never);
    expect(reply).toEqual({
      status: 500,
      headers: {
        'content-type': 'application/json',
        'x-request-id': 'r1',
        'Catalyst-Notice': expect.stringMatching(/The cause is in the server log\.$/),
      },
      body: '{"error":"Internal error"}',
    });
    expect(logged).toEqual([[{ err: cause, path: '/x', request_id: 'r1' }, 'request failed']]);
  });

  it('holds in its header plain ASCII of 2,000 characters at most', () => {
    expect(noticeHeaders()).toEqual({});
    expect(noticeHeaders(['Zoë’s “drug”', 'a–b → c'])).toEqual({
      'Catalyst-Notice': "Zoe's ?drug? a-b ? c",
    });
    const header = (length: number) => noticeHeaders(['x'.repeat(length)])['Catalyst-Notice'];
    expect([header(2_000)?.length, header(2_001)?.length]).toEqual([2_000, 2_000]);
  });

  it('tells the length of bytes, and leaves that of text to whoever sends it', () => {
    const headers = { a: 'b' };
    const bytes = responseOf({ status: 418, headers, body: new Uint8Array(3) });
    const told = ['content-length', 'a'].map((name) => bytes.headers.get(name));
    expect([bytes.status, ...told]).toEqual([418, '3', 'b']);
    const text = responseOf({ status: 200, headers, body: 'x' });
    expect(text.headers.get('content-length')).toBeNull();
  });

  it('takes a key that is a text, and no empty one', () => {
    expect(credentialOf('k')).toEqual({ key: 'k' });
    for (const none of ['', undefined, null, ['k']]) {
      expect(credentialOf(none)).toEqual({ key: undefined });
    }
  });
});
