import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../base/log.ts';

/** Maximum number of connections to the metrics port. */
const MAX_CONNECTIONS = 16;
const REQUEST_TIMEOUT_MS = 5_000;

/** Returns metrics in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

interface MetricsAddress {
  readonly host: string;
  /** The port to listen on. 0 selects a free port. */
  readonly port: number;
  /** Whether a Host header names this server. */
  readonly isOwnHost: (host: string) => boolean;
}

/**
 * Serves `GET /metrics` on a separate port without a key. Clients of the server must not be able to
 * reach this port.
 */
export async function serveMetrics(metrics: MetricsText, at: MetricsAddress, log: Log) {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    if (!at.isOwnHost(request.headers.host ?? '')) {
      response.writeHead(403).end('Host not allowed: add it to CATALYST_ALLOWED_HOSTS\n');
      return;
    }
    const isAsked = request.method === 'GET' && /^\/metrics(\?|$)/.test(request.url ?? '');
    if (!isAsked) {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (cause) => {
        log.error({ err: cause }, 'metrics cannot be read');
        response.writeHead(500).end();
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  // Each connection is closed after one request. Otherwise, the pipelined requests of one client
  // could delay all others.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  // If the main server cannot start, the metrics port must not keep the process alive.
  server.unref();
  const { port } = server.address() as AddressInfo;
  log.info({ host: at.host, port }, 'serving metrics');
  return {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
