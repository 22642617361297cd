import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, useApp } from '../support/start-app.ts';
import { Browser, callback } from './browser.ts';
import { Flow, publicUrl, resource } from './flow.ts';

let key: string;
const lines: string[] = [];
const keep = (...words: unknown[]) => lines.push(String(JSON.stringify(words)));
const log = { info: keep, warn: keep, error: keep } as never;
const started = useApp({ settings: { CATALYST_PUBLIC_URL: publicUrl }, log });
beforeAll(() => {
  key = started.createKey({ name: 'anna' });
});
// An invalid request is never logged as a server error.
afterEach(() => expect(lines).toEqual([]));

describe('the metadata', () => {
  it('of the server says what is taken (RFC 8414), to every origin', async () => {
    const response = await fetch(`${started.base}/.well-known/oauth-authorization-server`, {
      headers: { origin: 'https://claude.ai' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://claude.ai');
    expect(await response.json()).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('of the resource names this server (RFC 9728), and so does a refusal', async () => {
    for (const path of ['', '/mcp']) {
      const address = `${started.base}/.well-known/oauth-protected-resource${path}`;
      expect(await (await fetch(address)).json()).toMatchObject({
        resource,
        authorization_servers: [publicUrl],
      });
    }
    const refused = await fetch(`${started.base}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="catalysts:read"`,
    ]);
  });

  it('is led to by the address alone, as the first page says', async () => {
    const page = await (await fetch(started.base)).text();
    expect(page).toContain(`<pre>${resource}</pre>`);
    expect(page).toContain('A page then asks for your key');
    const plain = await startApp();
    expect(await (await fetch(plain.base)).text()).not.toContain('A page then asks for your key');
    await plain.close();
  });

  it('is the same whatever a request says of how it came', async () => {
    const headers = { 'x-forwarded-host': 'evil.example.org', 'x-forwarded-proto': 'http' };
    const address = `${started.base}/.well-known/oauth-authorization-server`;
    const metadata = await (await fetch(address, { headers })).text();
    expect(metadata).not.toContain('evil');
    expect(metadata).not.toContain('"http://');
  });

  it('exists if a public URL is set and no other issuer is', async () => {
    const plain = await startApp();
    for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize']) {
      expect((await fetch(`${plain.base}${path}`)).status).toBe(404);
    }
    await plain.close();
    expect((await fetch(`${started.base}/oauth/other`)).status).toBe(404);
  });
});

describe('a request for a grant', () => {
  it('is shown with who asks and where the answer goes, under a strict policy', async () => {
    const { page } = await Flow.begin(started);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Allow “Assistant” to read biotech catalysts?');
    expect(page.text).toContain('<strong>this computer</strong> (localhost:3118)');
    expect(page.text).not.toContain('<script');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('shows the name of a client as text, cut', async () => {
    const flow = new Flow(started);
    const client_name = `<img src=x>${'x'.repeat(200)}`;
    flow.clientId = (
      await flow.register({ client_name, redirect_uris: [callback] })
    ).body.client_id;
    const { text } = await flow.ask();
    expect(text).toContain(`&lt;img src=x&gt;${'x'.repeat(89)}”`);
    expect(text).not.toContain('<img');
  });

  it.each([
    ['an unknown client', { client_id: 'unknown' }],
    ['another redirect address', { redirect_uri: 'https://evil.example.org/callback' }],
    ['another path', { redirect_uri: 'http://localhost:3118/callback/../other' }],
    ['no redirect address', { redirect_uri: '' }],
    ['no proof key', { code_challenge: '', code_challenge_method: '' }],
    ['a plain proof key', { code_challenge_method: 'plain' }],
    ['a proof key of no method', { code_challenge_method: '' }],
    ['another resource', { resource: 'https://elsewhere.example.org/mcp' }],
    ['this server as resource', { resource: publicUrl }],
    ['a token in place of a code', { response_type: 'token' }],
    ['an ID token', { response_type: 'code id_token' }],
  ])('with %s is rejected without a redirect', async (_, parameters) => {
    const { page } = await Flow.begin(started, parameters as Record<string, string>);
    expect(page.left).toBeUndefined();
    expect(page.status).toBe(400);
    expect(page.text).toContain('Invalid request');
    expect(page.text).not.toContain('<form');
  });

  it.each([
    ['with a slash behind its path', '/oauth/authorize/', 'GET'],
    ['with two of them', '/oauth/authorize//', 'GET'],
    ['as a form', '/oauth/authorize', 'POST'],
  ])('%s does not redirect either', async (_, path, method) => {
    const flow = new Flow(started);
    const metadata = { redirect_uris: ['https://evil.example.org/callback'] };
    const query = new URLSearchParams({
      client_id: (await flow.register(metadata)).body.client_id,
      state: 'state-1',
      redirect_uri: 'https://evil.example.org/callback',
      response_type: 'code',
      code_challenge: flow.proof.challenge,
      code_challenge_method: 'S256',
      resource,
      prompt: 'none',
      scope: 'catalysts:read',
    });
    for (const response_mode of ['query', 'fragment', 'form_post']) {
      query.set('response_mode', response_mode);
      const response = await fetch(`${started.base}${path}${method === 'GET' ? `?${query}` : ''}`, {
        method,
        redirect: 'manual',
        ...(method === 'POST' ? { body: query } : {}),
      });
      const text = await response.text();
      expect([response_mode, response.headers.get('location') ?? '']).toEqual([
        response_mode,
        expect.not.stringContaining('evil'),
      ]);
      expect(text).not.toContain('evil');
    }
  });

  it('may come to another port of this computer, and to nothing else than was registered', async () => {
    const { page } = await Flow.begin(started, { redirect_uri: 'http://localhost:9/callback' });
    expect(page.status).toBe(200);
    const other = await Flow.begin(started, { redirect_uri: 'http://127.0.0.1:3118/callback' });
    expect(other.page.status).toBe(400);
  });

  it('of any scope is for the one there is', async () => {
    const { flow, page } = await Flow.begin(started, { scope: 'openid profile admin' });
    const code = flow.codeOf(await flow.browser.submit(page, { key, answer: 'allow' }));
    const { body } = await flow.redeem(code);
    expect(body.scope).toBe('catalysts:read');
    expect(body.id_token).toBeUndefined();
  });
});

describe('the page', () => {
  it('accepts a key and asks again if the key is not valid', async () => {
    started.createKey({ name: 'past', expires: '2026-03-09' });
    const paused = started.createKey({ name: 'paused', state: 'paused' });
    const { flow, page } = await Flow.begin(started);
    for (const [given, status, words] of [
      ['', 401, 'Missing API key'],
      ['wrong', 401, 'Invalid API key'],
      ['demo', 401, 'Invalid API key'],
      [paused, 403, 'Access is paused'],
    ] as const) {
      const again = await flow.browser.submit(page, { key: given, answer: 'allow' });
      expect([again.left, again.status]).toEqual([undefined, status]);
      expect(again.text).toContain(words);
      expect(again.text).toContain('<form');
    }
    const allowed = await flow.browser.submit(page, { key: ` ${key} `, answer: 'allow' });
    expect(allowed.left?.origin).toBe('http://localhost:3118');
  });

  it('tells the client where it was not allowed', async () => {
    const { flow, page } = await Flow.begin(started);
    const { left } = await flow.browser.submit(page, { answer: 'deny' });
    expect(left?.searchParams.get('error')).toBe('access_denied');
    expect(left?.searchParams.get('state')).toBe('state-1');
    expect(left?.searchParams.get('code')).toBeNull();
  });

  it.each([
    ['another site', { origin: 'https://evil.example.org' }],
    ['nowhere', { origin: 'null' }],
    ['another site of the same name', { origin: 'http://catalysts.example.org' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ])('takes no form from %s', async (_, headers) => {
    const { flow, page } = await Flow.begin(started);
    const fields = { key, answer: 'allow' };
    const refused = await flow.browser.submit(page, fields, headers as Record<string, string>);
    expect([refused.left, refused.status]).toEqual([undefined, 403]);
    expect((await flow.browser.submit(page, fields)).left).toBeDefined();
  });

  it('is valid once, for the browser that requested it', async () => {
    const { flow, page } = await Flow.begin(started);
    const other = new Browser(started.base, publicUrl);
    expect((await other.open(page.address)).status).toBe(400);
    const stolen = await other.submit(page, { key, answer: 'allow' });
    expect([stolen.left, stolen.status]).toEqual([undefined, 400]);
    expect((await flow.browser.submit(page, { key, answer: 'allow' })).left).toBeDefined();
    const again = await flow.browser.submit(page, { key, answer: 'allow' });
    expect([again.left, again.status]).toEqual([undefined, 400]);
  });

  it('remembers no key: another grant needs the key again', async () => {
    const { flow, page } = await Flow.begin(started);
    await flow.browser.submit(page, { key, answer: 'allow' });
    const second = await flow.ask();
    expect([second.left, second.status]).toEqual([undefined, 200]);
    expect(second.text).toContain('name="key"');
  });

  it('takes no other method and no long form', async () => {
    const { flow, page } = await Flow.begin(started);
    expect((await flow.browser.open(page.address, { method: 'PUT' })).status).toBe(405);
    const long = { key: 'x'.repeat(3_000), answer: 'allow' };
    expect((await flow.browser.submit(page, long)).status).toBe(413);
  });
});

describe('a registration', () => {
  const flow = () => new Flow(started);

  it.each(['client_secret_post', 'client_secret_basic'])(
    'with %s gets a secret, without which no token is had',
    async (method) => {
      const own = flow();
      const { body } = await own.register({
        redirect_uris: [callback],
        token_endpoint_auth_method: method,
      });
      own.clientId = body.client_id;
      const page = await own.ask();
      const code = own.codeOf(await own.browser.submit(page, { key, answer: 'allow' }));
      const redeem = (secret: string) => {
        const given = {
          grant_type: 'authorization_code',
          code,
          redirect_uri: callback,
          resource,
          code_verifier: own.proof.verifier,
        };
        const isPost = method === 'client_secret_post';
        const inBody = { client_id: body.client_id, client_secret: secret };
        const basic = Buffer.from(`${body.client_id}:${secret}`).toString('base64');
        return own.post(
          '/oauth/token',
          new URLSearchParams({ ...given, ...(isPost ? inBody : {}) }),
          isPost ? {} : { authorization: `Basic ${basic}` },
        );
      };
      for (const wrong of ['wrong', '']) expect((await redeem(wrong)).status).toBeGreaterThan(399);
      const { status, body: tokens } = await redeem(body.client_secret);
      expect(status).toBe(200);
      expect((await own.list(tokens.access_token)).status).toBe(200);
    },
  );

  it.each([
    ['not JSON', '{'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('that is %s is refused', async (_, body) => {
    const headers = { 'content-type': 'application/json' };
    expect((await flow().post('/oauth/register', body, headers)).status).toBe(400);
  });

  it('or a request for a token that is too long is not read', async () => {
    const long = 'x'.repeat(20_000);
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const { status } = await flow().post(path, new URLSearchParams({ long }));
      expect([path, status]).toEqual([path, 413]);
    }
  });
});

it('any client that starts a request may do so 60 times a minute from one address', async () => {
  const settings = { CATALYST_PUBLIC_URL: publicUrl, CATALYST_LIMITS: 'on' };
  let time = 0;
  const own = await startApp({ settings, monotonic: () => time });
  const flow = new Flow(own);
  for (let count = 0; count < 60; count += 1) {
    expect((await flow.register({})).status).toBe(400);
  }
  const refused = await flow.register({});
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${own.base}/oauth/authorize`)).status).toBe(429);
  expect((await flow.refresh('x')).status).toBe(400);
  time += 61_000;
  expect((await flow.register({})).status).toBe(400);
  await own.close();
});
