import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import { checkOwnForm, createSessions } from '../../src/transports/sessions.ts';

const HOUR = 3_600_000;
/** The monotonic clock that measures the age of a session. */
const time = { now: 1_000 };
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => time.now));
afterEach(() => void vi.restoreAllMocks());
/** Sessions read the clock at most once per millisecond. */
async function pass(milliseconds: number): Promise<void> {
  time.now += milliseconds;
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Builds a site with paths that open, read and end a session. */
function build() {
  const sessions = createSessions();
  const app = new Hono();
  app.get('/open/:key', (c) => {
    sessions.open(c, c.req.param('key'));
    return c.text('');
  });
  app.get('/key', (c) => c.text(sessions.keyOf(c) ?? 'none'));
  app.get('/end', (c) => {
    sessions.end(c);
    return c.text('');
  });
  app.post('/form', (c) => {
    checkOwnForm(c);
    return c.text('own');
  });
  app.onError((cause, c) =>
    c.text('', cause instanceof ServiceError ? (cause.status as 403) : 500),
  );
  const open = async (key: string, headers: Record<string, string> = {}) =>
    (await app.request(`/open/${key}`, { headers })).headers.get('set-cookie') ?? '';
  const nameOf = (cookie: string) => cookie.split(';')[0] ?? '';
  const keyOf = async (cookie: string, headers: Record<string, string> = {}) =>
    (await app.request('/key', { headers: { cookie, ...headers } })).text();
  return { app, open, nameOf, keyOf };
}

describe('the session of a browser', () => {
  it('has a random name that no script can read, and over https only for https', async () => {
    const { open } = build();
    const attributes = '; Path=/; HttpOnly; SameSite=Strict';
    const plain = await open('k1', { origin: 'http://catalysts.example' });
    expect(plain).toMatch(new RegExp(`^catalyst_session=[\\w-]{32}${attributes}$`));
    const secure = await open('k1', { origin: 'https://catalysts.example' });
    expect(secure).toMatch(
      /^catalyst_session=[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await open('k1')).not.toBe(await open('k1'));
  });

  it('has the key that was given, for what its own pages ask', async () => {
    const { open, nameOf, keyOf } = build();
    const [one, two] = [nameOf(await open('k1')), nameOf(await open('k2'))];
    expect([await keyOf(one), await keyOf(two)]).toEqual(['k1', 'k2']);
    expect(await keyOf('catalyst_session=another')).toBe('none');
    expect(await keyOf('other=x')).toBe('none');
    const asked = (site: string) => keyOf(one, { 'sec-fetch-site': site });
    expect(await asked('same-origin')).toBe('k1');
    expect(await asked('none')).toBe('k1');
    expect(await asked('cross-site')).toBe('none');
    expect(await asked('same-site')).toBe('none');
  });

  it('ends twelve hours after its last use, or on request', async () => {
    const { app, open, nameOf, keyOf } = build();
    const cookie = nameOf(await open('k1'));
    for (let seen = 0; seen < 3; seen += 1) {
      await pass(12 * HOUR - 1);
      expect(await keyOf(cookie)).toBe('k1');
    }
    await pass(12 * HOUR + 1);
    expect(await keyOf(cookie)).toBe('none');
    const other = nameOf(await open('k2'));
    const ended = await app.request('/end', { headers: { cookie: other } });
    expect(ended.headers.get('set-cookie')).toBe('catalyst_session=; Max-Age=0; Path=/');
    expect(await keyOf(other)).toBe('none');
    expect((await app.request('/end')).status).toBe(200);
  });

  it('gives way where a thousand others were seen since', async () => {
    const { open, nameOf, keyOf } = build();
    const first = nameOf(await open('first'));
    const second = nameOf(await open('second'));
    for (let other = 0; other < 998; other += 1) await open('other');
    expect(await keyOf(first)).toBe('first');
    await open('other');
    expect([await keyOf(first), await keyOf(second)]).toEqual(['first', 'none']);
  });
});

it.each([
  [{ origin: 'http://here.example', host: 'here.example' }, 200],
  [{ origin: 'https://here.example:1', host: 'here.example:1' }, 200],
  [{ origin: 'http://here.example', host: 'here.example', 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'http://here.example', host: 'here.example', 'sec-fetch-site': 'none' }, 403],
  [{ origin: 'http://here.example', host: 'here.example', 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://other.example', host: 'here.example' }, 403],
  [{ origin: 'null', host: 'here.example' }, 403],
  [{ host: 'here.example' }, 403],
])('a form that comes with %j is answered %d', async (headers, status) => {
  expect((await build().app.request('/form', { method: 'POST', headers })).status).toBe(status);
});
