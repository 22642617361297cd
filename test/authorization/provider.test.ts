import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FetchDocument } from '../../src/authorization/client-documents.ts';
import { createProvider } from '../../src/authorization/provider.ts';
import { createFakeGrants } from './fake-grants.ts';

const issuer = 'https://catalysts.example';

function build(fetchDocument: FetchDocument = () => Promise.reject(new Error('not fetched'))) {
  const grants = createFakeGrants();
  const provider = createProvider({
    issuer,
    resource: `${issuer}/mcp`,
    store: grants.store,
    clientHosts: ['reader.example'],
    subjects: { subjectOf: () => 'stamp/anna', accountOf: () => undefined },
    address: () => '192.0.2.7',
    fetchDocument,
  });
  return { provider, ...grants };
}

/** Returns a stored client as the OAuth library reads it. */
async function clientOf(provider: ReturnType<typeof build>['provider'], more: object = {}) {
  const { Client } = provider as unknown as {
    Client: new (metadata: object) => Promise<{ metadata(): object }>;
  };
  const redirect_uris = ['https://reader.example/back'];
  return await new Client({ client_id: 'c', redirect_uris, ...more });
}

describe('the authorization server', () => {
  it('is reached as its issuer says, and says nothing of itself on stdout', () => {
    const { provider } = build();
    expect([provider.issuer, provider.proxy, provider.silent]).toEqual([issuer, true, true]);
  });

  it('keeps each thing for its time', async () => {
    const { provider, put } = build();
    const client = await clientOf(provider, { token_endpoint_auth_method: 'none' });
    const common = { client, accountId: 'stamp/anna', grantId: 'g' } as never;
    await new provider.AuthorizationCode(common).save();
    await new provider.AccessToken(common).save();
    await new provider.RefreshToken(common).save();
    await new provider.Grant({ accountId: 'stamp/anna', clientId: 'c' }).save();
    const lasted = Object.fromEntries(put.map(([kind, , , { lasts }]) => [kind, lasts / 1_000]));
    expect(lasted).toEqual({
      code: 60,
      access: 3_600,
      refresh: 30 * 86_400,
      grant: 365 * 86_400,
    });
  });

  it('takes a client that says nothing for one without a secret, which may renew its tokens', async () => {
    const { provider } = build();
    const client = await clientOf(provider);
    expect(client.metadata()).toMatchObject({
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code', 'refresh_token'],
    });
  });

  it.each([
    [undefined, 300],
    ['max-age=60', 300],
    ['max-age=1000', 1_000],
    ['max-age=90000', 86_400],
  ])('fetches a document that says %s again after %d s', async (told, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const client_id = 'https://reader.example/client.json';
    const document = { client_id, redirect_uris: ['https://reader.example/back'] };
    const headers = told === undefined ? {} : { 'cache-control': told };
    const fetched = vi.fn(async () => Response.json(document, { headers }));
    const { provider } = build(fetched);
    const times = async () => {
      expect((await provider.Client.find(client_id))?.clientId).toBe(client_id);
      return fetched.mock.calls.length;
    };
    const began = Date.now();
    expect(await times()).toBe(1);
    vi.setSystemTime(began + 1_000 * seconds - 1);
    expect(await times()).toBe(1);
    vi.setSystemTime(began + 1_000 * seconds + 1);
    expect(await times()).toBe(2);
  });

  it('compares the secret of a client by its hash', async () => {
    const { provider } = build();
    const { compareClientSecret } = provider.Client.prototype as unknown as {
      compareClientSecret(this: { clientSecret: string }, secret: string): boolean;
    };
    // SHA-256 of `the-secret` in base64url, from the command: printf the-secret | openssl dgst
    // -sha256 -binary | basenc --base64url
    const own = { clientSecret: 'WpAGMojATk31kWTyW6yxkfQvj34RsScDDLAf_9Iq-VY' };
    expect(compareClientSecret.call(own, 'the-secret')).toBe(true);
    expect(compareClientSecret.call(own, 'another')).toBe(false);
    expect(compareClientSecret.call({ clientSecret: 'the-secret' }, 'the-secret')).toBe(false);
  });
});
