import { createServer } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  isPublicAddress,
  publicFetch,
  publicLookup,
} from '../../src/authorization/client-documents.ts';
import { listen } from '../support/network.ts';
import { useApp } from '../support/start-app.ts';
import { Flow, publicUrl } from './flow.ts';

const id = 'https://claude.ai/oauth/client.json';
const document = {
  client_id: id,
  client_name: 'Documented',
  redirect_uris: ['http://localhost/callback'],
  token_endpoint_auth_method: 'none',
  scope: 'anything',
};

let key: string;
let asked: string[] = [];
let answers: Record<string, () => Response> = {};
/** Simulates the response of a client metadata document on the internet. */
async function fetchDocument(address: string, init: RequestInit): Promise<Response> {
  expect(init.redirect).toBe('manual');
  asked.push(address);
  const answer = answers[address];
  if (!answer) throw new Error(`nobody is at ${address}`);
  return answer();
}
const started = useApp({ settings: { CATALYST_PUBLIC_URL: publicUrl }, fetchDocument });
beforeAll(() => {
  key = started.createKey({ name: 'anna' });
});
beforeEach(() => {
  asked = [];
  answers = {};
});

function flowOf(clientId: string): Flow {
  const flow = new Flow(started);
  flow.clientId = clientId;
  return flow;
}

describe('a client with a document of its own', () => {
  it('is known by it, at any port of this computer, and is asked for it once', async () => {
    answers[id] = () => Response.json(document);
    const flow = flowOf(id);
    const page = await flow.ask();
    expect(page.text).toContain('“Documented”');
    const code = flow.codeOf(await flow.browser.submit(page, { key, answer: 'allow' }));
    const { body } = await flow.redeem(code);
    expect((await flow.list(body.access_token)).status).toBe(200);
    expect((await flow.refresh(body.refresh_token)).status).toBe(200);
    expect(asked).toEqual([id]);
  });

  it('proves itself by a key that it publishes at its own origin, once a proof', async () => {
    const own = 'https://chatgpt.com/client.json';
    const keys = 'https://chatgpt.com/keys.json';
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const method = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: keys };
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
    answers[own] = () => Response.json({ ...document, ...method, client_id: own });
    answers[keys] = () => Response.json({ keys: [jwk] });
    const flow = flowOf(own);
    const page = await flow.ask();
    const code = flow.codeOf(await flow.browser.submit(page, { key, answer: 'allow' }));
    const assertion = (jti: string) =>
      new SignJWT({ jti, iss: own, sub: own, aud: publicUrl })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey);
    const proof = async (jti: string) => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion(jti),
    });
    expect((await flow.redeem(code)).status).toBe(401);
    const once = await proof('1');
    const { status, body } = await flow.redeem(code, once);
    expect(status).toBe(200);
    expect((await flow.refresh(body.refresh_token, once)).status).toBe(401);
    expect((await flow.refresh(body.refresh_token, await proof('2'))).status).toBe(200);
  });

  it('is held to what is taken of clients, also where it holds keys', async () => {
    const own = 'https://claude.ai/with-keys.json';
    const redirect = 'org.example.app:/callback';
    const native = { application_type: 'native', redirect_uris: [redirect] };
    const more = { scope: 'catalysts:read', keys: [] };
    answers[own] = () => Response.json({ ...document, client_id: own, ...native, ...more });
    const page = await flowOf(own).ask({ redirect_uri: redirect });
    expect([page.left, page.status]).toEqual([undefined, 400]);
  });

  it.each([
    ['http://claude.ai/oauth/client.json'],
    ['https://claude.ai.evil.example.org/client.json'],
    ['https://claude.ai@evil.example.org/client.json'],
    ['file:///etc/passwd'],
  ])('at %s is not known, and nothing is fetched', async (address) => {
    const page = await flowOf(address).ask();
    expect([page.left, page.status]).toEqual([undefined, 400]);
    const token = await flowOf(address).refresh('x'.repeat(43));
    expect(token.status).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'redirects',
      () => new Response(null, { status: 302, headers: { location: 'https://claude.ai/other' } }),
    ],
    ['is of another', () => Response.json({ ...document, client_id: 'https://claude.ai/other' })],
    ['is no JSON', () => new Response('<html>')],
    [
      'names no safe address',
      (own: string) =>
        Response.json({ ...document, client_id: own, redirect_uris: ['javascript:1'] }),
    ],
  ] as const)('whose document %s is not known', async (words, answer) => {
    const own = `https://claude.ai/${words.replaceAll(' ', '-')}.json`;
    answers[own] = () => answer(own);
    const page = await flowOf(own).ask();
    expect([page.left, page.status]).toEqual([undefined, 400]);
    expect([...new Set(asked)]).toEqual([own]);
  });
});

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::1', '::', 'fe80::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
    ...['2002:a00:1::', '2001:db8::1', 'not an address'],
  ])('such as %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['160.79.104.1', '8.8.8.8', '::ffff:8.8.8.8', '2606:4700::6810:1'])(
    'such as %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it('that is private is not connected to, whatever its name', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const port = await listen(server);
    await expect(publicFetch()(`https://localhost:${port}/`, {})).rejects.toThrow(/fetch failed/);
    expect(connections).toBe(0);
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => publicLookup('localhost', { all }, resolve));
      expect(String(error)).toContain('localhost does not resolve to a public address');
    }
  });
});
