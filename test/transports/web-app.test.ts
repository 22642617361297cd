import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unknownFeed } from '../../src/base/errors.ts';
import type { Observer } from '../../src/base/observer.ts';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { bundleName } from '../../src/page/connect.ts';
import { createTrails } from '../../src/transports/trails.ts';
import { createWebApp, type WebParts } from '../../src/transports/web-app.ts';
import { company } from '../../tools/company-data/company.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { temporaryFolder } from '../support/files.ts';

const origin = 'http://here:1';
const json = { 'content-type': 'application/json' };
const requestId = expect.stringMatching(/^[\da-f-]{36}$/);
const exposed = 'Catalyst-Notice,Catalyst-Total,Link,Retry-After,x-request-id';
const issuer = 'https://i.example';

function build(more: Partial<WebParts> = {}, fails?: Error) {
  const asked: unknown[] = [];
  const logged: object[] = [];
  const heard: unknown[] = [];
  const source = { describe: () => ({ version: '1', from: 'here' }), demo: false };
  const parts = {
    ...{ catalogue: createCatalogue([fdaCalendar, company]), version: '1.2.3' },
    ...{ trails: createTrails(() => false) },
    service: {
      source: () => source,
      async answer(endpoint: Endpoint, given: object, credential: object, check: () => void) {
        asked.push([endpoint.name, given, credential]);
        check();
        if (fails) throw fails;
        return {
          ...{ endpoint, records: ['{"a":1}'], query: {}, notices: ['Late.'] },
          pagination: { page: 1, pageSize: 50, total: 1 },
        };
      },
    },
    calendars: {
      async read(token: string, at: string) {
        if (token !== 'good') throw unknownFeed();
        return `BEGIN:VCALENDAR at ${at}`;
      },
    },
    log: { error: (fields: object, said: string) => void logged.push({ ...fields, said }) },
    observer: {
      began: (...call: unknown[]) => {
        heard.push(call);
        return () => {};
      },
    } as unknown as Observer,
    ...more,
  } as unknown as WebParts;
  const app = createWebApp(parts);
  const incoming = { headers: {}, socket: {} };
  async function ask(path: string, init: RequestInit = {}) {
    const response = await app.request(`${origin}${path}`, init, { incoming } as never);
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  }
  return { ask, asked, logged, heard };
}

const caller = { hasLeft: expect.any(Function) };

