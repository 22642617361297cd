import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { version } from '../../src/base/version.ts';
import {
  isModern,
  isModernHeader,
  refusalWithoutId,
  respondModern,
} from '../../src/transports/modern.ts';
import type { Toolbox } from '../../src/transports/protocol.ts';

const newest = '2026-07-28';
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const server = { 'io.modelcontextprotocol/serverInfo': { name: 'biotech-catalyst-mcp', version } };
const envelope = { [versionKey]: newest, [capabilitiesKey]: {} };

const toolbox = (fails?: Error): Toolbox => {
  const told = async (...asked: unknown[]) => {
    if (fails) throw fails;
    return JSON.stringify({ asked });
  };
  return {
    listTools: (credential) => told('list', credential),
    callTool: (credential, name, args) => told('call', credential, name, args),
    answer: (credential, method) => told(method, credential),
    instructions: async () => 'Ask.',
  };
};

async function asked(
  method: string,
  params: object = {},
  { headers, fails, id = 7 }: { headers?: object; fails?: Error; id?: string | number } = {},
) {
  const request = { id, method, params: { _meta: envelope, ...params } };
  const { text, status } = await respondModern(
    request,
    'owner',
    toolbox(fails),
    headers as Record<string, string> | undefined,
  );
  return { status, ...JSON.parse(text) };
}
const refused = (code: number, message: unknown, more: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 7, error: { code, message } },
  ...more,
});

describe('a request', () => {
  it.each([
    [{}, undefined, false],
    [{ _meta: { [versionKey]: newest } }, undefined, true],
    [{ _meta: { [versionKey]: '2025-11-25' } }, undefined, false],
    [{ _meta: { [versionKey]: '2024-10-07' } }, undefined, false],
    [{ _meta: { [versionKey]: 7 } }, undefined, true],
    [{ _meta: [] }, undefined, false],
    [{ _meta: null }, undefined, false],
    [{}, newest, true],
    [{}, '2025-11-25', false],
    [{ _meta: { [versionKey]: newest } }, '2025-11-25', true],
  ])('with %j and the header %s is of this era: %s', (params, header, isSo) => {
    expect(isModern({ params }, header)).toBe(isSo);
  });

  it.each([
    ['2025-11-25', false],
    ['2025-11-26', true],
    ['2025-06-18', false],
    ['2099-01-01', true],
    ['2026-7-28', false],
    ['x2026-07-28', false],
    ['2026-07-280', false],
  ])('whose header is %s is of this era: %s', (header, isSo) => {
    expect(isModernHeader(header)).toBe(isSo);
  });
});

describe('a result', () => {
  it('has what each of this era has, before its own', async () => {
    const head = { resultType: 'complete', _meta: server };
    expect(await asked('tools/call', { name: 'news', arguments: { a: 1 } })).toEqual({
      ...{ status: 200, jsonrpc: '2.0', id: 7 },
      result: { ...head, asked: ['call', 'owner', 'news', { a: 1 }] },
    });
    expect((await asked('tools/list')).result).toEqual({
      ...{ ...head, ttlMs: 300_000, cacheScope: 'private', asked: ['list', 'owner'] },
    });
    expect((await asked('prompts/list', {}, { id: 'a"b' })).id).toBe('a"b');
    const { result } = await asked('server/discover');
    expect(result).toMatchObject({
      ...{ resultType: 'complete', ttlMs: 300_000, cacheScope: 'public', instructions: 'Ask.' },
      supportedVersions: expect.arrayContaining([newest]),
    });
    expect(Object.keys(result._meta['io.modelcontextprotocol/serverInfo'])).toEqual([
      ...['name', 'version', 'title', 'icons'],
    ]);
  });
});

