import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import { malformedRequest } from '../base/errors.ts';
import { noTracing, type Tracing } from '../base/tracing.ts';
import { boundConnections, type Connections } from './connections.ts';
import { noProxies, type Proxies } from './forwarded.ts';
import { createGuards } from './guards.ts';
import { answerMcp, type McpParts } from './mcp-http.ts';
import { refusal, responseOf, send } from './replies.ts';
import { createTrails } from './trails.ts';
import { createWebApp, type WebParts } from './web-app.ts';

const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
const KEEP_ALIVE_TIMEOUT = 65_000;
/**
 * Milliseconds without activity after which a connection is closed. The time is longer than any
 * answer takes.
 */
const SILENCE_TIMEOUT = 300_000;
const DEFAULT_CONNECTIONS = 2_000;
/**
 * Paths of health checks. They are answered even if the client address has reached its limit of
 * requests, because their answers are short.
 */
const probes: readonly string[] = ['/healthz', '/readyz'];
/** Milliseconds between checks for connection timeouts. Node's default is 30 s. */
const CONNECTIONS_CHECKING_INTERVAL = 2_000;
/**
 * Maximum milliseconds for which the rest of a request body is read after an early answer. Some
 * clients read the answer only after they have sent the whole body.
 */
const MAX_LINGER = 1_000;
/** Default of `settleTime`, in milliseconds. */
const DEFAULT_SETTLE_TIME = 250;
/** Milliseconds between two attempts to close idle connections during shutdown. */
const IDLE_SWEEP = 20;
/** Maximum number of connections that wait to be accepted (the default of Node). */
const BACKLOG = 511;
/** Maximum milliseconds that a shutdown waits for answers in progress. */
const MAX_FAREWELL = 15_000;

/** The built-in OAuth server, which answers the OAuth paths. */
export interface AuthorizationServer {
  takes(path: string): boolean;
  /** @param address the IP address of the client */
  answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
}

export interface HttpParts extends Omit<WebParts, 'trails'>, Omit<McpParts, 'trails'> {
  /** Default: no authorization server. */
  readonly authorization?: AuthorizationServer | undefined;
  readonly allowedHosts: readonly string[];
  /** Default: no trusted proxies. */
  readonly proxies?: Proxies;
  /** Maximum number of connections. Default: 2,000. */
  readonly maxConnections?: number;
  /** Maximum number of connections from one IP address. Default: 1,000. */
  readonly maxConnectionsPerAddress?: number;
  /**
   * Milliseconds after the start of a shutdown during which new connections and requests are still
   * accepted. Clients may have sent them before they noticed the shutdown. Default: 250.
   */
  readonly settleTime?: number;
  readonly tracing?: Tracing;
}

/** Serves REST, `/mcp`, `/openapi.json`, `/healthz`, `/readyz` and the web page on one port. */
export async function serveHttp(
  parts: HttpParts,
  address: { readonly host: string; readonly port: number },
) {
  const { proxies = noProxies, maxConnectionsPerAddress = 1_000 } = parts;
  const { maxConnections: max = DEFAULT_CONNECTIONS, settleTime = DEFAULT_SETTLE_TIME } = parts;
  // Without this option, Node itself would refuse a request without a Host header. With it, this
  // server sends its own error.
  const server = createServer({
    requireHostHeader: false,
    connectionsCheckingInterval: CONNECTIONS_CHECKING_INTERVAL,
  });
  const connections = boundConnections(
    server,
    { max, maxPerAddress: maxConnectionsPerAddress, isProxy: proxies.isProxy },
    (socket) => refuseConnection(socket, 503),
  );
  server.on('request', listenerOf(parts, proxies, connections));
  // Without this handler, Node itself would answer a request with an unknown `Expect` header, and
  // the request would not be counted.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', refuseUnreadable);
  server.headersTimeout = HEADERS_TIMEOUT;
  server.requestTimeout = REQUEST_TIMEOUT;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  server.timeout = SILENCE_TIMEOUT;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Stops the server after the requests in progress are answered. */
    close: () => closed(server, connections, settleTime),
  };
}

function listenerOf(parts: HttpParts, proxies: Proxies, connections: Connections): RequestListener {
  const { log, allowedHosts, authorization, tracing = noTracing } = parts;
  const guards = createGuards(allowedHosts);
  const trails = createTrails(proxies.isProxy);
  const traced = { ...parts, trails };
  const others = getRequestListener(createWebApp(traced).fetch, {
    overrideGlobalObjects: false,
    errorHandler: (cause) =>
      responseOf(refusal(cause instanceof RequestError ? malformedRequest() : cause, '', log)),
  });
  return (request, response) => {
    response.once('finish', () => endUnfinished(request));
    try {
      guards.checkTarget(request);
      response.once('close', proxies.admit(request));
    } catch (cause) {
      const refused = refusal(cause, '', log, trails.of(request));
      connections.inTurn(response, () => send(response, refused));
      return;
    }
    const [path = ''] = (request.url ?? '').split('?');
    const answer = () => {
      if (path === '/mcp') return answerMcp(request, response, traced, guards);
      if (!authorization?.takes(path)) return others(request, response);
      return authorization.answer(request, response, proxies.addressOf(request));
    };
    const begin = () => void tracing.beneath(request.headers.traceparent, answer);
    connections.inTurn(response, begin, probes.includes(path));
  };
}

/**
 * Discards the rest of the body of a request that was answered before its body arrived completely.
 * If the rest takes longer than `MAX_LINGER`, closes the connection.
 */
function endUnfinished(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  request.resume();
  const late = setTimeout(() => socket.destroy(), MAX_LINGER);
  request.once('close', () => clearTimeout(late));
}

/** Resolves when all received requests are answered, or after `MAX_FAREWELL`. */
async function closed(server: Server, connections: Connections, settleTime: number): Promise<void> {
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  await sleep(settleTime);
  // In each iteration of the event loop, Node accepts one connection. Node also reads the data of
  // the connection that it accepted in the previous iteration. Therefore, all received data has
  // been read after an iteration in which Node accepted no connection.
  for (let turn = 0, before = -1; turn < BACKLOG && before !== accepted; turn += 1) {
    before = accepted;
    await nextTurn();
  }
  const ended = once(server, 'close');
  server.close();
  const sweep = setInterval(() => connections.closeIdle(), IDLE_SWEEP);
  const late = setTimeout(() => server.closeAllConnections(), MAX_FAREWELL);
  await ended;
  clearInterval(sweep);
  clearTimeout(late);
}

/**
 * Answers a request that is not valid HTTP with an error in the usual format, and closes the
 * connection.
 */
export function refuseUnreadable(cause: NodeJS.ErrnoException, socket: Duplex): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statuses: Record<string, number> = {
    HPE_HEADER_OVERFLOW: 431,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  };
  refuseConnection(socket, statuses[cause.code ?? ''] ?? 400);
}

/** Sends an error on a connection without a valid request, and closes the connection. */
export function refuseConnection(socket: Duplex, status: number): void {
  const body = JSON.stringify({ error: STATUS_CODES[status] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
