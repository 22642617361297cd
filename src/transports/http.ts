import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { basePath, type Catalogue } from '../catalogue.ts';
import { malformedRequest, methodNotAllowed, unknownPath } from '../errors.ts';
import type { Log } from '../log.ts';
import { contentSecurityPolicy, createPages } from '../page/page.ts';
import type { Service } from '../service.ts';
import { createGuards, type Guards } from './guards.ts';
import { answerMcp } from './mcp-http.ts';
import { openApiOf } from './openapi.ts';
import type { Toolbox } from './protocol.ts';
import { readiness } from './readiness.ts';
import { credentialOf, jsonReply, type Reply, refusal } from './replies.ts';
import { envelope, noticeHeader, noticeHeaders } from './rest.ts';

const headersTimeout = 10_000;
const requestTimeout = 30_000;
const keepAliveTimeout = 65_000;
const maximumConnections = 2_000;
/** How often connections are held against their timeouts; Node's own half minute adds to each. */
const connectionsCheckingInterval = 2_000;
/** How often a closing server looks for connections that have nothing more to say, milliseconds. */
const idleSweep = 20;
/** How long a closing server waits for answers in flight, milliseconds. */
const longestFarewell = 15_000;

export interface HttpParts {
  readonly catalogue: Catalogue;
  readonly service: Service;
  readonly toolbox: Toolbox;
  readonly allowedHosts: readonly string[];
  readonly log: Log;
  readonly version: string;
}

export interface RunningServer {
  readonly port: number;
  /** Finishes what is in flight, then stops. */
  close(): Promise<void>;
}

/** Serves REST, `/mcp`, `/openapi.json`, `/healthz`, `/readyz` and the page on one port. */
export async function serveHttp(
  parts: HttpParts,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const { log, allowedHosts } = parts;
  const guards = createGuards(allowedHosts);
  const others = getRequestListener(createApp(parts, guards).fetch, {
    overrideGlobalObjects: false,
    errorHandler: (cause) =>
      responseOf(refusal(cause instanceof RequestError ? malformedRequest() : cause, '', log)),
  });
  // A request without a host is refused by our own words.
  const server = createServer(
    { requireHostHeader: false, connectionsCheckingInterval },
    (request, response) => {
      const isMcp = /^\/mcp(\?|$)/.test(request.url ?? '');
      void (isMcp ? answerMcp(request, response, parts, guards) : others(request, response));
    },
  );
  server.on('clientError', refuseUnreadable);
  server.headersTimeout = headersTimeout;
  server.requestTimeout = requestTimeout;
  server.keepAliveTimeout = keepAliveTimeout;
  server.maxConnections = maximumConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closed(server),
  };
}

/** Stops once every answer in flight is sent, or when they have had long enough. */
async function closed(server: Server): Promise<void> {
  // A connection that is kept alive would hold the server open after its answer.
  const idle = setInterval(() => server.closeIdleConnections(), idleSweep);
  const late = setTimeout(() => server.closeAllConnections(), longestFarewell);
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(idle);
  clearTimeout(late);
}

const pageHeaders = {
  'content-type': 'text/html; charset=UTF-8',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
};

/** Every path but `/mcp`. */
function createApp({ catalogue, service, log, version }: HttpParts, guards: Guards): Hono {
  const app = new Hono();
  const openApi = JSON.stringify(openApiOf(catalogue, version));
  const pages = createPages(catalogue);
  const turn = oneEachTurn();

  app.onError((cause, c) => responseOf(refusal(cause, c.req.path, log)));
  app.notFound((c) => {
    if (!c.req.path.startsWith(`${basePath}/`))
      throw unknownPath(c.req.path, `${basePath}, /mcp, /openapi.json`);
    catalogue.path(c.req.path);
    throw methodNotAllowed('GET');
  });
  app.use(async (c, next) => {
    const host = c.req.header('host');
    guards.checkHost(host);
    // An absolute request target names a host of its own, which counts (RFC 9112, section 3.2.2).
    const target = c.req.url.split('/', 3)[2];
    if (target !== host) guards.checkHost(target);
    await next();
  });

  const exposeHeaders = [noticeHeader, 'Retry-After'];
  app.use(`${basePath}/*`, cors({ origin: '*', allowMethods: ['GET'], exposeHeaders }), compress());
  app.get(`${basePath}/*`, async (c) => {
    const { endpoint, pathArguments } = catalogue.path(c.req.path);
    const { apiKey, ...given } = argumentsOf(c.req.queries());
    const answer = await service.answer(
      endpoint,
      { ...given, ...pathArguments },
      credentialOf(apiKey),
    );
    return responseOf(jsonReply(envelope(answer), 200, noticeHeaders(answer)));
  });
  app.all(`${basePath}/*`, (c) => {
    catalogue.path(c.req.path);
    throw methodNotAllowed('GET');
  });
  app.get('/openapi.json', cors({ origin: '*' }), compress(), () => json(openApi));
  app.get('/', async (c) => {
    await turn();
    const { html, gzip } = await pages(service.source(), new URL(c.req.url).origin);
    const isGzip = /\bgzip\b/i.test(c.req.header('accept-encoding') ?? '');
    return c.body(isGzip ? gzip : html, 200, {
      ...pageHeaders,
      ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    });
  });
  app.get('/healthz', () => json('{"status":"ok"}'));
  app.get('/readyz', () => responseOf(readiness(service.source())));
  for (const path of ['/', '/openapi.json', '/healthz', '/readyz']) {
    app.all(path, () => {
      throw methodNotAllowed('GET');
    });
  }

  return app;
}

/** Lets one waiter go on at each turn of the event loop, so that many do not hold up the others. */
function oneEachTurn(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}

/** What cannot be read as HTTP is refused in the same shape, and its connection ends. */
function refuseUnreadable(cause: NodeJS.ErrnoException, socket: Duplex): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statuses: Record<string, number> = {
    HPE_HEADER_OVERFLOW: 431,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  };
  const status = statuses[cause.code ?? ''] ?? 400;
  const body = JSON.stringify({ error: STATUS_CODES[status] });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** A parameter given once is its value; given more often, a list, which no rule accepts. */
function argumentsOf(queries: Record<string, string[]>): Record<string, unknown> {
  const given = Object.entries(queries).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return Object.fromEntries(given);
}

function json(body: string): Response {
  return responseOf(jsonReply(body));
}

function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}
