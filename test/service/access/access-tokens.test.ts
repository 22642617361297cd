import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Account } from '../../../src/service/access/account.ts';
import { createTokens } from '../../../src/service/access/tokens.ts';
import { silentLog } from '../../support/start-app.ts';

const resource = 'https://here.example/mcp';
const noon = Date.parse('2026-03-10T12:00:00Z') / 1_000;
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
const pairs = new Map<string, Pair>();

/** Responses of the local issuer by path. `asked` records the requests in order. */
let pages: Record<string, unknown> = {};
let asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const page = pages[path];
  if (typeof page === 'string') response.writeHead(302, { location: page }).end();
  else response.writeHead(page ? 200 : 404).end(JSON.stringify(page ?? {}));
});
let origin = '';
let keySet: object;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const keys: object[] = [];
  for (const alg of algorithms) {
    const isRsa = /^[RP]S/.test(alg);
    const pair = isRsa ? rsa : await generateKeyPair(alg, { extractable: true });
    pairs.set(alg, pair);
    keys.push({ ...(await exportJWK(pair.publicKey)), kid: alg, alg });
  }
  keySet = { keys };
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  pages = {
    '/keys': keySet,
    '/.well-known/oauth-authorization-server': { issuer: origin, jwks_uri: `${origin}/keys` },
  };
});

const anna: Account = { name: 'anna', plan: 'basic', demo: false, state: 'active' };

function tokensOf(more: { issuer?: string; account?: Partial<Account>; claim?: string } = {}) {
  let now = noon * 1_000;
  const account = { ...anna, ...more.account };
  const tokens = createTokens({
    settings: { issuer: more.issuer ?? origin, resource, claim: more.claim ?? 'sub' },
    accounts: { named: (name) => (name === account.name ? account : undefined) },
    clock: () => now,
    log: silentLog(),
  });
  return {
    ...tokens,
    pass: (ms: number) => {
      now += ms;
    },
    status: (token: string) =>
      tokens.account(token).then(
        ({ name }) => name,
        (cause) => cause.status,
      ),
  };
}

async function tokenOf(claims: JWTPayload = {}, alg = 'ES256', iss = origin): Promise<string> {
  const given = { iss, aud: resource, sub: 'anna', exp: noon + 60, ...claims };
  const key = pairs.get(alg)!.privateKey;
  // An RSA key object is bound to one signature algorithm, so it is converted for the others.
  const own = /^[RP]S/.test(alg) ? await asAlgorithm(alg) : key;
  return new SignJWT(given).setProtectedHeader({ alg, kid: alg }).sign(own);
}

async function asAlgorithm(alg: string) {
  const { importJWK } = await import('jose');
  return importJWK({ ...(await exportJWK(pairs.get(alg)!.privateKey)), alg }, alg);
}

