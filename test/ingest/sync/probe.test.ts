import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClient } from '../../../src/ingest/sync/client.ts';
import {
  HttpFailure,
  type HttpRequest,
  type HttpResponse,
} from '../../../src/ingest/sync/fetch.ts';
import { probe } from '../../../src/ingest/sync/probe.ts';
import { createReport } from '../../../src/ingest/sync/report.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { allSources } from '../../../src/sources/index.ts';
import { isByDefault } from '../../../src/sources/source.ts';
import { temporaryFolder } from '../../support/files.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { openStore, start } from './sync-run.ts';

const contact = 'dev@zorbiva-capital.com';
const world = createWorld(20);
const hosts = createHosts(world.routes, () => start);

async function send({ address, userAgent }: HttpRequest): Promise<HttpResponse> {
  const { host, pathname, search } = new URL(address);
  const given = hosts.answer(host, pathname + search, { 'user-agent': userAgent });
  const body = Buffer.from(given.body ?? '');
  return { status: given.status ?? 200, headers: given.headers ?? {}, body, bytes: body.length };
}

async function clientOf(report = createReport('unused', () => start, [contact])) {
  const database = await openStore();
  const client = createClient({
    send: report.watching(send),
    pacing: { run: (_rule, _turn, work) => work() },
    ledger: createLedger(storedStates(database), contact),
    clock: () => start,
    contact,
    keys: { CATALYST_OPENFDA_KEY: 'k12345678' },
  });
  return { database, client, report };
}

it('each source is asked once, and its line says what came and what to do', async () => {
  world.overrides['www.prnewswire.com'] = () => ({ status: 403, body: 'Access Denied' });
  world.overrides['home.treasury.gov'] = () => ({ body: '<rss></rss>' });
  const sources = allSources(false).filter((source) => isByDefault(source, false));
  const { client, database } = await clientOf();
  const tickers = new Set([world.companies[0]!.ticker]);
  const parts = { client, database, sources, tickers, clock: () => start, since: '2024-03-10' };
  const lines = new Map<string, unknown>();
  for await (const { source, ...line } of probe(parts)) lines.set(source, line);
  expect([...lines.keys()]).toEqual(sources.map(({ name }) => name));
  expect(lines.get('sec-tickers')).toMatchObject({
    host: 'www.sec.gov',
    answer: expect.stringMatching(/^status 200, \d+ bytes$/),
    layout: 'understood: 25 records, 0 further requests',
    advice: '',
  });
  // What others name is asked, too.
  expect(lines.get('sec-form4')).toMatchObject({ layout: expect.stringMatching(/^understood/) });
  expect(lines.get('news-prnewswire')).toMatchObject({
    answer: 'is refused (status 403)',
    advice: 'set CATALYST_USER_AGENT_PRNEWSWIRE_COM to a name that the host accepts',
  });
  expect(lines.get('treasury-rates')).toMatchObject({
    layout: expect.stringMatching(/^not understood: /),
    advice: 'send a bug report with the file of `sync --report`',
  });
  const asked = hosts.seen.filter(({ path }) => path !== '/robots.txt');
  expect(asked.length).toBeLessThanOrEqual(sources.length);
});

it('a report tells what hosts said, and nothing secret', async () => {
  const path = join(temporaryFolder(), 'report.json');
  const report = createReport(path, () => start, [contact, 'k12345678']);
  const refusing = report.watching(async ({ address, userAgent, key }) => {
    if (address.endsWith('/cut')) throw new HttpFailure('cut');
    const words = `Denied to ${userAgent} at 203.0.113.7 ${key?.value ?? ''}`;
    return { status: 403, headers: {}, body: Buffer.from(words), bytes: 9 };
  });
  const request = { accept: '*/*', maxBytes: 1_000, userAgent: `tool ${contact}` };
  await refusing({ ...request, address: 'https://www.sec.gov/a' });
  await refusing({ ...request, address: 'https://www.sec.gov/cut' }).catch(() => {});
  const key = { parameter: 'api_key', value: 'k12345678' };
  await refusing({ ...request, address: 'https://api.fda.gov/a', key });
  report.write(await openStore());
  const written = JSON.parse(readFileSync(path, 'utf8'));
  const one = { requests: 1, milliseconds: 0, slowest: 0 };
  expect(written.answers).toEqual({
    'api.fda.gov 403': { ...one, bytes: 9, refused_bodies: [] },
    'www.sec.gov 403': {
      ...one,
      bytes: 9,
      refused_bodies: ['Denied to tool [redacted] at [address] '],
    },
    'www.sec.gov cut': { ...one, bytes: 0, refused_bodies: [] },
  });
  expect(written.failures).toMatchObject({ count: 0 });
});
