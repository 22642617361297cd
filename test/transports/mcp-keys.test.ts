import { beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../src/base/log.ts';
import type { Service } from '../../src/service/service.ts';
import { createToolbox } from '../../src/transports/toolbox.ts';
import { endpoints } from '../../tools/index.ts';
import { callTool, clientOf } from '../support/mcp.ts';
import { postMcp, silentLog, useApp } from '../support/start-app.ts';

const started = useApp({ settings: { CATALYST_LIMITS: 'on' } });
/** API keys of the two plans. */
let elite: string;
let basic: string;

beforeAll(() => {
  elite = started.key;
  basic = started.createKey({ name: 'basic' });
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

const post = (headers: Record<string, string>, query = '', body: object | string = ping) =>
  postMcp(started.base, body, headers, query);

/** Returns the endpoint tools that a client sees. */
async function listed(options: Parameters<typeof clientOf>[1]): Promise<string[]> {
  const client = await clientOf(started.base, options);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name).filter((name) => endpoints.some((one) => one.name === name));
}

describe('keys, plans and limits', () => {
  it('shows only the tools of a bundle, within the plan', async () => {
    const bundle = ['Clinical Intelligence', 'Company Data'];
    const keys = {
      'elite-plus': started.createKey({ name: 'bundled', plan: 'elite-plus', bundle }),
      basic: started.createKey({ name: 'bundled and basic', bundle }),
    };
    const inBundle = endpoints.filter(({ group }) => bundle.includes(group));
    expect(await listed({ headers: { 'X-API-Key': keys['elite-plus'] } })).toEqual(
      inBundle.map(({ name }) => name),
    );
    expect(await listed({ headers: { 'X-API-Key': keys.basic } })).toEqual(
      inBundle.filter(({ plan }) => plan === 'basic').map(({ name }) => name),
    );
  });

  it('takes the key as Bearer token, X-API-Key or apiKey, in this order', async () => {
    const all = endpoints.map(({ name }) => name);
    expect(await listed({ headers: { Authorization: `Bearer ${elite}` } })).toEqual(all);
    expect(await listed({ headers: { 'X-API-Key': elite } })).toEqual(all);
    expect(await listed({ query: `?apiKey=${elite}` })).toEqual(all);
    expect(
      (await post({ authorization: `bearer ${elite}`, 'x-api-key': 'x' }, '?apiKey=x')).status,
    ).toBe(200);
    expect((await post({ authorization: 'Bearer x', 'x-api-key': elite })).status).toBe(401);
    expect((await post({ 'x-api-key': 'x' }, `?apiKey=${elite}`)).status).toBe(401);
  });

  it('refuses a missing and a wrong key at HTTP', async () => {
    const missing = await post({});
    expect(missing.status).toBe(401);
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    expect(await missing.json()).toEqual({ error: 'Missing API key' });
    const wrong = await post({ authorization: 'Bearer nobody' });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toEqual({ error: 'Invalid API key' });
    await expect(clientOf(started.base)).rejects.toThrow(/401|Missing API key/);
  });

  it('lists what the plan permits, and names the plan for the rest', async () => {
    const permitted = endpoints.filter(({ plan }) => plan === 'basic').map(({ name }) => name);
    expect(await listed({ headers: { 'X-API-Key': basic } })).toEqual(permitted);
    const own = await clientOf(started.base, { headers: { 'X-API-Key': basic } });
    expect((await callTool(own, 'fda_calendar')).isError).toBe(false);
    expect(await callTool(own, 'fda_approvals')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^This endpoint needs the Elite Plus plan\. /),
    });
    await own.close();
  });

  it('keeps clients apart that ask at the same time', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? elite : basic));
    const lists = await Promise.all(keys.map((key) => listed({ headers: { 'X-API-Key': key } })));
    const permitted = endpoints.filter(({ plan }) => plan === 'basic');
    expect(lists.map((names) => names.length)).toEqual(
      keys.map((key) => (key === elite ? endpoints.length : permitted.length)),
    );
  });

  it('refuses immediately beyond a limit, at every transport, with the seconds to wait', async () => {
    const own = await clientOf(started.base, { query: `?apiKey=${basic}` });
    // /pdufa/historical allows 60 requests per 300 seconds.
    for (let call = 0; call < 59; call += 1) {
      expect((await callTool(own, 'pdufa_historical')).isError).toBe(false);
    }
    expect((await started.ask('/pdufa/historical', {}, basic)).status).toBe(200);
    const wait =
      /^Rate limit exceeded: 60 requests per 300 seconds for \/pdufa\/historical\. Try again in \d+ s$/;
    expect(await callTool(own, 'pdufa_historical')).toMatchObject({
      isError: true,
      text: expect.stringMatching(wait),
    });
    const refused = await started.ask('/pdufa/historical', {}, basic);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    expect((await callTool(own, 'pdufa_upcoming')).isError).toBe(false);
    await own.close();
  });
});

