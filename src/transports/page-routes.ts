import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  bodyTooLarge,
  internalError,
  invalidKey,
  ServiceError,
  tooManyPages,
  unknownPath,
} from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type Observer, observed } from '../base/observer.ts';
import { callerLeft } from '../base/turns.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type SheetReader, toolFor } from '../domain/track-record/chain.ts';
import { viewPath } from '../page/chart.ts';
import { contentSecurityPolicy } from '../page/frame.ts';
import { type Packed, packed } from '../page/packed.ts';
import type { Pages } from '../page/page.ts';
import { type Caller, permitEndpoint } from '../service/access/access.ts';
import type { Service } from '../service/service.ts';
import { compressedReply, encodingOf } from './compression.ts';
import { keyOf } from './given-keys.ts';
import { callerOf, credentialOf, responseOf } from './replies.ts';
import { checkOwnForm, type Sessions } from './sessions.ts';
import { requestIdHeader, type Trails } from './trails.ts';
import { viewPolicy, viewText } from './view-page.ts';

/** A Hono app whose handlers can use the request and response objects of Node. */
export type WebApp = Hono<{ Bindings: HttpBindings }>;

/** Maximum bytes of a form body. A form contains one key. */
const MAX_FORM_BYTES = 2_048;
/** Maximum characters of a search text. */
const MAX_QUERY_LENGTH = 100;
/**
 * Our choice: minimum milliseconds between two pages, which permits at most 200 pages per second.
 * Pages need no key. Without this limit, visitors without a key could slow down clients with a key.
 */
const PAGE_GAP_MS = 5;
/**
 * Maximum number of page requests in the queue. With `PAGE_GAP_MS`, a request waits for at most one
 * second.
 */
const MAX_WAITING_PAGES = 200;

const pageHeaders = {
  'content-type': 'text/html; charset=UTF-8',
  'content-security-policy': contentSecurityPolicy,
  // This server checks the Origin header of forms. If the policy were `no-referrer`, browsers would
  // send `null` as the origin.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
};

/** Headers of the chart page. Caches may store the page, because it is the same for all users. */
const viewHeaders = {
  'content-type': 'text/html; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=3600',
  vary: 'Accept-Encoding',
};

export interface PageParts {
  readonly catalogue: Catalogue;
  readonly pages: Pages;
  readonly sessions: Sessions;
  readonly service: Service;
  readonly log: Log;
  readonly trails: Trails;
  readonly observer: Observer;
  /** Reads the stored forecasts. Absent if this server stores no forecasts. */
  readonly record?: SheetReader | undefined;
}

/**
 * Adds the routes of the web pages to the app, including the routes that start and end a session. A
 * session stores the API key that a visitor has entered.
 * @returns a function that shows an error as a page
 */
