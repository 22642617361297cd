import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import type { Credential } from '../access.ts';
import { basePath, type Catalogue } from '../catalogue.ts';
import {
  bodyTooLarge,
  internalError,
  malformedRequest,
  methodNotAllowed,
  ServiceError,
  unknownPath,
  unsupportedMediaType,
} from '../errors.ts';
import type { Log } from '../log.ts';
import { contentSecurityPolicy, pageOf } from '../page/page.ts';
import type { Service } from '../service.ts';
import { createGuards } from './guards.ts';
import { openApiOf } from './openapi.ts';
import { errorReply, protocolVersions, readMessage, respond, type Toolbox } from './protocol.ts';
import { envelope } from './rest.ts';

const maximumBodyBytes = 64 * 1024;
const headersTimeout = 10_000;
const requestTimeout = 30_000;
const keepAliveTimeout = 65_000;
const maximumConnections = 2_000;
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

/** Serves REST, `/mcp`, `/openapi.json` and `/healthz` on one port. */
export async function serveHttp(
  parts: HttpParts,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const listener = getRequestListener(createApp(parts).fetch, {
    overrideGlobalObjects: false,
    errorHandler: (cause) =>
      refusal(cause instanceof RequestError ? malformedRequest() : internalError()),
  });
  // A request without a host is refused by our own words.
  const server = createServer({ requireHostHeader: false }, listener);
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

/** The paths, for any server that speaks the Fetch standard. */
export function createApp(parts: HttpParts): Hono {
  const { catalogue, service, allowedHosts, log, version } = parts;
  const app = new Hono();
  const guards = createGuards(allowedHosts);
  const openApi = JSON.stringify(openApiOf(catalogue, version));

  app.onError((cause, c) => {
    if (!(cause instanceof ServiceError))
      log.error({ err: cause, path: c.req.path }, 'request failed');
    return refusal(cause instanceof ServiceError ? cause : internalError());
  });
  app.notFound((c) => {
    if (!c.req.path.startsWith(`${basePath}/`))
      throw unknownPath(c.req.path, `${basePath}, /mcp, /openapi.json`);
    catalogue.path(c.req.path);
    throw methodNotAllowed('GET');
  });
  app.use(async (c, next) => {
    guards.checkHost(c.req.header('host'));
    await next();
  });

  app.use(`${basePath}/*`, cors({ origin: '*', allowMethods: ['GET'] }), compress());
  app.get(`${basePath}/*`, async (c) => {
    const { endpoint, pathArguments } = catalogue.path(c.req.path);
    const { apiKey, ...given } = argumentsOf(c.req.queries());
    const answer = await service.answer(
      endpoint,
      { ...given, ...pathArguments },
      credentialOf(apiKey),
    );
    return json(envelope(answer));
  });
  app.all(`${basePath}/*`, (c) => {
    catalogue.path(c.req.path);
    throw methodNotAllowed('GET');
  });
  app.get('/openapi.json', cors({ origin: '*' }), compress(), () => json(openApi));
  app.get('/', compress(), async (c) => {
    const page = await pageOf(catalogue, service.source(), new URL(c.req.url).origin);
    return c.html(page, 200, {
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });
  app.get('/healthz', () => json('{"status":"ok"}'));
  for (const path of ['/', '/openapi.json', '/healthz']) {
    app.all(path, () => {
      throw methodNotAllowed('GET');
    });
  }

  app.use('/mcp', async (c, next) => {
    guards.checkOrigin(c.req.header('origin'));
    if (c.req.method !== 'POST') throw methodNotAllowed('POST');
    if (!isJson(c.req.header('content-type'))) throw unsupportedMediaType();
    await next();
  });
  app.post('/mcp', limitBody(), (c) => answerMcp(c, parts));
  return app;
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

function limitBody() {
  return bodyLimit({
    maxSize: maximumBodyBytes,
    onError: () => {
      throw bodyTooLarge(maximumBodyBytes);
    },
  });
}

/** One message by the short path where it fits, everything else through the SDK. */
async function answerMcp(c: Context, { service, toolbox }: HttpParts): Promise<Response> {
  const credential = credentialOf(mcpKey(c));
  service.account(credential);
  let message: unknown;
  try {
    message = JSON.parse(await c.req.text());
  } catch {
    return json(errorReply(null, 'parse', 'not JSON'), 400);
  }
  if (Array.isArray(message)) {
    return json(errorReply(null, 'invalidRequest', 'batches are not taken: send one message'), 400);
  }
  const read = readMessage(message);
  if ('invalid' in read) return json(read.invalid, 400);
  if ('request' in read && isPlain(c)) {
    const answer = await respond(read.request, credential, toolbox);
    if (answer !== undefined) return json(answer);
  }
  const { respondOverHttp } = await import('./mcp-server.ts');
  return respondOverHttp(c.req.raw, message, toolbox, credential);
}

/** Whether the request asks for nothing but a JSON answer in a version that we speak. */
function isPlain(c: Context): boolean {
  const version = c.req.header('mcp-protocol-version');
  const speaks = version === undefined || (protocolVersions as readonly string[]).includes(version);
  return speaks && (c.req.header('accept') ?? '').includes('application/json');
}

function mcpKey(c: Context): string | undefined {
  const bearer = /^Bearer +(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return bearer ?? c.req.header('x-api-key') ?? c.req.query('apiKey');
}

function credentialOf(key: unknown): Credential {
  return { key: typeof key === 'string' && key !== '' ? key : undefined };
}

/** A parameter given once is its value; given more often, a list, which no rule accepts. */
function argumentsOf(queries: Record<string, string[]>): Record<string, unknown> {
  const given = Object.entries(queries).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  return Object.fromEntries(given);
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

function json(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

function refusal(error: ServiceError): Response {
  return json(JSON.stringify({ error: error.message }), error.status, {
    ...(error.retryAfterSeconds ? { 'retry-after': String(error.retryAfterSeconds) } : {}),
    ...(error.allow ? { allow: error.allow } : {}),
    ...(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
}
