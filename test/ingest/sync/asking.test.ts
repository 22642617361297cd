import { describe, expect, it } from 'vitest';
import { version } from '../../../src/base/version.ts';
import { type Ask, createClient } from '../../../src/ingest/sync/client.ts';
import {
  HttpFailure,
  type HttpRequest,
  type HttpResponse,
} from '../../../src/ingest/sync/fetch.ts';
import type { Pacing } from '../../../src/ingest/sync/pacing.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { userAgentOf, userAgentSetting } from '../../../src/ingest/sync/user-agent.ts';
import { cboe, fdaPages, type HostRule, nasdaq, sec } from '../../../src/sources/hosts.ts';
import type { Expected } from '../../../src/sources/source.ts';
import { openStore, start } from './sync-run.ts';

const name = `biotech-catalyst-mcp/${version}`;
const contact = 'me@zorbiva-capital.com';
const MEBIBYTE = 1024 * 1024;
const address = 'https://cdn.cboe.com/a';
const keyed = { setting: 'CATALYST_OPENFDA_KEY', parameter: 'api_key' } as const;
const ask: Ask = { address, rule: { ...cboe, key: keyed }, expects: 'json', accepts: [] };

/** A client over a function, and what it asked and took turns for. */
async function clientOf(answer: (request: HttpRequest) => Partial<HttpResponse> | Error) {
  const sent: HttpRequest[] = [];
  const turns: Parameters<Pacing['run']>[1][] = [];
  const ledger = createLedger(storedStates(await openStore()), contact);
  const client = createClient({
    send: async (request) => {
      sent.push(request);
      const given = answer(request);
      if (given instanceof Error) throw given;
      return { status: 200, headers: {}, body: Buffer.from('{}'), bytes: 7, ...given };
    },
    pacing: {
      run: (_, turn, work) => {
        turns.push(turn);
        return work();
      },
    },
    ledger,
    clock: () => start,
    contact,
    keys: { CATALYST_OPENFDA_KEY: 'secret' },
  });
  return { client, sent, turns, ledger };
}

describe('a request', () => {
  it.each<[Expected, number, string]>([
    ['json', 64, 'application/json'],
    ['xml', 16, 'application/xml, application/atom+xml, application/rss+xml, text/xml'],
    ['text', 16, 'text/plain, */*;q=0.5'],
    ['page', 8, 'text/html, text/plain'],
    ['zip', 64, 'application/zip, */*;q=0.5'],
  ])('for %s takes at most %i MiB, and says what it takes', async (expects, size, accept) => {
    const { client, sent, turns } = await clientOf(() => ({}));
    await client({ ...ask, expects, etag: '"1"', lastModified: 'then', priority: 4 });
    expect(sent).toEqual([
      {
        address,
        accept,
        etag: '"1"',
        lastModified: 'then',
        maxBytes: size * MEBIBYTE,
        file: undefined,
        userAgent: name,
        key: { parameter: 'api_key', value: 'secret' },
      },
    ]);
    expect(turns).toEqual([
      { host: 'cdn.cboe.com', slowly: false, rest: 0, crawlDelay: 0, priority: 4 },
    ]);
    await client(ask);
    expect(turns[1]?.priority).toBe(0);
  });

  it('tells who asks where the host wants to know, and no key of another', async () => {
    const { client, sent } = await clientOf(() => ({}));
    await client({ ...ask, address: 'https://www.sec.gov/a', rule: sec });
    expect(sent[0]).toMatchObject({ userAgent: `${name} ${contact}`, key: undefined });
  });

  it('is counted with its bytes, and a host that asks for it is asked more slowly', async () => {
    const { client, ledger, turns } = await clientOf(() => ({}));
    await client(ask);
    expect(ledger.stateOf('cboe')).toMatchObject({ requests: 1, bytes: 7 });
    await ledger.pause(cboe, start - 60_000, { milliseconds: 1, slowly: true });
    await client(ask);
    expect(turns[1]?.slowly).toBe(true);
  });
});