describe('an envelope', () => {
  const mustName = refused(-32602, `params._meta must name ${versionKey}`, { status: 400 });
  const mustHold = refused(-32602, `params._meta must hold ${capabilitiesKey}, an object`, {
    status: 400,
  });

  it.each([
    [undefined, mustName],
    [{}, mustName],
    [{ ...envelope, [versionKey]: 7 }, mustName],
    [{ [versionKey]: newest }, mustHold],
    [{ ...envelope, [capabilitiesKey]: [] }, mustHold],
    [{ ...envelope, [capabilitiesKey]: null }, mustHold],
  ])('%j is refused', async (_meta, reply) => {
    expect(await asked('tools/list', { _meta })).toEqual(reply);
  });

  it('of another revision is told those that are spoken, before what else is wrong', async () => {
    const _meta = { [versionKey]: '2027-01-01' };
    const { error, status } = await asked('nope', { _meta });
    expect([status, error]).toEqual([
      400,
      {
        ...{ code: -32022, message: 'Unsupported protocol version' },
        data: {
          supported: [
            ...[newest, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
          ],
          requested: '2027-01-01',
        },
      },
    ]);
  });
});

describe('headers', () => {
  const of = (method: string, more: object = {}) => ({
    ...{ 'mcp-protocol-version': newest, 'mcp-method': method },
    ...more,
  });
  const call = { name: 'news' };
  const says = (name: string) => `Header mismatch: ${name} does not match the body`;

  it.each<[string, string, object, object, string | undefined]>([
    ['all', 'tools/call', call, of('tools/call', { 'mcp-name': 'news' }), undefined],
    [
      'spaces around them',
      'tools/call',
      call,
      { 'mcp-protocol-version': ` ${newest}`, 'mcp-method': 'tools/call ', 'mcp-name': ' news ' },
      undefined,
    ],
    ['none', 'tools/list', {}, {}, 'Header mismatch: MCP-Protocol-Version is missing'],
    [
      'no method',
      'tools/list',
      {},
      { 'mcp-protocol-version': newest },
      'Header mismatch: Mcp-Method is missing',
    ],
    ['another method', 'tools/list', {}, of('tools/call'), says('Mcp-Method')],
    [
      'no name of a tool',
      'tools/call',
      call,
      of('tools/call'),
      'Header mismatch: Mcp-Name is missing',
    ],
    [
      'the name of another',
      'tools/call',
      call,
      of('tools/call', { 'mcp-name': 'x' }),
      says('Mcp-Name'),
    ],
    [
      'no name of a prompt',
      'prompts/get',
      { name: 'x' },
      of('prompts/get'),
      'Header mismatch: Mcp-Name is missing',
    ],
    [
      'no address of a resource',
      'resources/read',
      { uri: 'a://b' },
      of('resources/read'),
      'Header mismatch: Mcp-Name is missing',
    ],
    [
      'the address of a resource',
      'resources/read',
      { uri: 'a://b' },
      of('resources/read', { 'mcp-name': 'a://b' }),
      undefined,
    ],
    ['no name where none is needed', 'prompts/list', {}, of('prompts/list'), undefined],
  ])('with %s', async (_, method, params, headers, message) => {
    const reply = await asked(method, params, { headers });
    if (message === undefined) expect(reply).toHaveProperty('result');
    else expect(reply).toEqual(refused(-32020, message, { status: 400 }));
  });

  it('are of no use where the body lacks what they say, which the method tells', async () => {
    const reply = await asked('tools/call', {}, { headers: of('tools/call') });
    expect(reply).toEqual(refused(-32602, 'name must be the name of a tool', { status: 200 }));
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it.each([
    [`=?base64?${base64('näws')}?=`, 'näws', true],
    [`=?base64?${base64('a\nb')}?=`, 'a\nb', true],
    ['=?base64??=', '', true],
    ['=?base64?bmV3cw?=', 'news', false],
    ['=?base64?/w==?=', '\ufffd', false],
    ['x=?base64?bmV3cw==?=', 'news', false],
    ['=?base64?bmV3cw==?=x', 'news', false],
  ])('may say a name in Base64: %s', async (header, name, isSo) => {
    const headers = of('tools/call', { 'mcp-name': header });
    expect('result' in (await asked('tools/call', { name }, { headers }))).toBe(isSo);
  });

  it('are asked for over HTTP alone', async () => {
    expect(await asked('tools/call', call)).toHaveProperty('result');
  });
});

describe('a refusal', () => {
  it('of what is no method of this era has its status, of wrong parameters its words', async () => {
    for (const method of ['ping', 'initialize', 'nope']) {
      expect(await asked(method)).toEqual(refused(-32601, 'Method not found', { status: 404 }));
    }
    expect(await asked('tools/list', { cursor: 'x' })).toEqual(
      refused(-32602, 'unknown cursor: the list is one page', { status: 200 }),
    );
  });

  it('of the tools is told by its own words', async () => {
    const missing = new ServiceError(404, 'Unknown resource', { hint: 'There are: x.' });
    const { error, status } = await asked('resources/read', { uri: 'a://b' }, { fails: missing });
    expect([status, error]).toEqual([
      200,
      { code: -32602, message: 'Unknown resource. There are: x.', data: { uri: 'a://b' } },
    ]);
    const paused = new ServiceError(403, 'Access is paused');
    expect(await asked('tools/list', {}, { fails: paused })).toEqual(
      refused(-32603, 'Access is paused', { status: 200 }),
    );
    await expect(asked('tools/list', {}, { fails: new Error('a fault') })).rejects.toThrow(
      'a fault',
    );
  });

  it('of what is no request has no id', () => {
    expect(refusalWithoutId('parse', 'not JSON')).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"not JSON"}}',
    );
    expect(JSON.parse(refusalWithoutId('invalidRequest', 'x')).error.code).toBe(-32600);
  });
});
