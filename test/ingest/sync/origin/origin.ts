import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { refuseNetwork } from '../../../support/network.ts';

/** What a public host is asked. */
export interface Seen {
  /** Milliseconds since 1970, by the origin's clock. */
  readonly at: number;
  readonly host: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What a host answers; undefined for a path that it does not have. */
export type Route = (seen: Seen, url: URL) => Given | undefined;

const SEC_HOSTS = new Set(['www.sec.gov', 'data.sec.gov', 'efts.sec.gov']);
const SEC_PER_SECOND = 10;
const SEC_BLOCK = 10 * 60_000;

export const thresholdPage = page('SEC.gov | Request Rate Threshold Exceeded');
export const undeclaredPage = page(
  'SEC.gov | Your Request Originates from an Undeclared Automated Tool',
);

export function page(title: string): string {
  return `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}

/**
 * The public hosts as one function: it records what it is asked, holds the SEC's callers to the
 * SEC's rules, and answers 599 to a host that nobody described.
 */
export function createHosts(routes: Readonly<Record<string, Route>>, clock: () => number) {
  const seen: Seen[] = [];
  let blockedUntil = 0;

  function secRefusal(asked: Seen): Given | undefined {
    if (!/\S+@\S+\.\S+|https:\/\/\S+/.test(asked.headers['user-agent'] ?? '')) {
      return { status: 403, body: undeclaredPage };
    }
    const inLastSecond = seen.filter(
      ({ host, at }) => SEC_HOSTS.has(host) && at > asked.at - 1_000,
    ).length;
    if (inLastSecond > SEC_PER_SECOND) blockedUntil = asked.at + SEC_BLOCK;
    return asked.at < blockedUntil ? { status: 429, body: thresholdPage } : undefined;
  }

  return {
    seen,
    /** The requests to a host, as paths. */
    paths: (host: string) => seen.filter((one) => one.host === host).map(({ path }) => path),
    answer(host: string, path: string, headers: Seen['headers']): Given {
      const asked: Seen = { at: clock(), host, path, headers };
      seen.push(asked);
      const route = routes[host];
      if (!route) return { status: 599, body: `no host ${host}` };
      const refusal = SEC_HOSTS.has(host) ? secRefusal(asked) : undefined;
      return refusal ?? route(asked, new URL(`https://${host}${path}`)) ?? { status: 404 };
    },
  };
}

export type Hosts = ReturnType<typeof createHosts>;

/** Serves the hosts on a loopback port, as `CATALYST_MIRROR` reaches them: `/HOST/PATH?QUERY`. */
export async function startOrigin(routes: Readonly<Record<string, Route>>) {
  refuseNetwork();
  const hosts = createHosts(routes, Date.now);
  const server = createServer((request, response) => {
    const [, host = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    deliver(hosts.answer(host, rest, request.headers as Seen['headers']), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...hosts,
    mirror: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Origin = Awaited<ReturnType<typeof startOrigin>>;

/** Sends a body packed where the caller takes it so, and with an entity tag where it has none. */
function deliver(given: Given, request: IncomingMessage, response: ServerResponse): void {
  const { status = 200, headers = {}, body = '' } = given;
  const takesGzip = /gzip/.test(String(request.headers['accept-encoding']));
  if (takesGzip && headers['content-encoding'] === undefined && status === 200) {
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' });
    response.end(gzipSync(body));
    return;
  }
  response.writeHead(status, headers);
  response.end(body);
}