describe('what became of it', () => {
  const redirect = (location: string) => ({ status: 302, headers: { location } });
  const unreachable = { kind: 'unreachable' };
  const outcome = async (
    given: Partial<HttpResponse> | Error,
    more: Partial<Ask> = {},
    rule: HostRule = cboe,
  ) => (await clientOf(() => given)).client({ ...ask, rule, ...more });

  it('is the whole body with its digest', async () => {
    expect(await outcome({ headers: { etag: '"2"' } })).toEqual({
      kind: 'body',
      status: 200,
      text: '{}',
      headers: { etag: '"2"' },
      bytes: 7,
      digest: expect.stringMatching(/^\S{16,}$/),
    });
  });

  it.each<[string, Partial<HttpResponse> | HttpFailure['kind'], string, object?]>([
    ['unchanged', { status: 304 }, 'returned "not modified" to an unconditional request'],
    ['empty', { body: Buffer.alloc(0) }, 'got an empty response'],
    ['a page', { body: Buffer.from('<html>') }, 'returned a web page instead of data'],
    ['refused', { status: 418 }, 'is refused (status 418)'],
    ['broken', { status: 500 }, 'is refused (status 500)'],
    ['absent', { status: 404 }, 'does not exist', { kind: 'absent' }],
    ['led away', redirect('https://elsewhere.invalid/'), 'redirects to another domain'],
    ['led in a circle', redirect('/a'), 'is redirected too many times'],
    [
      'asked for a pause',
      { status: 429, headers: { 'retry-after': '5' } },
      'asks for a pause (status 429)',
      { kind: 'pause', milliseconds: 5_000 },
    ],
    ['too large', 'too-large', 'returned a response larger than the limit', { final: true }],
    ['not readable', 'broken', 'returned a response that cannot be read or decompressed'],
    ['cut', 'cut', 'lost the connection before the full response arrived'],
    ['reset', 'reset', 'failed because the host or the network reset the connection', unreachable],
    ['silent', 'silent', 'got no response in time'],
    ['not there', 'unreachable', 'could not connect to the host', unreachable],
  ])('is told in words: %s', async (_, given, reason, more = {}) => {
    const found = await outcome(typeof given === 'string' ? new HttpFailure(given) : given);
    const failed = 'kind' in more ? more : { kind: 'failed', final: false, ...more };
    expect(found).toMatchObject({ ...failed, reason });
  });

  it('names the proxy that refused', async () => {
    const refused = new HttpFailure('refused', {}, ' with status 407; see HTTPS_PROXY');
    expect(await outcome(refused)).toMatchObject({
      kind: 'unreachable',
      byProxy: true,
      reason: 'was refused by the proxy with status 407; see HTTPS_PROXY',
    });
  });

  it('is unchanged where either validator was sent', async () => {
    expect(await outcome({ status: 304 }, { etag: '"1"' })).toEqual({ kind: 'unchanged' });
    expect(await outcome({ status: 304 }, { lastModified: 'then' })).toEqual({ kind: 'unchanged' });
  });

  it('of a page of apology is a block, for a day', async () => {
    const location = '/apology_objects/abuse-detection-apology.html';
    const { client, ledger } = await clientOf(() => ({ status: 302, headers: { location } }));
    const reason = 'refuses requests because it considers them abusive';
    expect(await client(ask)).toEqual({ kind: 'blocked', reason });
    const hold = { until: start + 24 * 3_600_000, why: 'blocked' };
    expect(ledger.holdOf(cboe, start)).toEqual(hold);
    expect(await client(ask)).toEqual({ kind: 'held', hold });
  });

  it('goes on where anything else breaks: that is the engine’s to say', async () => {
    await expect(outcome(new Error('no disk'))).rejects.toThrow('no disk');
  });
});

it('a host is told product and version, the SEC the contact too, or what the owner has set', () => {
  expect(userAgentSetting(nasdaq)).toBe('CATALYST_USER_AGENT_NASDAQ_COM');
  expect(userAgentOf(nasdaq, contact, {})).toBe(name);
  expect(userAgentOf(sec, contact, {})).toBe(`${name} ${contact}`);
  const page = 'https://zorbiva.example/catalysts';
  expect(userAgentOf(nasdaq, contact, {}, page)).toBe(`${name} (+${page})`);
  expect(() => userAgentOf(sec, undefined, {})).toThrow('require a contact');
  const environment = { CATALYST_USER_AGENT_FDA_GOV: 'Zorbiva reader/1' };
  expect(userAgentOf(fdaPages, contact, environment)).toBe('Zorbiva reader/1');
  expect(userAgentOf(sec, contact, environment)).toBe(`${name} ${contact}`);
  for (const wrong of ['a\nb', 'é', 'x'.repeat(201)]) {
    const set = { CATALYST_USER_AGENT_FDA_GOV: wrong };
    expect(() => userAgentOf(fdaPages, contact, set)).toThrow('CATALYST_USER_AGENT_FDA_GOV');
  }
});
