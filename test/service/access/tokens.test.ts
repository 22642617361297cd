import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callTool, clientOf } from '../../support/mcp.ts';
import { fixedClock, postMcp, type Started, startApp } from '../../support/start-app.ts';

const now = fixedClock() / 1_000;
const publicUrl = 'https://catalysts.example.org';

/** A token issuer on this machine, with its metadata and signing keys. */
interface Issuer {
  readonly address: string;
  asked: string[];
  /** The metadata of the issuer. If undefined, a request for the metadata fails. */
  metadata: object | undefined;
  keys: readonly object[];
  close(): void;
}

async function startIssuer(): Promise<Issuer> {
  const state = { asked: [] as string[], metadata: {} as object | undefined, keys: [] as object[] };
  const server: Server = createServer((request, response) => {
    state.asked.push(request.url ?? '');
    const isKeys = request.url === '/keys';
    const body = isKeys ? { keys: state.keys } : state.metadata;
    const isThere = isKeys || request.url === '/.well-known/openid-configuration';
    response.writeHead(isThere && body ? 200 : body ? 404 : 500, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.metadata = { issuer: address, jwks_uri: `${address}/keys` };
  return Object.assign(state, { address, close: () => server.close() });
}

let issuer: Issuer;
let started: Started;
let signing: Awaited<ReturnType<typeof generateKeyPair>>;
const lines: string[] = [];
const keep = (...words: unknown[]) => lines.push(JSON.stringify(words, replacer));
const replacer = (_: string, value: unknown) =>
  value instanceof Error ? { ...value, message: value.message } : value;
const log = { info: keep, warn: keep, error: keep } as never;

beforeAll(async () => {
  issuer = await startIssuer();
  signing = await generateKeyPair('ES256');
  issuer.keys = [{ ...(await exportJWK(signing.publicKey)), kid: 'one', alg: 'ES256' }];
  const settings = { CATALYST_OAUTH_ISSUER: issuer.address, CATALYST_PUBLIC_URL: publicUrl };
  started = await startApp({ settings, log });
  started.createKey({ name: 'anna', plan: 'basic' });
});
afterAll(async () => {
  await started.close();
  issuer.close();
});
afterEach(() => {
  expect(lines.join('\n')).not.toMatch(/eyJ/);
});

interface Making {
  readonly claims?: JWTPayload;
  readonly key?: typeof signing.privateKey | Uint8Array;
  readonly header?: { readonly alg: string; readonly kid?: string };
}

/** Builds a valid token of account anna from the issuer for this server, with optional changes. */
function tokenOf({ claims = {}, key = signing.privateKey, header }: Making = {}): Promise<string> {
  const given = { iss: issuer.address, aud: `${publicUrl}/mcp`, sub: 'anna', exp: now + 60 };
  return new SignJWT({ ...given, ...claims })
    .setProtectedHeader(header ?? { alg: 'ES256', kid: 'one' })
    .sign(key);
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const post = (headers: Record<string, string>, base = started.base) => postMcp(base, list, headers);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const metadataAddress = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;

describe('a token of the issuer', () => {
  it('opens what the plan of its account reaches, to a client', async () => {
    const client = await clientOf(started.base, { headers: bearer(await tokenOf()) });
    expect((await callTool(client, 'fda_calendar')).isError).toBe(false);
    const elite = await callTool(client, 'fda_approvals');
    expect(elite.text).toContain('needs the Elite Plus plan');
    await client.close();
  });

  it('may name several audiences', async () => {
    const claims = { aud: ['https://elsewhere.example.org', `${publicUrl}/mcp`] };
    expect((await post(bearer(await tokenOf({ claims })))).status).toBe(200);
  });

  it.each([
    ['for another audience', { aud: 'https://elsewhere.example.org/mcp' }],
    ['for the address without /mcp', { aud: publicUrl }],
    ['for nobody in particular', { aud: undefined }],
    ['expired', { exp: now - 10 }],
    ['of another issuer', { iss: 'https://issuer.example.org' }],
    ['of an account that is not here', { sub: 'nobody' }],
    ['of no account', { sub: undefined }],
  ] as const)('%s is refused, with the way to another', async (_, claims) => {
    const response = await post(bearer(await tokenOf({ claims: { ...claims } as JWTPayload })));
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: 'Invalid or expired token' });
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${metadataAddress}", scope="catalysts:read"`,
    );
  });

  it('is refused unless the issuer signed it', async () => {
    const other = await generateKeyPair('ES256');
    const [head = '', claims = ''] = (await tokenOf()).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const secret = new TextEncoder().encode(JSON.stringify(issuer.keys[0]).padEnd(64));
    for (const token of [
      await tokenOf({ key: other.privateKey }),
      await tokenOf({ header: { alg: 'ES256', kid: 'two' } }),
      await tokenOf({ key: secret, header: { alg: 'HS256', kid: 'one' } }),
      `${none}.${claims}.`,
      `${head}.${claims}.`,
      `${head}.${claims}.AAAA`,
      `${'a'.repeat(5_000)}.${'b'.repeat(5_000)}.c`,
    ]) {
      expect((await post(bearer(token))).status, token.slice(0, 60)).toBe(401);
    }
  });

  it('opens /mcp alone, by header alone', async () => {
    const token = await tokenOf();
    expect((await started.ask('/fdacalendar', {}, token)).status).toBe(401);
    expect((await post({ 'x-api-key': token })).status).toBe(401);
  });

  it('stands beside keys, which work as before', async () => {
    expect((await post(bearer(started.key))).status).toBe(200);
    expect((await post({ 'x-api-key': started.key })).status).toBe(200);
    const none = await post({});
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${metadataAddress}", scope="catalysts:read"`,
    );
  });
});

describe('the issuer', () => {
  it('is named by the metadata of the resource, at both paths, to every origin', async () => {
    for (const path of ['', '/mcp']) {
      const address = `${started.base}/.well-known/oauth-protected-resource${path}`;
      const response = await fetch(address, { headers: { origin: 'https://claude.ai' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toEqual({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [issuer.address],
        scopes_supported: ['catalysts:read'],
        bearer_methods_supported: ['header'],
        resource_name: 'Biotech catalysts',
      });
    }
  });

  it('is told of nowhere where none is configured', async () => {
    const plain = await startApp();
    const well = await fetch(`${plain.base}/.well-known/oauth-protected-resource`);
    expect(well.status).toBe(404);
    const refused = await post(bearer(await tokenOf()), plain.base);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    await plain.close();
  });
});
