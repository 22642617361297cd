import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import type { Observer } from '../../src/base/observer.ts';
import { contentSecurityPolicy } from '../../src/page/frame.ts';
import type { Pages } from '../../src/page/page.ts';
import { addPages, type PageParts } from '../../src/transports/page-routes.ts';
import { createSessions } from '../../src/transports/sessions.ts';
import { createTrails } from '../../src/transports/trails.ts';

const origin = 'http://here:1';
const pageHeaders = {
  'content-type': 'text/html; charset=UTF-8',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
};

/** The routes over pages that say what they were asked, or fail as the test wants. */
function build(fails?: Error) {
  const heard: unknown[] = [];
  const logged: object[] = [];
  const told = async (...asked: unknown[]) => {
    if (fails) throw fails;
    return JSON.stringify(asked);
  };
  const pages: Pages = {
    home: async (...asked) => {
      const plain = Buffer.from(await told('home', ...asked));
      return { plain, gzip: Buffer.from('gzipped'), br: Buffer.from('packed') } as never;
    },
    dossier: async (viewer, symbol) => ({
      page: symbol === 'LONG' ? 'x'.repeat(1_024) : await told('dossier', viewer, symbol),
      status: symbol === 'NOPE' ? 404 : 200,
    }),
    search: async (viewer, query) =>
      query === 'abacus' ? { ticker: 'AB/C' } : { page: await told('search', viewer, query) },
    failure: async (viewer, error) => JSON.stringify(['failure', viewer, error.message]),
  };
  const parts = {
    ...{ pages, sessions: createSessions(), trails: createTrails(() => false) },
    service: {
      account({ key }: { key: string }) {
        if (key !== 'bcm_good') throw new ServiceError(401, 'Invalid API key');
      },
    },
    log: { error: (fields: object, said: string) => void logged.push({ ...fields, said }) },
    observer: {
      began: (...call: unknown[]) => {
        heard.push(call);
        return (cause?: unknown) => void heard.push(cause ?? 'ended');
      },
    } as unknown as Observer,
  } as unknown as PageParts;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((cause, c) => c.text(cause.message, (cause as ServiceError).status as 413));
  addPages(app, parts);
  const incoming = { headers: {}, socket: { destroyed: false } };
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await app.request(`${origin}${path}`, init, { incoming } as never);
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  };
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    ask(path, {
      ...{ method: 'POST', body },
      headers: {
        ...{ origin, host: 'here:1', 'content-type': 'application/x-www-form-urlencoded' },
        ...headers,
      },
    });
  /** The cookie of a browser that has given its key. */
  const signIn = async () => {
    const { headers } = await post('/session', 'key=+bcm_good+');
    return headers['set-cookie'] ?? '';
  };
  return { ask, post, signIn, heard, logged, incoming };
}
const requestId = expect.stringMatching(/^[\da-f-]{36}$/);

describe('a page', () => {
  it('is sent whole, to be kept for its reader alone', async () => {
    const { ask, heard } = build();
    expect(await ask('/ticker/%20abcqz')).toEqual({
      ...{ status: 200, headers: { ...pageHeaders, vary: 'Cookie' } },
      text: '["dossier",{},"ABCQZ"]',
    });
    expect(heard).toEqual([['page', 'page'], 'ended']);
    expect((await ask('/ticker/nope')).status).toBe(404);
    const long = await ask('/ticker/long', { headers: { 'accept-encoding': 'gzip' } });
    expect(long.headers).toEqual({
      ...{ ...pageHeaders, vary: 'Cookie, Accept-Encoding', 'content-encoding': 'gzip' },
    });
    expect((await ask('/ticker/long')).text).toHaveLength(1_024);
    expect((await ask(`/ticker/${'x'.repeat(101)}`)).text).toBe(
      `["dossier",{},"${'X'.repeat(100)}"]`,
    );
  });

  it('waits for its turn with 199 others; more are refused, and a caller who left takes none', async () => {
    const { ask, incoming, heard } = build();
    incoming.socket.destroyed = true;
    const left = Array.from({ length: 200 }, () => ask('/ticker/abcqz'));
    expect(await ask('/ticker/abcqz')).toMatchObject({
      status: 503,
      text: expect.stringContaining('Too many simultaneous page requests'),
    });
    for (const { status } of await Promise.all(left)) expect(status).toBe(499);
    incoming.socket.destroyed = false;
    expect((await ask('/ticker/abcqz')).status).toBe(200);
    expect(heard).toEqual([['page', 'page'], 'ended']);
  });

  it('that is first is packed already, for each host by which it is asked', async () => {
    const { ask } = build();
    const headers = { ...pageHeaders, vary: 'Cookie, Accept-Encoding' };
    const plain = `["home",{},"${origin}"]`;
    expect(await ask('/')).toEqual({
      ...{ status: 200, text: plain },
      headers: { ...headers, 'content-length': String(plain.length) },
    });
    expect(await ask('/', { headers: { 'accept-encoding': 'gzip' } })).toEqual({
      ...{ status: 200, text: 'gzipped' },
      headers: { ...headers, 'content-encoding': 'gzip', 'content-length': '7' },
    });
    expect((await ask('/', { headers: { 'accept-encoding': 'br' } })).text).toBe('packed');
  });

  it('of what is searched for may be another', async () => {
    const { ask } = build();
    const to = async (path: string) => {
      const { status, headers } = await ask(path);
      return [status, headers.location];
    };
    expect(await to('/search')).toEqual([303, '/']);
    expect(await to('/search?q=%20%20')).toEqual([303, '/']);
    expect(await to('/search?q=abacus')).toEqual([303, '/ticker/AB%2FC']);
    const { status, text } = await ask(`/search?q=%20${'x'.repeat(101)}`);
    expect([status, text]).toEqual([200, `["search",{},"${'x'.repeat(100)}"]`]);
  });

  it('that is refused says so in its place, and is found in no log', async () => {
    const refusal = new ServiceError(403, 'Access is paused');
    const { ask, heard, logged } = build(refusal);
    expect(await ask('/ticker/x')).toEqual({
      ...{ status: 403, text: '["failure",{},"Access is paused"]' },
      headers: { ...pageHeaders, vary: 'Cookie', 'x-request-id': requestId },
    });
    expect([heard, logged]).toEqual([[['page', 'page'], refusal], []]);
  });

  it('that fails tells nothing of why, which the log has', async () => {
    const err = new Error('secret');
    const { ask, logged } = build(err);
    const { status, text, headers } = await ask('/ticker/x');
    expect([status, text]).toEqual([500, '["failure",{},"Internal error"]']);
    expect(logged).toEqual([
      { err, path: '/ticker/x', request_id: headers['x-request-id'], said: 'page failed' },
    ]);
  });

  it('waits for those before it: one each five milliseconds', async () => {
    const { ask } = build();
    const begun = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => ask('/ticker/x')));
    // A timer may fire up to a millisecond early.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(40);
  });
});

