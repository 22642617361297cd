import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { cors } from 'hono/cors';
import { methodNotAllowed, unknownPath } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer, observed } from '../base/observer.ts';
import { basePath, type Catalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { SheetReader } from '../domain/track-record/chain.ts';
import { bundleName } from '../page/connect.ts';
import { createPages } from '../page/page.ts';
import type { Tokens } from '../service/access/tokens.ts';
import type { Service } from '../service/service.ts';
import { compressedReply } from './compression.ts';
import { beginExport, type Export, exportFormats } from './export.ts';
import type { Calendars } from './feeds/calendars.ts';
import { keyOf } from './given-keys.ts';
import { iconBase64 } from './icon.ts';
import { openApiOf } from './openapi.ts';
import { addPages, type WebApp } from './page-routes.ts';
import { metadataPaths, protectedResource } from './protected-resource.ts';
import { type Condition, readiness } from './readiness.ts';
import {
  callerOf,
  credentialOf,
  jsonReply,
  noticeHeader,
  noticeHeaders,
  type Reply,
  refusal,
  responseOf,
  send,
} from './replies.ts';
import {
  formatOf,
  headHeader,
  ignored,
  restNotices,
  restReply,
  sourceHeader,
  totalHeader,
} from './rest.ts';
import { createSessions } from './sessions.ts';
import { requestIdHeader, type Trails } from './trails.ts';

export interface WebParts {
  readonly catalogue: Catalogue;
  readonly service: Service;
  readonly calendars: Calendars;
  readonly log: Log;
  readonly version: string;
  /** The accepted access tokens. By default, only keys are accepted. */
  readonly tokens?: Tokens | undefined;
  readonly observer?: Observer;
  /** Additional conditions that must be met before `/readyz` returns status 200. Default: none. */
  readonly conditions?: readonly Condition[];
  readonly trails: Trails;
  /** Path of the Claude Desktop bundle, if the bundle was built. */
  readonly bundle?: string | undefined;
  /** Path of the executable. The home page shows the path in the settings for assistants. */
  readonly program?: string | undefined;
  /** Reads the stored forecasts. Absent if this server stores no forecasts. */
  readonly record?: SheetReader | undefined;
}

const calendarHeaders = {
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': 'inline; filename="catalysts.ics"',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
};

/**
 * Shared caches must not store answers, because requests with different keys can have the same URL.
 */
const ofOneKey = { 'cache-control': 'private, no-cache' };

const icon = Buffer.from(iconBase64, 'base64');

/** Creates the app that serves all paths except `/mcp`. */
export function createWebApp(parts: WebParts): WebApp {
  const { catalogue, service, calendars, log, version, tokens, trails } = parts;
  const { observer = noObserver, conditions = [], bundle, program, record } = parts;
  const app: WebApp = new Hono();
  const openApi = JSON.stringify(openApiOf(catalogue, version));
  const sessions = createSessions();

  // Returns the path to write to the log. The path of a feed is shortened, because it contains the
  // secret token of the feed.
  const logged = (path: string) => (path.startsWith('/feeds/') ? '/feeds/…' : path);
  app.onError((cause, c) =>
    responseOf(refusal(cause, logged(c.req.path), log, trails.of(c.env.incoming))),
  );
  const ours = [noticeHeader, totalHeader, sourceHeader, headHeader, requestIdHeader];
  const exposeHeaders = [...ours, 'Link', 'Retry-After'];
  app.use(`${basePath}/*`, cors({ origin: '*', allowMethods: ['GET'], exposeHeaders }));
  app.get(`${basePath}/export/:table`, async (c) => {
    const endpoint = catalogue.tool(c.req.param('table'));
    const { apiKey, ...given } = argumentsOf(c.req.queries());
    const key = keyOf(c.env.incoming.headers, apiKey);
    const credential = credentialOf(key ?? sessions.keyOf(c), callerOf(c.env.incoming));
    const exported = await observed(observer, 'rest', endpoint.name, () =>
      beginExport(service, endpoint, given, credential),
    );
    return exportResponse(endpoint, exported);
  });
  app.get(`${basePath}/*`, async (c) => {
    const { endpoint, pathArguments } = catalogue.path(c.req.path);
    const { apiKey, format, ...given } = argumentsOf(c.req.queries());
    const key = keyOf(c.env.incoming.headers, apiKey);
    const credential = credentialOf(key ?? sessions.keyOf(c), callerOf(c.env.incoming));
    const asked = { ...given, ...pathArguments };
    const answer = await observed(observer, 'rest', endpoint.name, () =>
      service.answer(endpoint, asked, credential, {
        asStated: true,
        checkArguments: () => formatOf(format),
      }),
    );
    const noticed = {
      ...answer,
      notices: [...(answer.notices ?? []), ...ignored(endpoint, given)],
    };
    const reply = restReply(noticed, formatOf(format), new URL(c.req.url));
    return sent(c, { ...reply, headers: { ...reply.headers, ...ofOneKey } });
  });
  app.all(`${basePath}/*`, (c) => {
    catalogue.path(c.req.path);
    throw methodNotAllowed('GET');
  });
  app.get('/openapi.json', cors({ origin: '*' }), (c) => sent(c, jsonReply(openApi)));
  const failurePage = addPages(app, {
    pages: createPages(
      { catalogue, service },
      { resource: tokens?.settings.resource, hasBundle: bundle !== undefined, program },
    ),
    catalogue,
    sessions,
    service,
    log,
    trails,
    observer,
    record,
  });
  app.get('/feeds/:token/calendar.ics', async (c) => {
    const { origin } = new URL(c.req.url);
    const token = c.req.param('token');
    const body = await observed(observer, 'feed', 'calendar', () =>
      calendars.read(token, origin, callerOf(c.env.incoming)),
    );
    return sent(c, { status: 200, headers: calendarHeaders, body });
  });
  for (const path of tokens ? metadataPaths : []) {
    const metadata = tokens ? protectedResource(tokens.settings) : '';
    app.get(path, cors({ origin: '*' }), () => json(metadata));
  }
  app.get('/favicon.ico', () => new Response(icon, { headers: { 'content-type': 'image/png' } }));
  if (bundle !== undefined) app.get(`/${bundleName}`, () => bundleReply(bundle));
  app.get('/healthz', () => json('{"status":"ok"}'));
  app.get('/readyz', (c) => {
    // `/readyz` returns 404 to requests that a proxy forwarded, because only operators may see why
    // the server is not ready.
    const isForwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded');
    if (isForwarded !== undefined) throw unknownPath('/readyz', '/healthz');
    return responseOf(readiness(service.source(), conditions));
  });
  for (const path of ['/', '/favicon.ico', '/openapi.json', '/healthz', '/readyz']) {
    app.all(path, () => {
      throw methodNotAllowed('GET');
    });
  }

  app.notFound((c) => {
    const unknown = unknownPath(c.req.path, `/, ${basePath}, /mcp, /openapi.json`);
    const supports = ['application/json', 'text/html'];
    const type = accepts(c, { header: 'Accept', supports, default: 'application/json' });
    if (type === 'text/html') return failurePage(c, unknown);
    throw unknown;
  });
  return app;
}

/**
 * Sends an export page by page. If reading fails, the connection is closed before the last chunk,
 * so that the client notices the failure.
 */
function exportResponse({ name }: Endpoint, { format, first, text }: Export): Response {
  const bytes = Readable.toWeb(Readable.from(text, { objectMode: false })) as ReadableStream;
  return new Response(bytes, {
    headers: {
      'content-type': exportFormats[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
      [totalHeader]: String(first.total),
      ...noticeHeaders(restNotices(first)),
      ...ofOneKey,
    },
  });
}

/** Streams the Claude Desktop bundle from disk. */
async function bundleReply(path: string): Promise<Response> {
  const file = await open(path).catch(() => {
    throw unknownPath(`/${bundleName}`, '/');
  });
  const { size } = await file.stat();
  return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${bundleName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
}

/**
 * Converts the query to arguments. The value of a parameter that occurs once is a text. The value
 * of a repeated parameter is a list, which REST refuses later.
 */
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

/**
 * Sends a reply with the headers that the middleware has set. The reply is compressed if the client
 * accepts compression.
 *
 * Node's response object is used, because a Fetch API response with a page of records would add a
 * third to the processor time of a request.
 */
async function sent(c: Context<{ Bindings: HttpBindings }>, reply: Reply): Promise<Response> {
  const compressed = await compressedReply(reply, c.req.header('accept-encoding'));
  const headers = { ...Object.fromEntries(c.res.headers), ...compressed.headers };
  send(c.env.outgoing, { ...compressed, headers });
  return RESPONSE_ALREADY_SENT;
}
