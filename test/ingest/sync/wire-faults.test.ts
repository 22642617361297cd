import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttp } from '../../../src/ingest/sync/fetch.ts';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { refuseNetwork } from '../../support/network.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { countsOf, engineOf, openStore } from './sync-run.ts';

/** Over real connections: what the wire does to one answer, and what becomes of the sync. */
type Fault = (response: ServerResponse, body: Buffer) => void;

const faults: [string, Fault, RegExp, 'queued' | 'failed'][] = [
  [
    'a gzip that is cut',
    (r, body) =>
      r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body).subarray(0, -9)),
    /returned a response that cannot be read or decompressed$/,
    'queued',
  ],
  [
    'a body that is cut',
    (r, body) => {
      r.writeHead(200, { 'content-length': String(body.length) });
      r.write(body.subarray(0, 50));
      setTimeout(() => r.destroy(), 20);
    },
    /lost the connection before the full response arrived$/,
    'queued',
  ],
  [
    'a connection that is reset',
    (r) => void r.socket?.resetAndDestroy(),
    /failed because the host or the network reset the connection$/,
    'queued',
  ],
  ['silence', () => {}, /got no response in time/, 'queued'],
  [
    'a gzip bomb',
    (r) =>
      r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(17 * 1024 ** 2))),
    /larger than the limit/,
    'failed',
  ],
];

/** Hosts behind a mirror; the feed of bill rates goes through the fault. */
async function mirrorWith(fault: Fault) {
  refuseNetwork();
  const hosts = createHosts(createWorld(4).routes, Date.now);
  const server = createServer((request, response) => {
    const [, host = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const headers = request.headers as Record<string, string | undefined>;
    const { status = 200, body = '' } = hosts.answer(host, path, headers);
    if (/value=2026$/.test(path)) fault(response, Buffer.from(body));
    else response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = createHttp({ environment: {}, mirror, timings: { headers: 300, silence: 300 } });
  onTestFinished(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });
  return { hosts, send: http.send };
}

describe('an answer that the wire spoils', () => {
  it.each(faults)('%s takes its own facts and no others', async (_, fault, words, state) => {
    const { hosts, send } = await mirrorWith(fault);
    const database = await openStore();
    const { engine } = engineOf({
      database,
      hosts,
      sources: ['sec-tickers', 'treasury-rates', 'federal-register'],
      tickers: [createWorld(4).companies[0]!.ticker],
      send: () => send,
    });
    const asked = () =>
      database.prepare("SELECT count(*) AS n FROM sync_requests WHERE state = 'done'").get();
    const run = engine.run(true);
    // The list, two pages of notices and two years of rates come; the third year does not.
    while ((asked() as { n: number }).n < 5 || !sourceState(database, 'treasury-rates').error) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    engine.stop();
    await run;
    const facts = { advisory_meetings: 2, companies: 1, treasury_rates: 1 };
    expect(countsOf(database)).toEqual(facts);
    expect(sourceState(database, 'treasury-rates').error).toMatch(words);
    const spoilt = database.prepare(
      "SELECT state, attempts FROM sync_requests WHERE state <> 'done'",
    );
    expect(spoilt.all()).toEqual([expect.objectContaining({ state })]);
  });
});