export function addPages(
  app: WebApp,
  parts: PageParts,
): (c: Context, error: ServiceError) => Promise<Response> {
  const { catalogue, pages, sessions, service, log, trails, observer, record } = parts;
  const turn = oneEachMoment();
  const viewerOf = (c: Context) => ({ ...callerOf(c.env.incoming), key: sessions.keyOf(c) });

  async function sent(c: Context, text: string, status = 200): Promise<Response> {
    const reply = { status, headers: { ...pageHeaders, vary: 'Cookie' }, body: text };
    const { headers, body } = await compressedReply(reply, c.req.header('accept-encoding'));
    // The Hono context creates the reply, because it adds the cookies.
    return c.body(body, status as ContentfulStatusCode, headers);
  }
  /** Returns a page, or an error page if the page cannot be created. */
  async function shown(c: Context, make: () => Promise<Response>): Promise<Response> {
    await turn(callerOf(c.env.incoming));
    try {
      return await observed(observer, 'page', 'page', make);
    } catch (cause) {
      const trail = trails.of(c.env.incoming);
      if (!(cause instanceof ServiceError))
        log.error({ err: cause, path: c.req.path, ...trail }, 'page failed');
      c.header(requestIdHeader, trail.request_id);
      const error = cause instanceof ServiceError ? cause : internalError();
      // If the key of a session is invalid, the session ends, so that the user can enter another
      // key.
      if (error.status === 401) sessions.end(c);
      const page = await pages.failure({ key: undefined }, error);
      return sent(c, page, error.status);
    }
  }

  app.get('/', (c) =>
    shown(c, async () => {
      const home = await pages.home(viewerOf(c), new URL(c.req.url).origin);
      return sentPacked(c, home, { ...pageHeaders, vary: 'Cookie, Accept-Encoding' });
    }),
  );
  const view = remembered(async () => {
    const text = await viewText();
    const policy = { 'content-security-policy': viewPolicy(text) };
    return { packed: await packed(text), headers: { ...viewHeaders, ...policy } };
  });
  app.get(viewPath, (c) =>
    shown(c, async () => {
      const { packed: body, headers } = await view();
      return sentPacked(c, body, headers);
    }),
  );
  app.get('/ticker/:symbol', (c) =>
    shown(c, async () => {
      const symbol = c.req.param('symbol').trim().toUpperCase().slice(0, MAX_QUERY_LENGTH);
      const { page, status } = await pages.dossier(viewerOf(c), symbol);
      return sent(c, page, status);
    }),
  );
  app.get('/record', (c) => shown(c, async () => sent(c, await pages.record(viewerOf(c)))));
  app.get('/record/headers', (c) =>
    shown(c, async () => {
      const rows = ((await record?.headers()) ?? []).map((row) => JSON.stringify(row));
      return ndjson(rows.map((row) => `${row}\n`).join(''));
    }),
  );
  app.get('/record/sheets/:seq', (c) =>
    shown(c, async () => {
      const seq = c.req.param('seq');
      const found = /^\d{1,9}$/.test(seq) ? await record?.sheet(Number(seq)) : undefined;
      if (!found) throw unknownPath(c.req.path, '/record/headers');
      const tool = toolFor(found, service.today());
      if (tool !== undefined) {
        const key = keyOf(c.env.incoming.headers, c.req.query('apiKey')) ?? sessions.keyOf(c);
        const account = service.account(credentialOf(key, callerOf(c.env.incoming)));
        permitEndpoint(account, catalogue.tool(tool));
      }
      return ndjson(found.sheet);
    }),
  );
  app.get('/search', (c) =>
    shown(c, async () => {
      const query = (c.req.query('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH);
      if (query === '') return c.redirect('/', 303);
      const found = await pages.search(viewerOf(c), query);
      if ('ticker' in found) return c.redirect(`/ticker/${encodeURIComponent(found.ticker)}`, 303);
      return sent(c, found.page);
    }),
  );
  const small = bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: () => {
      throw bodyTooLarge(MAX_FORM_BYTES);
    },
  });
  app.post('/session', small, (c) =>
    shown(c, async () => {
      checkOwnForm(c);
      const { key } = await c.req.parseBody();
      if (typeof key !== 'string') throw invalidKey();
      service.account({ key: key.trim() });
      sessions.open(c, key.trim());
      return c.redirect('/', 303);
    }),
  );
  app.post('/session/end', small, (c) =>
    shown(c, async () => {
      checkOwnForm(c);
      sessions.end(c);
      return c.redirect('/', 303);
    }),
  );
  return (c, error) =>
    shown(c, async () => {
      throw error;
    });
}

function ndjson(body: string): Response {
  return responseOf({ status: 200, headers: { 'content-type': 'application/x-ndjson' }, body });
}

function sentPacked(c: Context, page: Packed, headers: Readonly<Record<string, string>>): Response {
  const encoding = encodingOf(c.req.header('accept-encoding') ?? '');
  const encoded = encoding ? { 'content-encoding': encoding } : {};
  const body = page[encoding ?? 'plain'];
  return responseOf({ status: 200, headers: { ...headers, ...encoded }, body });
}

/** Returns a function that computes a value once and caches it. Failures are not cached. */
function remembered<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((cause) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
}

/**
 * Creates a queue that lets one request at a time continue, with a delay between two requests.
 * Requests of disconnected clients are skipped.
 * @returns a function that waits in the queue. The function throws ServiceError 503 if the queue is
 * full, or 499 if the client disconnects
 */
function oneEachMoment(): (caller: Caller) => Promise<void> {
  let free = Promise.resolve();
  let waiting = 0;
  return async ({ hasLeft }) => {
    if (waiting >= MAX_WAITING_PAGES) throw tooManyPages();
    waiting += 1;
    const turn = free.then(() => {
      waiting -= 1;
      if (hasLeft?.()) throw callerLeft();
    });
    free = turn.then(
      () => sleep(PAGE_GAP_MS),
      () => {},
    );
    return turn;
  };
}
