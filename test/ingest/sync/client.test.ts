import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Ask, createClient } from '../../../src/ingest/sync/client.ts';
import { createHttp } from '../../../src/ingest/sync/fetch.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { ZIP_BOUNDS } from '../../../src/ingest/sync/unzip.ts';
import { prNewswire, sec } from '../../../src/sources/hosts.ts';
import type { Sieve } from '../../../src/sources/source.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { temporaryFolder } from '../../support/files.ts';
import { zipOf } from './origin/bulk.ts';
import { type Given, page, type Route, startOrigin } from './origin/origin.ts';

const start = Date.parse('2026-03-10T12:00:00Z');
const address = 'https://www.sec.gov/files/a.json';
const ask: Ask = { address, rule: sec, expects: 'json', accepts: [] };
const MINUTE = 60_000;

async function setUp(
  routes: Readonly<Record<string, Route>>,
  more: {
    contact?: string | undefined;
    database?: Database;
    keys?: Record<string, string>;
    folder?: string;
  } = {},
) {
  const origin = await startOrigin(routes);
  const http = createHttp({ environment: {}, mirror: origin.mirror });
  const database = more.database ?? (await openDatabase(':memory:', factMigrations));
  const time = { now: start };
  const kept = new Map<string, string>();
  const { contact = 'dev@zorbiva-capital.com' } = more;
  const ledger = createLedger(storedStates(database), contact);
  const client = createClient({
    send: http.send,
    pacing: { run: (_rule, _turn, work) => work() },
    ledger,
    clock: () => time.now,
    contact,
    keys: more.keys ?? {},
    folder: more.folder,
    keep: async (name, body) => void kept.set(name, body.toString()),
  });
  onTestFinished(async () => {
    await http.close();
    await origin.close();
  });
  return { origin, client, ledger, time, kept, database };
}

it('an answer comes with its body, and is kept where bodies are kept', async () => {
  const { client, origin, kept } = await setUp({ 'www.sec.gov': () => ({ body: '{"a":1}' }) });
  expect(await client(ask)).toMatchObject({ kind: 'body', status: 200, text: '{"a":1}' });
  expect(kept).toEqual(new Map([[address, '{"a":1}']]));
  expect(origin.seen[0]?.headers['user-agent']).toMatch(
    /^biotech-catalyst-mcp\/[\d.]+ dev@zorbiva-capital\.com$/,
  );
});

describe('a redirect', () => {
  const to = (location: string, after = 1): Route => {
    let times = 0;
    return () => {
      times += 1;
      return times <= after ? { status: 302, headers: { location } } : { body: '{"b":2}' };
    };
  };

  it('within the domain is followed, and counts as a request', async () => {
    const { client, origin, ledger, kept } = await setUp({
      'www.sec.gov': to('https://data.sec.gov/b.json'),
      'data.sec.gov': () => ({ body: '{"b":2}' }),
    });
    expect(await client(ask)).toMatchObject({ kind: 'body', text: '{"b":2}' });
    expect(origin.paths('data.sec.gov')).toEqual(['/b.json']);
    expect(ledger.stateOf('sec').requests).toBe(2);
    expect([...kept.keys()]).toEqual([address]);
  });

  it.each([
    'https://www.sec.gov.evil.org/a',
    'https://evil-sec.gov/a',
    'http://www.sec.gov/a',
    'https://www.sec.gov:8443/a',
    'https://u:p@www.sec.gov/a',
    'https://127.0.0.1/a',
    'https://[bad',
  ])('to %s is not followed', async (location) => {
    const { client, origin } = await setUp({ 'www.sec.gov': to(location) });
    expect(await client(ask)).toMatchObject({ kind: 'failed', final: false });
    expect(origin.seen).toHaveLength(1);
  });

  it('to what does not exist is a failure that may pass', async () => {
    const led = { status: 301, headers: { location: '/gone' } };
    const { client } = await setUp({
      'www.sec.gov': (_, { pathname }) => (pathname === '/gone' ? { status: 404 } : led),
    });
    const outcome = { kind: 'failed', final: false, reason: 'is redirected to a missing page' };
    expect(await client(ask)).toEqual(outcome);
    expect(await client({ ...ask, accepts: [404] })).toEqual(outcome);
  });

  it('is followed three times and not a fourth', async () => {
    const three = await setUp({ 'www.sec.gov': to('/a', 3) });
    expect(await three.client(ask)).toMatchObject({ kind: 'body' });
    const four = await setUp({ 'www.sec.gov': to('/a', 4) });
    expect(await four.client(ask)).toMatchObject({ kind: 'failed', final: false });
    expect(four.origin.seen).toHaveLength(4);
  });
});

