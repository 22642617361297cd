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
import { cboe, finra, type HostRule, sec } from '../../../src/sources/hosts.ts';
import type { Expected } from '../../../src/sources/source.ts';
import { openStore, start } from './sync-run.ts';

const MEBIBYTE = 1024 * 1024;
const address = 'https://cdn.cboe.com/a';
const keyed = { setting: 'CATALYST_OPENFDA_KEY', parameter: 'api_key' } as const;
const ask: Ask = { address, rule: { ...cboe, key: keyed }, expects: 'json', accepts: [] };

/** A client over a function, and what it asked and took turns for. */
async function clientOf(answer: (request: HttpRequest) => Partial<HttpResponse> | Error) {
  const sent: HttpRequest[] = [];
  const turns: Parameters<Pacing['run']>[1][] = [];
  const ledger = createLedger(storedStates(await openStore()), 'me@zorbiva-capital.com');
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
    ...{
      ledger,
      clock: () => start,
      contact: 'me@zorbiva-capital.com',
      keys: { CATALYST_OPENFDA_KEY: 'secret' },
    },
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
        ...{ address, accept, etag: '"1"', lastModified: 'then', maxBytes: size * MEBIBYTE },
        ...{ file: undefined, userAgent: `biotech-catalyst-mcp/${version}` },
        key: { parameter: 'api_key', value: 'secret' },
      },
    ]);
    expect(turns).toEqual([{ host: 'cdn.cboe.com', slowly: false, crawlDelay: 0, priority: 4 }]);
    await client(ask);
    expect(turns[1]?.priority).toBe(0);
  });

  it('tells who asks where the host wants to know, and no key of another', async () => {
    const { client, sent } = await clientOf(() => ({}));
    await client({ ...ask, address: 'https://www.sec.gov/a', rule: sec });
    expect(sent[0]).toMatchObject({
      ...{ userAgent: `biotech-catalyst-mcp/${version} me@zorbiva-capital.com`, key: undefined },
    });
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
  const outcome = async (
    given: Partial<HttpResponse> | Error,
    more: Partial<Ask> = {},
    rule: HostRule = cboe,
  ) => (await clientOf(() => given)).client({ ...ask, rule, ...more });

  it('is the whole body with its digest', async () => {
    expect(await outcome({ headers: { etag: '"2"' } })).toEqual({
      ...{ kind: 'body', status: 200, text: '{}', headers: { etag: '"2"' }, bytes: 7 },
      digest: expect.stringMatching(/^\S{16,}$/),
    });
  });

  it.each<[string, Partial<HttpResponse> | Error, object]>([
    [
      'unchanged',
      { status: 304 },
      {
        kind: 'failed',
        final: false,
        reason: 'returned "not modified" to an unconditional request',
      },
    ],
    [
      'empty',
      { body: Buffer.alloc(0) },
      { kind: 'failed', final: false, reason: 'is answered by nothing' },
    ],
    [
      'a page',
      { body: Buffer.from('<html>') },
      { kind: 'failed', final: false, reason: 'returned a web page instead of data' },
    ],
    [
      'refused',
      { status: 418 },
      { kind: 'failed', final: false, reason: 'is refused (status 418)' },
    ],
    [
      'broken',
      { status: 500 },
      { kind: 'failed', final: false, reason: 'is refused (status 500)' },
    ],
    ['absent', { status: 404 }, { kind: 'absent', reason: 'does not exist' }],
    [
      'led away',
      { status: 302, headers: { location: 'https://elsewhere.invalid/' } },
      { kind: 'failed', final: false, reason: 'redirects to another domain' },
    ],
    [
      'led in a circle',
      { status: 302, headers: { location: '/a' } },
      { kind: 'failed', final: false, reason: 'is redirected again and again' },
    ],
    [
      'asked for a pause',
      { status: 429, headers: { 'retry-after': '5' } },
      { kind: 'pause', milliseconds: 5_000, reason: 'asks for a pause (status 429)' },
    ],
    [
      'too large',
      new HttpFailure('too-large'),
      { kind: 'failed', final: true, reason: 'returned a response larger than the limit' },
    ],
    [
      'not readable',
      new HttpFailure('broken'),
      {
        kind: 'failed',
        final: false,
        reason: 'returned a response that cannot be read or decompressed',
      },
    ],
    [
      'cut',
      new HttpFailure('cut'),
      {
        kind: 'failed',
        final: false,
        reason: 'lost the connection before the full response arrived',
      },
    ],
    [
      'reset',
      new HttpFailure('reset'),
      {
        kind: 'unreachable',
        reason: 'failed because the host or the network reset the connection',
      },
    ],
    [
      'refused by a proxy',
      new HttpFailure('refused', {}, ' with status 407; see HTTPS_PROXY'),
      {
        ...{ kind: 'unreachable', byProxy: true },
        reason: 'was refused by the proxy with status 407; see HTTPS_PROXY',
      },
    ],
    [
      'silent',
      new HttpFailure('silent'),
      { kind: 'failed', final: false, reason: 'got no answer in time' },
    ],
    [
      'not there',
      new HttpFailure('unreachable'),
      { kind: 'unreachable', reason: 'could not connect to the host' },
    ],
  ])('is told in words: %s', async (_, given, expected) => {
    expect(await outcome(given)).toMatchObject(expected);
  });

  it('is unchanged where either validator was sent', async () => {
    expect(await outcome({ status: 304 }, { etag: '"1"' })).toEqual({ kind: 'unchanged' });
    expect(await outcome({ status: 304 }, { lastModified: 'then' })).toEqual({ kind: 'unchanged' });
  });

  it('of a page of apology is a block, for a day', async () => {
    const location = '/apology_objects/abuse-detection-apology.html';
    const { client, ledger } = await clientOf(() => ({ status: 302, headers: { location } }));
    const reason = 'refuses this program as abusive';
    expect(await client(ask)).toEqual({ kind: 'blocked', reason });
    const hold = { until: start + 24 * 3_600_000, why: 'blocked' };
    expect(ledger.holdOf(cboe, start)).toEqual(hold);
    expect(await client(ask)).toEqual({ kind: 'held', hold });
  });

  it('goes on where anything else breaks: that is the engine’s to say', async () => {
    await expect(outcome(new Error('no disk'))).rejects.toThrow('no disk');
  });
});

describe('the robots.txt of a host', () => {
  const asked = { ...ask, address: 'https://www.finra.org/a', rule: finra };
  const robots = async (given: Partial<HttpResponse>) => {
    const { client, sent } = await clientOf((request) =>
      request.address.endsWith('/robots.txt') ? given : {},
    );
    return { outcome: await client(asked), sent: sent.map((one) => one.address) };
  };

  it('is asked for first and obeyed', async () => {
    const { outcome, sent } = await robots({ status: 404 });
    expect(outcome.kind).toBe('body');
    expect(sent).toEqual(['https://www.finra.org/robots.txt', asked.address]);
    const rules = Buffer.from('User-agent: *\nDisallow: /a');
    expect((await robots({ body: rules })).outcome).toEqual({
      ...{ kind: 'failed', final: false },
      reason: 'is not permitted by the robots.txt of the host',
    });
    expect((await robots({ body: Buffer.from('User-agent: *\nDisallow: /b') })).outcome.kind).toBe(
      'body',
    );
  });

  it('that does not come leaves the host alone', async () => {
    expect((await robots({ status: 500 })).outcome).toEqual({
      ...{ kind: 'failed', final: false },
      reason: 'waits for the robots.txt of the host, which does not respond',
    });
  });
});