describe('a session', () => {
  it('is opened by a key that opens something, and known by its cookie', async () => {
    const { ask, post, signIn } = build();
    const opened = await post('/session', 'key=bcm_good');
    expect([opened.status, opened.headers.location]).toEqual([303, '/']);
    expect(opened.headers['set-cookie']).toMatch(
      /^catalyst_session=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const cookie = await signIn();
    expect(cookie).not.toBe(opened.headers['set-cookie']);
    const asked = async (headers: Record<string, string>) =>
      (await ask('/ticker/x', { headers: { cookie, ...headers } })).text;
    const known = '["dossier",{"key":"bcm_good"},"X"]';
    expect(await asked({})).toBe(known);
    for (const site of ['same-origin', 'none']) {
      expect(await asked({ 'sec-fetch-site': site })).toBe(known);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect(await asked({ 'sec-fetch-site': site })).toBe('["dossier",{},"X"]');
    }
    expect(await asked({ cookie: 'catalyst_session=other' })).toBe('["dossier",{},"X"]');
  });

  it('is kept to https where it was reached by it', async () => {
    const { post } = build();
    const { headers } = await post('/session', 'key=bcm_good', { origin: 'https://here:1' });
    expect(headers['set-cookie']).toContain('; Secure');
  });

  it('ends where it is asked to, and where its key opens nothing any more', async () => {
    const { ask, post, signIn } = build();
    const cookie = await signIn();
    const ended = await post('/session/end', '', { cookie });
    expect([ended.status, ended.headers.location]).toEqual([303, '/']);
    expect(ended.headers['set-cookie']).toMatch(/^catalyst_session=; Max-Age=0; Path=\/$/);
    expect((await ask('/ticker/x', { headers: { cookie } })).text).toBe('["dossier",{},"X"]');
    for (const [status, ends] of [
      [401, true],
      [403, false],
    ] as const) {
      const refused = build(new ServiceError(status, 'No'));
      const { headers } = await refused.ask('/', { headers: { cookie } });
      expect('set-cookie' in headers).toBe(ends);
    }
  });

  it.each([
    ['no key of ours', 'key=bcm_bad', {}, 401, 'Invalid API key'],
    ['no key', '', {}, 401, 'Invalid API key'],
    ['a form of another origin', 'key=bcm_good', { origin: 'http://there:1' }, 403, undefined],
    ['a form of the same host at another port', 'key=bcm_good', { origin: 'http://here:2' }, 403],
    ['a form of no origin', 'key=bcm_good', { origin: 'null' }, 403, undefined],
    ['another site', 'key=bcm_good', { 'sec-fetch-site': 'cross-site' }, 403, undefined],
    ['the same site', 'key=bcm_good', { 'sec-fetch-site': 'same-site' }, 403, undefined],
    ['no site', 'key=bcm_good', { 'sec-fetch-site': 'none' }, 403, undefined],
  ])('is not opened by %s', async (_, body, headers, status, message?: string) => {
    const { post } = build();
    const { text, ...answer } = await post('/session', body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie'] ?? '').not.toMatch(/catalyst_session=\w/);
    if (message) expect(text).toBe(`["failure",{},"${message}"]`);
    if (status === 403) expect((await post('/session/end', '', headers as never)).status).toBe(403);
  });

  it('has a form of 2,048 bytes at most', async () => {
    const { post } = build();
    const bytes = (length: number) =>
      post('/session', `key=${'x'.repeat(length - 4)}`, { 'content-length': String(length) });
    expect((await bytes(2_048)).status).toBe(401);
    const large = await bytes(2_049);
    expect([large.status, large.text]).toEqual([413, 'Body larger than 2048 bytes']);
  });
});