it('a host that asks for a pause is left alone for as long as it says, over a restart', async () => {
  const pause = { status: 429, headers: { 'retry-after': '120' } };
  const { client, database } = await setUp({ 'www.sec.gov': () => pause });
  expect(await client(ask)).toMatchObject({ kind: 'pause', milliseconds: 120_000 });
  const next = await setUp({ 'www.sec.gov': () => ({ body: '{}' }) }, { database });
  next.time.now += 120_000 - 1;
  const held = { kind: 'held', hold: { why: 'paused', until: start + 120_000 } };
  expect(await next.client(ask)).toEqual(held);
  next.time.now += 1;
  expect(await next.client(ask)).toMatchObject({ kind: 'body' });
  // The clock was set back.
  next.time.now -= 48 * 60 * MINUTE;
  expect(await next.client(ask)).toMatchObject({ kind: 'body' });
});

describe("a host's robots.txt", () => {
  const feed = 'https://www.prnewswire.com/rss/health-latest-news.rss';
  const asked: Ask = { address: feed, rule: prNewswire, expects: 'text', accepts: [] };
  const host =
    (robots: Given): Route =>
    (_, url) =>
      url.pathname === '/robots.txt' ? robots : { body: 'feed' };

  it.each<[string, Given, string]>([
    ['permits what it does not name', { body: 'User-agent: *\nDisallow: /private' }, 'body'],
    ['forbids', { body: 'User-agent: *\nDisallow: /rss/' }, 'failed'],
    [
      'forbids this program by name',
      { body: 'User-agent: biotech-catalyst-mcp\nDisallow: /\n\nUser-agent: *\nAllow: /' },
      'failed',
    ],
    ['is absent', { status: 404 }, 'body'],
    ['does not respond', { status: 500 }, 'failed'],
  ])('%s', async (_, robots, kind) => {
    const { client, origin } = await setUp({ 'www.prnewswire.com': host(robots) });
    expect(await client(asked)).toMatchObject({ kind });
    const feeds = origin.paths('www.prnewswire.com').filter((path) => path !== '/robots.txt');
    expect(feeds).toHaveLength(kind === 'body' ? 1 : 0);
  });

  it('is read once a day, and again where it did not come', async () => {
    const { client, origin, time } = await setUp({ 'www.prnewswire.com': host({ body: ' ' }) });
    const reads = () => origin.paths('www.prnewswire.com').filter((path) => path === '/robots.txt');
    await client(asked);
    time.now += 23 * 60 * MINUTE;
    await client(asked);
    expect(reads()).toHaveLength(1);
    time.now += 60 * MINUTE;
    await client(asked);
    expect(reads()).toHaveLength(2);
    const failing = await setUp({ 'www.prnewswire.com': host({ status: 500 }) });
    await failing.client(asked);
    await failing.client(asked);
    expect(failing.origin.seen).toHaveLength(2);
  });
});

describe('a zip that is too large to be held', () => {
  const sieve: Sieve = {
    members: [/a\.tsv$/],
    separator: '\t',
    bounds: { ...ZIP_BOUNDS, MAX_PACKED: 1_000 },
    keeps: () => () => true,
  };
  const zip = zipOf({ 'a.tsv': 'A\tB\n1\t2' });
  const asked: Ask = { ...ask, expects: 'zip', sieve };
  async function fetched(body: Buffer | string) {
    const folder = temporaryFolder();
    const set = await setUp({ 'www.sec.gov': () => ({ body }) }, { folder });
    const outcome = await set.client(asked);
    return { ...set, outcome, left: readdirSync(folder), folder };
  }

  it('lies in a file while it is read, which is kept and goes', async () => {
    const { outcome, left, kept, folder } = await fetched(zip);
    const digest = createHash('sha256').update(zip).digest('base64url');
    expect(outcome).toMatchObject({ kind: 'body', text: 'A\tB\n1\t2', digest });
    expect(dirname(kept.get(address)!)).toBe(folder);
    expect(left).toEqual([]);
  });

  it.each([
    ['beyond its bounds', zipOf({ 'a.tsv': randomBytes(2_000).toString('hex') }), /larger/],
    ['that breaks off', zip.subarray(0, -30), /cannot be read or decompressed/],
    ['in whose place a page comes', page('Sorry'), /web page/],
  ])('%s leaves no file', async (_, body, reason) => {
    const { outcome, left } = await fetched(body);
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) });
    expect(left).toEqual([]);
  });
});

it('a page where data are due is never kept', async () => {
  const { client, kept } = await setUp({ 'www.sec.gov': () => ({ body: page('Sorry') }) });
  expect(await client(ask)).toMatchObject({ kind: 'failed' });
  expect(kept.size).toBe(0);
});
