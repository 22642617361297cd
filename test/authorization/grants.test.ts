import { readFileSync } from 'node:fs';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { callTool } from '../support/mcp.ts';
import { fixedClock, serve, startApp, useApp } from '../support/start-app.ts';
import { Browser, callback } from './browser.ts';
import { Flow, publicUrl, resource } from './flow.ts';
import { MemoryProvider } from './memory-provider.ts';

let time = fixedClock();
const lines: string[] = [];
const secrets: string[] = [];
const keep = (...words: unknown[]) => lines.push(JSON.stringify(words, withErrors));
const withErrors = (_: string, value: unknown) =>
  value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value;
const log = { info: keep, warn: keep, error: keep } as never;

const settings = { CATALYST_PUBLIC_URL: publicUrl };
const started = useApp({ settings, clock: () => time, log });

const challenge = `Bearer error="invalid_token", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", scope="catalysts:read"`;

/** Creates an account and a grant for it. */
async function grantOf(name: string, more: object = {}) {
  const key = started.createKey({ name, ...more });
  const granted = await Flow.grant(started, key);
  const { access_token, refresh_token } = granted.tokens;
  secrets.push(key, granted.code, access_token, refresh_token);
  return { ...granted, key };
}

it('a client of the SDK finds its way from a refusal to the tools, and renews its token', async () => {
  const key = started.createKey({ name: 'sdk', plan: 'basic' });
  const fetchFn = (address: string | URL, init?: RequestInit) =>
    fetch(String(address).replace(publicUrl, started.base), init);
  const provider = new MemoryProvider();
  const open = () =>
    new StreamableHTTPClientTransport(new URL(resource), {
      authProvider: provider,
      fetch: fetchFn,
    });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await expect(client.connect(open())).rejects.toThrow(/Unauthorized/);

  const browser = new Browser(started.base, publicUrl);
  const page = await browser.open(provider.opened ?? '');
  const { left } = await browser.submit(page, { key, answer: 'allow' });
  const authorizationCode = left?.searchParams.get('code') ?? '';
  const result = await auth(provider, { serverUrl: resource, authorizationCode, fetchFn });
  expect(result).toBe('AUTHORIZED');
  const first = provider.tokens()?.access_token;

  await client.connect(open());
  expect((await callTool(client, 'fda_calendar')).isError).toBe(false);
  expect((await callTool(client, 'fda_approvals')).text).toContain('needs the Elite Plus plan');

  time += 3_601_000;
  expect((await callTool(client, 'fda_calendar')).isError).toBe(false);
  expect(provider.tokens()?.access_token).not.toBe(first);
  await client.close();
});