describe('an endpoint over REST', () => {
  it('is asked with its arguments, without what the transport takes', async () => {
    const { ask, asked, heard } = build();
    const path = '/api/v2/fdacalendar?apiKey=k&format=json&drug=x&stage=a&stage=b&empty=';
    expect(await ask(path)).toEqual({
      status: 200,
      headers: {
        ...{ ...json, 'catalyst-notice': 'Late.', 'cache-control': 'private, no-cache' },
        ...{ 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed },
      },
      text: '{"result":[{"a":1}],"pagination":{"page":1,"pageSize":50,"total":1}}',
    });
    expect(asked).toEqual([
      ['fda_calendar', { drug: 'x', stage: ['a', 'b'], empty: '' }, { ...caller, key: 'k' }],
    ]);
    expect(heard).toEqual([['rest', 'fda_calendar']]);
  });

  it('takes what stands in its path before what stands behind it', async () => {
    const { ask, asked } = build();
    await ask('/api/v2/companies/AB%20C?ticker=X');
    expect(asked).toEqual([['company', { ticker: 'AB C' }, { ...caller, key: undefined }]]);
  });

  it('is answered as a table where that is asked for, and in no third way', async () => {
    const { ask } = build();
    const { headers } = await ask('/api/v2/fdacalendar?format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const refused = await ask('/api/v2/fdacalendar?format=xml');
    expect([refused.status, refused.text]).toEqual([
      ...[400, '{"error":"Invalid format: one of json, csv"}'],
    ]);
  });

  it('that fails says nothing of why, which the log has', async () => {
    const err = new Error('secret');
    const { ask, logged } = build({}, err);
    const { status, text, headers } = await ask('/api/v2/fdacalendar');
    expect([status, text]).toEqual([500, '{"error":"Internal error"}']);
    expect(logged).toEqual([
      {
        ...{ err, path: '/api/v2/fdacalendar', said: 'request failed' },
        request_id: headers['x-request-id'],
      },
    ]);
  });

  it.each<[string, string, number, unknown]>([
    ['POST', '/api/v2/fdacalendar', 405, 'Method not allowed: use GET'],
    ['DELETE', '/api/v2/companies/X', 405, 'Method not allowed: use GET'],
    ['POST', '/api/v2/nothing', 404, expect.stringContaining('Unknown path "/api/v2/nothing"')],
    ['GET', '/api/v2/nothing', 404, expect.stringContaining('Unknown path "/api/v2/nothing"')],
    ['GET', '/nothing', 404, expect.stringContaining('/api/v2, /mcp, /openapi.json')],
    ['GET', '/api/v3/x', 404, expect.stringContaining('/api/v2, /mcp, /openapi.json')],
    ...['/', '/favicon.ico', '/openapi.json', '/healthz', '/readyz'].map(
      (path): [string, string, number, unknown] => [
        'POST',
        path,
        405,
        'Method not allowed: use GET',
      ],
    ),
  ])('%s %s is refused: %i', async (method, path, status, error) => {
    const told = await build().ask(path, { method });
    expect([told.status, JSON.parse(told.text)]).toEqual([status, { error }]);
    expect(told.headers['x-request-id']).toEqual(requestId);
    expect(told.headers.allow).toBe(status === 405 ? 'GET' : undefined);
  });
});

describe('what else is served', () => {
  it('is whether it runs, and whether it can answer', async () => {
    const condition = () => 'draining';
    const { ask } = build();
    expect(await ask('/healthz')).toEqual({
      ...{ status: 200, headers: json, text: '{"status":"ok"}' },
    });
    expect((await ask('/readyz')).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded']) {
      const forwarded = await ask('/readyz', { headers: { [header]: 'for=192.0.2.1' } });
      expect([forwarded.status, forwarded.text]).toEqual([
        404,
        expect.not.stringMatching('ready"'),
      ]);
    }
    const draining = await build({ conditions: [condition] }).ask('/readyz');
    expect([draining.status, JSON.parse(draining.text).reasons]).toEqual([503, ['draining']]);
  });

  it('is its description, to every origin, of this version', async () => {
    const { status, headers, text } = await build().ask('/openapi.json');
    expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([
      ...[200, '*', 'Accept-Encoding'],
    ]);
    const { info, paths } = JSON.parse(text);
    expect([info.description.slice(-7), Object.keys(paths)]).toEqual([
      ' 1.2.3.',
      expect.arrayContaining([expect.stringContaining('/fdacalendar')]),
    ]);
  });

  it('is its sign', async () => {
    const { status, headers, text } = await build().ask('/favicon.ico');
    expect([status, headers, text.slice(1, 4)]).toEqual([
      200,
      { 'content-type': 'image/png' },
      'PNG',
    ]);
  });

  it('is a calendar by its token, which belongs in no log', async () => {
    const { ask, heard } = build();
    expect(await ask('/feeds/good/calendar.ics')).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="catalysts.ics"',
        ...{ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
      },
      text: `BEGIN:VCALENDAR at ${origin}`,
    });
    expect(heard).toEqual([['feed', 'calendar']]);
    expect((await ask('/feeds/bad/calendar.ics')).status).toBe(404);
    const read = () => Promise.reject(new Error('a fault'));
    const broken = build({ calendars: { read } as never });
    expect((await broken.ask('/feeds/good/calendar.ics')).status).toBe(500);
    expect(broken.logged).toMatchObject([{ path: '/feeds/…' }]);
  });

  it('is whose tokens open it, where there are any', async () => {
    const resource = 'https://h.example/mcp';
    const tokens = { settings: { resource, issuer, claim: 'sub' } } as never;
    for (const path of [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource',
    ]) {
      const { status, headers, text } = await build({ tokens }).ask(path);
      expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
      expect(JSON.parse(text)).toEqual({
        ...{ resource, authorization_servers: [issuer], scopes_supported: [expect.any(String)] },
        ...{ bearer_methods_supported: ['header'], resource_name: 'Biotech catalysts' },
      });
      expect((await build().ask(path)).status).toBe(404);
    }
  });

  it('is the bundle, where there is one', async () => {
    const bundle = join(temporaryFolder(), 'made.mcpb');
    const { ask } = build({ bundle });
    expect((await ask(`/${bundleName}`)).status).toBe(404);
    writeFileSync(bundle, 'packed');
    expect(await ask(`/${bundleName}`)).toEqual({
      ...{ status: 200, text: 'packed' },
      headers: {
        ...{ 'content-type': 'application/octet-stream', 'content-length': '6' },
        'content-disposition': `attachment; filename="${bundleName}"`,
        'x-content-type-options': 'nosniff',
      },
    });
    expect((await build().ask(`/${bundleName}`)).status).toBe(404);
  });
});
