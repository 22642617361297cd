import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { basePath, type Catalogue } from '../catalogue.ts';
import { methodNotAllowed, unknownPath } from '../errors.ts';
import type { Log } from '../log.ts';
import { contentSecurityPolicy, createPages } from '../page/page.ts';
import type { Service } from '../service.ts';
import { iconBase64 } from './icon.ts';
import { openApiOf } from './openapi.ts';
import { readiness } from './readiness.ts';
import { credentialOf, jsonReply, type Reply, refusal } from './replies.ts';
import { envelope, noticeHeader, noticeHeaders } from './rest.ts';

export interface WebParts {
  readonly catalogue: Catalogue;
  readonly service: Service;
  readonly log: Log;
  readonly version: string;
}

/**
 * Our choice: whoever asks for the page needs no key, so that pages, however many ask, take no more
 * than a small share of the event loop from those who have one: 1,000 a second at most.
 */
const PAGE_GAP_MS = 1;

const pageHeaders = {
  'content-type': 'text/html; charset=UTF-8',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
};

const icon = Buffer.from(iconBase64, 'base64');

/** Every path but `/mcp`. */
export function createWebApp({ catalogue, service, log, version }: WebParts): Hono {
  const app = new Hono();
  const openApi = JSON.stringify(openApiOf(catalogue, version));
  const pages = createPages(catalogue);
  const turn = oneEachMoment();

  app.onError((cause, c) => responseOf(refusal(cause, c.req.path, log)));
  app.notFound((c) => {
    if (!c.req.path.startsWith(`${basePath}/`))
      throw unknownPath(c.req.path, `${basePath}, /mcp, /openapi.json`);
    catalogue.path(c.req.path);
    throw methodNotAllowed('GET');
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
  app.get('/favicon.ico', () => new Response(icon, { headers: { 'content-type': 'image/png' } }));
  app.get('/healthz', () => json('{"status":"ok"}'));
  app.get('/readyz', () => responseOf(readiness(service.source())));
  for (const path of ['/', '/favicon.ico', '/openapi.json', '/healthz', '/readyz']) {
    app.all(path, () => {
      throw methodNotAllowed('GET');
    });
  }

  return app;
}

/** Lets one waiter go on at a time, and the next one a moment later. */
function oneEachMoment(): () => Promise<void> {
  let free = Promise.resolve();
  return () => {
    const turn = free;
    free = turn.then(() => sleep(PAGE_GAP_MS));
    return turn;
  };
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

export function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}
