import { describe, expect, it, vi } from 'vitest';
import { documentsOf } from '../../src/authorization/client-documents.ts';

const id = 'https://app.example/client.json';
const away = 'https://app.example/back';
const client = { client_id: id, redirect_uris: [away], scope: 'anything' };
const taken = {
  client_id: id,
  redirect_uris: [away],
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** A fake host that returns one response and records its requests. */
function build(answer: Response) {
  const asked: { address: string; init: RequestInit }[] = [];
  const fetched = documentsOf(['app.example'], async (address, init) => {
    asked.push({ address, init });
    return answer;
  });
  return { asked, fetched };
}

describe('a document of a client', () => {
  it('is asked for as the caller says, for a while only, and no redirect is followed', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { asked, fetched } = build(Response.json(client));
    const headers = { accept: 'application/json' };
    await fetched(id, { headers, redirect: 'follow' });
    const signal = timeout.mock.results[0]?.value as AbortSignal;
    expect(asked).toEqual([{ address: id, init: { headers, redirect: 'manual', signal } }]);
    expect(timeout.mock.calls).toEqual([[5_000]]);
    timeout.mockRestore();
  });

  it('is what is taken of it, as JSON', async () => {
    const answer = await build(Response.json(client)).fetched(id, {});
    expect([answer.status, await answer.json()]).toEqual([200, taken]);
    expect([...answer.headers]).toEqual([['content-type', 'application/json']]);
  });

  it('is cached as long as its host allows', async () => {
    const told = { headers: { 'cache-control': 'max-age=60', 'x-more': 'y' } };
    const answer = await build(Response.json(client, told)).fetched(id, {});
    expect([...answer.headers]).toEqual([
      ['cache-control', 'max-age=60'],
      ['content-type', 'application/json'],
    ]);
  });

  it('that holds keys alone is whole; one that is of a client is not', async () => {
    const keys = { keys: [{ kty: 'EC' }], more: 1 };
    expect(await (await build(Response.json(keys)).fetched(id, {})).json()).toEqual(keys);
    const both = build(Response.json({ ...client, keys: [] }));
    expect(await (await both.fetched(id, {})).json()).toEqual(taken);
  });

  it.each([[null], ['keys'], [7], [[]]])('that is %j is none', async (given) => {
    await expect(build(Response.json(given)).fetched(id, {})).rejects.toThrow(
      'must be a JSON object',
    );
  });

  it('has 64 Ki characters at most', async () => {
    const bare = JSON.stringify({ ...client, more: '' }).length;
    const long = (length: number) =>
      build(Response.json({ ...client, more: 'x'.repeat(length - bare) })).fetched(id, {});
    expect(await (await long(65_536)).json()).toEqual(taken);
    await expect(long(65_537)).rejects.toThrow();
  });

  it.each([201, 204, 301, 404, 500])('with status %d is none, and let go of', async (status) => {
    const cancel = vi.fn(async () => {});
    const { fetched } = build({ status, body: { cancel } } as unknown as Response);
    const answer = await fetched(id, {});
    expect([answer.status, await answer.text(), cancel.mock.calls.length]).toEqual([502, '', 1]);
    expect((await build(new Response(null, { status: 204 })).fetched(id, {})).status).toBe(502);
  });

  it('of a host that is not on the list is not requested', async () => {
    const { asked, fetched } = build(Response.json(client));
    const other = 'https://other.example/client.json';
    await expect(fetched(other, {})).rejects.toThrow(
      `${other} is not in CATALYST_OAUTH_CLIENT_HOSTS`,
    );
    expect(asked).toEqual([]);
  });
});