describe('an access token', () => {
  it('opens only /mcp, and only in a header', async () => {
    const { flow, tokens } = await grantOf('alone');
    const stated = { token_type: 'Bearer', expires_in: 3_600, scope: 'catalysts:read' };
    expect(tokens).toMatchObject(stated);
    expect((await flow.list(tokens.access_token)).status).toBe(200);
    const asked = await started.ask('/fdacalendar', {}, tokens.access_token);
    expect(asked.status).toBe(401);
    const byAddress = await fetch(`${started.base}/mcp?apiKey=${tokens.access_token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(byAddress.status).toBe(401);
    expect((await flow.list(tokens.refresh_token)).status).toBe(401);
  });

  it('expires, and is refused with the way to another', async () => {
    const { flow, tokens } = await grantOf('expiring');
    time += 3_599_000;
    expect((await flow.list(tokens.access_token)).status).toBe(200);
    time += 2_000;
    const refused = await flow.list(tokens.access_token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(challenge);
  });

  it('is held while its account is paused or expired, and so is its renewal', async () => {
    const { flow, tokens } = await grantOf('held');
    started.accounts.setState('held', 'paused');
    const refused = await flow.list(tokens.access_token);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, challenge]);
    const renewal = await flow.refresh(tokens.refresh_token);
    expect([renewal.status, renewal.body.error]).toEqual([400, 'invalid_grant']);
    started.accounts.setState('held', 'active');
    expect((await flow.list(tokens.access_token)).status).toBe(200);
    started.accounts.use((database) =>
      database.exec("UPDATE accounts SET expires = '2026-03-09' WHERE name = 'held'"),
    );
    expect((await flow.list(tokens.access_token)).status).toBe(401);
  });

  it.each([
    ['is revoked', (name: string) => started.accounts.revoke(name)],
    ['gets another key', (name: string) => started.accounts.regenerate(name)],
    [
      'changes its plan',
      (name: string) =>
        started.accounts.use((database) =>
          database.exec(`UPDATE accounts SET plan = 'elite-plus' WHERE name = '${name}'`),
        ),
    ],
    [
      'gives its name to another',
      (name: string) => {
        started.accounts.revoke(name);
        secrets.push(started.createKey({ name }));
      },
    ],
  ])('ends when its account %s', async (words, change) => {
    const name = words.replaceAll(' ', '-');
    const { flow, tokens } = await grantOf(name);
    expect((await flow.list(tokens.access_token)).status).toBe(200);
    change(name);
    expect((await flow.list(tokens.access_token)).status).toBe(401);
    expect((await flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is revoked by its client, and by no other', async () => {
    const { flow, tokens } = await grantOf('revoking');
    const other = await grantOf('other-client');
    const revoke = (client_id: string) =>
      flow.post('/oauth/revoke', new URLSearchParams({ client_id, token: tokens.refresh_token }));
    await revoke(other.flow.clientId);
    expect((await flow.list(tokens.access_token)).status).toBe(200);
    expect((await revoke(flow.clientId)).status).toBe(200);
    expect((await flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('a code', () => {
  /** A code that was not redeemed yet. */
  async function codeFor(name: string) {
    const key = started.createKey({ name });
    const { flow, page } = await Flow.begin(started);
    const code = flow.codeOf(await flow.browser.submit(page, { key, answer: 'allow' }));
    return { flow, code };
  }

  it('is good for one use; a second one ends what came of the first', async () => {
    const { flow, code, tokens } = await grantOf('replayed');
    const again = await flow.redeem(code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await flow.list(tokens.access_token)).status).toBe(401);
    expect((await flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it.each([
    ['another verifier', { code_verifier: 'a'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect address', { redirect_uri: 'http://localhost:3118/other' }],
    ['no redirect address', { redirect_uri: '' }],
    ['another resource', { resource: 'https://elsewhere.example.org/mcp' }],
  ])('is refused with %s', async (words, parameters) => {
    const { flow, code } = await codeFor(words.replaceAll(' ', '-'));
    const { status, body } = await flow.redeem(code, parameters as Record<string, string>);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(grant|request|target)$/);
  });

  it('is of one client, and of a minute', async () => {
    const { flow, code } = await codeFor('minute');
    const other = await Flow.begin(started);
    const stolen = await flow.redeem(code, { client_id: other.flow.clientId });
    expect(stolen.body.error).toBe('invalid_grant');
    time += 61_000;
    expect((await flow.redeem(code)).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('is replaced at each use; one that was used before ends the grant', async () => {
    const { flow, tokens } = await grantOf('rotating');
    const scope = 'catalysts:read offline_access';
    const second = (await flow.refresh(tokens.refresh_token, { scope })).body;
    expect(second.scope).toBe('catalysts:read');
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    expect((await flow.list(second.access_token)).status).toBe(200);
    time += 10_001;
    const replayed = await flow.refresh(tokens.refresh_token);
    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant']);
    expect((await flow.list(second.access_token)).status).toBe(401);
    expect((await flow.refresh(second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('may be used twice simultaneously, and again by its client if an answer was lost', async () => {
    const { flow, tokens } = await grantOf('parallel');
    const renew = () => flow.refresh(tokens.refresh_token);
    const both = await Promise.all([renew(), renew()]);
    const other = await Flow.begin(started);
    const stolen = await flow.refresh(tokens.refresh_token, { client_id: other.flow.clientId });
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    time += 9_000;
    const answers = [...both, await renew()];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      secrets.push(body.access_token, body.refresh_token);
      expect((await flow.list(body.access_token)).status).toBe(200);
    }
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(3);
    // Use does not extend the lifetime of the grant, so every token of the grant expires.
    time += 1_001;
    expect((await renew()).body.error).toBe('invalid_grant');
    for (const { body } of answers) {
      expect((await flow.list(body.access_token)).status).toBe(401);
      expect((await flow.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    }
  });

  it('is not taken from a page of another site', async () => {
    const { flow, tokens } = await grantOf('cross-site');
    const form = { client_id: flow.clientId, grant_type: 'refresh_token' };
    const given = new URLSearchParams({ ...form, refresh_token: tokens.refresh_token });
    const headers = { origin: 'https://evil.example.org' };
    const refused = await flow.post('/oauth/token', given, headers);
    expect(refused.status).toBe(400);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    expect((await flow.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('is of one client, and makes tokens of no other resource', async () => {
    const { flow, tokens } = await grantOf('one-client');
    const other = await Flow.begin(started);
    const stolen = { client_id: other.flow.clientId };
    expect((await flow.refresh(tokens.refresh_token, stolen)).body.error).toBe('invalid_grant');
    const elsewhere = { resource: 'https://elsewhere.example.org/mcp' };
    expect((await flow.refresh(tokens.refresh_token, elsewhere)).status).toBe(400);
  });

  it('keeps its client, and ends after 30 days without use', async () => {
    const { flow, tokens } = await grantOf('waiting');
    time += 29 * 86_400_000;
    const renewed = (await flow.refresh(tokens.refresh_token)).body;
    expect((await flow.list(renewed.access_token)).status).toBe(200);
    time += 30 * 86_400_000 + 1_000;
    expect((await flow.refresh(renewed.refresh_token)).status).toBe(400);
  });
});

it('an account of the demo’s key has grants for demo data only', async () => {
  const demo = await startApp({ as: 'demo', settings });
  const { flow, tokens } = await Flow.grant(demo, 'demo');
  expect((await flow.list(tokens.access_token)).status).toBe(200);
  await demo.close();
});

it('keys and tokens are in no log, and in the files only as hashes', async () => {
  const { grants } = filesOf(started.dataDir);
  const { body } = await new Flow(started).register({
    redirect_uris: [callback],
    token_endpoint_auth_method: 'client_secret_post',
  });
  secrets.push(body.client_secret);
  const files = [grants, `${grants}-wal`].map((path) => readFileSync(path, 'latin1')).join('');
  expect(secrets.length).toBeGreaterThan(40);
  expect(files).toContain('"clientId"');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(30);
    expect(files.includes(secret)).toBe(false);
    expect(lines.join('\n').includes(secret)).toBe(false);
  }
});

it('what strangers begin counts for their address, a client that was allowed something for its account', async () => {
  const behindProxy = await serve(started.app, log, { trustedProxies: ['127.0.0.1'] });
  const post = { redirect_uris: [callback], client_name: 'Assistant' };
  const registered = (from: string) =>
    fetch(`${behindProxy.base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(post),
    }).then((reply) => expect(reply.status).toBe(201));
  for (const from of ['203.0.113.7', '2001:db8:1:2::7', '2001:db8:1:2:ff::8']) {
    await registered(from);
  }
  await behindProxy.close();
  await grantOf('counted');
  const database = await openDatabase(filesOf(started.dataDir).grants, []);
  const rows = database
    .prepare("SELECT account, count(*) AS n FROM kept WHERE kind = 'client' GROUP BY account")
    .all() as { account: string; n: number }[];
  database.close();
  const counted = Object.fromEntries(rows.map(({ account, n }) => [account, n]));
  expect(counted).toMatchObject({
    'from 203.0.113.7': 1,
    // All addresses of a 64-bit IPv6 network count as one caller.
    'from 2001:db8:1:2::/64': 2,
    'clients of counted': 1,
  });
});
