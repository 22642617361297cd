import { describe, expect, it } from 'vitest';
import { isListed } from '../../src/authorization/client-documents.ts';
import { documentedClient, registeredClient } from '../../src/authorization/clients.ts';

const away = 'https://app.example/back';
const here = 'http://127.0.0.1:8123/back';
const kept = {
  redirect_uris: [away],
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

describe('a client that registers', () => {
  it('is kept by what is taken of it, and nothing else', () => {
    const more = { scope: 'all', logo_uri: 'https://x.example', jwks_uri: 'https://y.example' };
    expect(registeredClient({ redirect_uris: [away], client_name: 'App', ...more })).toEqual({
      client_name: 'App',
      ...kept,
    });
    expect(registeredClient({ redirect_uris: [away], client_name: '' })).toEqual(kept);
    expect(registeredClient({ redirect_uris: [away], client_name: 7 })).toEqual(kept);
  });

  it('has a name of at most 100 characters, and is native if a redirect URI is on this machine', () => {
    const client_name = '𝒳'.repeat(101);
    expect(registeredClient({ redirect_uris: [away, here], client_name })).toEqual({
      ...kept,
      client_name: '𝒳'.repeat(100),
      redirect_uris: [away, here],
      application_type: 'native',
    });
  });

  it.each([
    ['client_secret_basic', 'client_secret_basic'],
    ['client_secret_post', 'client_secret_post'],
    ['private_key_jwt', 'none'],
    ['none', 'none'],
    [undefined, 'none'],
  ])('proves itself, as it says %s, by %s', (token_endpoint_auth_method, taken) => {
    expect(registeredClient({ redirect_uris: [away], token_endpoint_auth_method })).toMatchObject({
      token_endpoint_auth_method: taken,
    });
  });

  it.each([null, 'x', [{ redirect_uris: [away] }]])('that is %j is none', (given) => {
    expect(registeredClient(given)).toEqual({
      error: 'invalid_client_metadata',
      error_description: 'must be a JSON object',
    });
  });

  it.each([
    [[here]],
    [['http://localhost/x']],
    [['http://[::1]:1/x']],
    [Array.from({ length: 20 }, () => away)],
    [[`https://app.example/${'x'.repeat(980)}`]],
  ])('may be led back to %.60j', (redirect_uris) => {
    expect(registeredClient({ redirect_uris })).toMatchObject({ redirect_uris });
  });

  it.each([
    [undefined],
    [away],
    [[]],
    [Array.from({ length: 21 }, () => away)],
    [[`https://app.example/${'x'.repeat(981)}`]],
    [[away, 7]],
    [['nonsense']],
    [['http://app.example/back']],
    [['https://localhost/back']],
    [['https://127.0.0.1/back']],
    [['https://user@app.example/back']],
    [['https://:word@app.example/back']],
    [['https://app.example/back#part']],
    [['https://app.example/back#']],
    [['app://back']],
  ])('is not led back to %.60j', (redirect_uris) => {
    expect(registeredClient({ redirect_uris })).toEqual({
      error: 'invalid_redirect_uri',
      error_description:
        'redirect_uris must be https URLs, or http URLs of localhost, without a fragment or a user name',
    });
  });
});

describe('a client with a document', () => {
  const id = 'https://app.example/client.json';
  const client = (more: object) => documentedClient(id, { redirect_uris: [away], ...more });
  const proved = { token_endpoint_auth_method: 'private_key_jwt' };

  it('has its keys in it, or at its own origin', () => {
    expect(client({ jwks: { keys: [] } })).toEqual(kept);
    expect(client({ ...proved, jwks: { keys: [] }, jwks_uri: 'https://z.example' })).toEqual({
      ...kept,
      ...proved,
      jwks: { keys: [] },
    });
    const jwks_uri = 'https://app.example/keys';
    expect(client({ ...proved, jwks_uri })).toEqual({ ...kept, ...proved, jwks_uri });
  });

  it.each([
    undefined,
    7,
    'nonsense',
    'https://other.example/keys',
    'http://app.example/keys',
    'https://app.example:8443/keys',
  ])('has no keys at %s', (jwks_uri) => {
    expect(client({ ...proved, jwks_uri })).toEqual({
      error: 'invalid_client_metadata',
      error_description: 'jwks_uri must have the same origin as client_id',
    });
  });

  it('has no secret of its own making', () => {
    expect(client({ token_endpoint_auth_method: 'client_secret_basic' })).toEqual(kept);
    expect(documentedClient(id, {})).toMatchObject({ error: 'invalid_redirect_uri' });
  });
});

describe('a host whose documents are fetched', () => {
  const hosts = ['app.example', '1.2.3.4', '[2001:db8::1]'];

  it.each([
    ['https://app.example/x', true],
    ['https://app.example:443/x', true],
    ['https://app.example:444/x', false],
    ['http://app.example/x', false],
    ['https://sub.app.example/x', false],
    ['https://1.2.3.4/x', false],
    ['https://[2001:db8::1]/x', false],
    ['app.example', false],
  ])('%s is on the list: %s', (address, is) => {
    expect(isListed(address, hosts)).toBe(is);
  });
});
