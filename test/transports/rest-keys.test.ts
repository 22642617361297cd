import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../support/start-app.ts';

const started = useApp();
/** A key of the plan Basic, which does not include the endpoint below. */
let basic: string;
beforeAll(() => {
  basic = started.createKey({ name: 'basic' });
});

const address = () => `${started.base}/api/v2/scoring/rnpv?ticker=ACME`;
const ask = (headers: Record<string, string>, query = '') =>
  fetch(`${address()}${query}`, { headers });

describe('a REST request', () => {
  it.each<[string, (key: string) => Record<string, string>]>([
    ['Authorization', (key) => ({ authorization: `Bearer ${key}` })],
    ['Authorization in other letters', (key) => ({ authorization: `bearer   ${key} ` })],
    ['X-API-Key', (key) => ({ 'x-api-key': key })],
    ['both', (key) => ({ 'x-api-key': key, authorization: `Bearer ${key}` })],
    ['X-API-Key beside another scheme', (key) => ({ 'x-api-key': key, authorization: 'Basic YQ' })],
  ])('gives its key in %s, with or without the same in the query', async (_, headers) => {
    for (const query of ['', `&apiKey=${started.key}`]) {
      const answer = await ask(headers(started.key), query);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await ask(headers(basic))).status).toBe(403);
    expect((await ask(headers('nobodys'))).status).toBe(401);
  });

  it('that has different keys is rejected, even if each of them is valid', async () => {
    const different = [
      await ask({ authorization: `Bearer ${basic}` }, `&apiKey=${started.key}`),
      await ask({ 'x-api-key': started.key }, `&apiKey=${basic}`),
      await ask({ 'x-api-key': started.key, authorization: `Bearer ${basic}` }),
    ];
    for (const answer of different) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: 'The request contains different API keys' });
    }
  });

  it('of another site may give its key in a header', async () => {
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-api-key',
    };
    const allowed = await fetch(address(), { method: 'OPTIONS', headers });
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization,x-api-key');
  });
});