describe('a token', () => {
  it.each(algorithms)('signed by %s opens its account', async (alg) => {
    expect(await tokensOf().status(await tokenOf({}, alg))).toBe('anna');
  });

  it.each([
    [{ exp: noon - 4 }, 'anna'],
    [{ exp: noon - 5 }, 401],
    [{ nbf: noon + 5 }, 'anna'],
    [{ nbf: noon + 6 }, 401],
    [{ exp: undefined }, 401],
    [{ sub: 7 as never }, 401],
    [{ sub: 'berta' }, 401],
    [{ aud: 'https://other.example' }, 401],
  ])('with %j is %s, clocks being five seconds apart at most', async (claims, told) => {
    expect(await tokensOf().status(await tokenOf(claims as JWTPayload))).toBe(told);
  });

  it('names its account by the claim that is set', async () => {
    const token = await tokenOf({ sub: 'x', user: 'anna' });
    expect(await tokensOf({ claim: 'user' }).status(token)).toBe('anna');
    expect(await tokensOf({ claim: 'user' }).status(await tokenOf())).toBe(401);
  });

  it.each([
    [{ expires: '2026-03-10' }, 'anna'],
    [{ expires: '2026-03-09' }, 401],
    [{ state: 'paused' as const }, 401],
  ])('of an account %j is %s', async (account, told) => {
    expect(await tokensOf({ account }).status(await tokenOf())).toBe(told);
  });

  it('is read up to 8,192 characters', async () => {
    const bare = await tokenOf({ more: '' });
    // Three characters of a claim take four characters of the token.
    const long = (more: number) => tokenOf({ more: 'x'.repeat(more) });
    const most = Math.floor(((8_192 - bare.length) / 4) * 3);
    const [fits, beyond] = [await long(most - 3), await long(most + 3)];
    expect([fits.length <= 8_192, beyond.length > 8_192]).toEqual([true, true]);
    expect(await tokensOf().status(fits)).toBe('anna');
    expect(await tokensOf().status(beyond)).toBe(401);
  });

  it.each([
    ['a.b.c', true],
    ['a.b.', true],
    ['bcm_abc-def', false],
    ['a.b', false],
    ['a..c', false],
    ['a.b.c.d', false],
    ['a b.c.d', false],
  ])('is known by its form: %s %s', (credential, is) => {
    expect(tokensOf().isToken(credential)).toBe(is);
  });
});

describe('the issuer', () => {
  it('is asked for its metadata at both places, below its path, and once for its keys', async () => {
    const issuer = `${origin}/tenant/`;
    pages = {
      '/keys': keySet,
      '/tenant/.well-known/openid-configuration': { issuer, jwks_uri: `${origin}/keys` },
    };
    const tokens = tokensOf({ issuer });
    for (const _ of [1, 2])
      expect(await tokens.status(await tokenOf({}, 'ES256', issuer))).toBe('anna');
    expect(asked).toEqual([
      '/.well-known/oauth-authorization-server/tenant',
      '/tenant/.well-known/openid-configuration',
      '/keys',
    ]);
  });

  it('is let go of at one place before it is asked at the other', async () => {
    const order: string[] = [];
    const cancel = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('let go');
    };
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      order.push('asked');
      return { ok: false, body: { cancel } } as unknown as Response;
    });
    onTestFinished(() => fetched.mockRestore());
    expect(await tokensOf().status(await tokenOf())).toBe(503);
    expect(order).toEqual(['asked', 'let go', 'asked', 'let go']);
  });

  it.each([
    ['of another', () => ({ issuer: 'https://other.example', jwks_uri: `${origin}/keys` })],
    ['of keys elsewhere by http', () => ({ issuer: origin, jwks_uri: 'http://other.example/k' })],
    ['of keys by another scheme', () => ({ issuer: origin, jwks_uri: 'ftp://127.0.0.1/k' })],
    ['of no keys', () => ({ issuer: origin })],
    ['of no issuer', () => ({ jwks_uri: `${origin}/keys` })],
    ['that leads elsewhere', () => `${origin}/other`],
    ['longer than 256 Ki characters', () => ({ issuer: 'x'.repeat(256 * 1_024) })],
  ])('with metadata %s cannot be asked', async (_, page) => {
    pages = { '/keys': keySet, '/.well-known/oauth-authorization-server': page() };
    pages['/other'] = { issuer: origin, jwks_uri: `${origin}/keys` };
    expect(await tokensOf().status(await tokenOf())).toBe(503);
    expect(asked).not.toContain('/keys');
  });

  it('that failed is left alone for half a minute', async () => {
    const metadata = pages['/.well-known/oauth-authorization-server'];
    pages = { '/keys': keySet };
    const tokens = tokensOf();
    const token = await tokenOf();
    expect(await tokens.status(token)).toBe(503);
    const first = asked.length;
    pages['/.well-known/oauth-authorization-server'] = metadata;
    tokens.pass(29_999);
    expect([await tokens.status(token), asked.length]).toEqual([503, first]);
    tokens.pass(1);
    expect(await tokens.status(token)).toBe('anna');
  });
});