describe('the protocol over HTTP', () => {
  it.each([
    ['malformed JSON', '{"jsonrpc"', 400, -32700],
    ['a wrong jsonrpc', { jsonrpc: '1.0', id: 1, method: 'ping' }, 400, -32600],
    ['a batch', [ping, { ...ping, id: 2 }], 400, -32600],
    ['null for an id', { ...ping, id: null }, 400, -32600],
    ['an unknown method', { ...ping, method: 'nope' }, 200, -32601],
    ['a made-up cursor', { ...ping, method: 'tools/list', params: { cursor: 'x' } }, 200, -32602],
    ['no name', { ...ping, method: 'tools/call', params: {} }, 200, -32602],
  ])('answers %s as the protocol says', async (_, body, status, code) => {
    const response = await post({ authorization: `Bearer ${elite}` }, '', body);
    const { error } = (await response.json()) as { error: { code: number; message: string } };
    expect(response.status).toBe(status);
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/zod|invalid_type|node_modules/);
  });

  it('refuses a version of the protocol that it does not speak', async () => {
    const version = { 'mcp-protocol-version': '1999-01-01' };
    expect((await post({ authorization: `Bearer ${elite}`, ...version })).status).toBe(400);
  });

  it.each([
    ['initialize', { protocolVersion: 7 }],
    ['initialize', {}],
    ['tools/list', { cursor: 7 }],
    ['tools/call', { name: 7 }],
    ['tools/call', { name: 'fda_calendar', arguments: 'x' }],
  ])(
    'refuses wrong parameters of %s %j in any version of the protocol, in words',
    async (method, params) => {
      for (const version of ['2025-11-25', '2024-10-07', '1999-01-01']) {
        const headers = { authorization: `Bearer ${elite}`, 'mcp-protocol-version': version };
        const response = await post(headers, '', { ...ping, method, params });
        const { error } = (await response.json()) as { error: { code: number; message: string } };
        expect([version, error.code]).toEqual([version, -32602]);
        expect(error.message).toMatch(/^[a-zA-Z: ]{1,60}$/);
      }
    },
  );

  it('answers odd parameters of the oldest version, and of one that is being agreed on', async () => {
    const asks = async (version: string, method: string, params: object) => {
      const headers = { authorization: `Bearer ${elite}`, 'mcp-protocol-version': version };
      const response = await post(headers, '', { ...ping, method, params });
      return ((await response.json()) as { result?: object }).result;
    };
    expect(await asks('2024-10-07', 'ping', { _meta: 5 })).toEqual({});
    const oldest = { protocolVersion: '2024-10-07', clientInfo: 'none' };
    expect(await asks('1999-01-01', 'initialize', oldest)).toMatchObject({
      protocolVersion: '2024-10-07',
    });
  });
});

it('hides the cause of a failure from the model and logs it completely', async () => {
  const logged: unknown[] = [];
  const log = { ...silentLog(), error: (about: unknown) => logged.push(about) } as Log;
  const cause = new Error('SQLITE_CORRUPT in /home/anna/store.sqlite');
  const service: Service = {
    ...started.app.service,
    answer: async () => {
      throw cause;
    },
  };
  const toolbox = createToolbox(started.app.catalogue, service, log);
  const answer = JSON.parse(await toolbox.callTool({ key: elite }, 'fda_calendar', {}));
  expect(answer.isError).toBe(true);
  expect(answer.content[0].text).toMatch(/^Internal error\. /);
  expect(JSON.stringify(answer)).not.toMatch(/SQLITE|anna/);
  expect(logged).toEqual([{ err: cause, tool: 'fda_calendar' }]);
});
