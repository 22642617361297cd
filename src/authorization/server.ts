import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, type ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { AdapterPayload } from 'oidc-provider';
import { invalidToken, rateLimited, ServiceError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { parsedJson } from '../base/parsed-json.ts';
import type { Limit } from '../catalogue/endpoint.ts';
import type { Accounts } from '../service/access/accounts.ts';
import type { Buckets } from '../service/access/budget.ts';
import { scope } from '../service/access/scope.ts';
import type { TokenSettings, Tokens } from '../service/access/tokens.ts';
import type { Service } from '../service/service.ts';
import { bodyOf } from '../transports/body.ts';
import type { AuthorizationServer } from '../transports/http.ts';
import { jsonReply, refusal, retryAfterHeader, send } from '../transports/replies.ts';
import { type FetchDocument, publicFetch } from './client-documents.ts';
import { registeredClient } from './clients.ts';
import { answerConsent } from './consent.ts';
import type { GrantStore } from './grant-store.ts';
import { consentHeaders, problemPage } from './pages.ts';
import { createProvider, paths } from './provider.ts';
import { createSubjects, type Subjects } from './subjects.ts';

/** Maximum size of a request body in bytes, except the form of the consent page. */
const MAX_BODY_BYTES = 16 * 1_024;
/**
 * Limits per IP address, because the user is not yet known. `begin` limits new authorizations and
 * registrations, because each of them is stored. `post` limits all other POST requests.
 */
const limits = {
  begin: { requests: 60, windowSeconds: 60 },
  post: { requests: 600, windowSeconds: 60 },
} as const satisfies Readonly<Record<string, Limit>>;

const metadataPath = '/.well-known/oauth-authorization-server';
/**
 * Matches the paths that end with the ID of an interaction. A path with a trailing slash is
 * refused. The library would ignore the slash, so such a path would bypass the path checks.
 */
const ofInteraction = new RegExp(`^(?:${paths.authorize}|${paths.allow})/[\\w-]{1,100}$`);

export interface AuthorizationParts {
  /** Public URL of this server, without a path. */
  readonly publicUrl: string;
  readonly store: GrantStore;
  readonly accounts: Pick<Accounts, 'stamped'>;
  readonly service: Pick<Service, 'account' | 'source'>;
  /** Counts the requests against `limits`. If absent, requests are not limited. */
  readonly buckets: Pick<Buckets, 'spend'> | undefined;
  readonly log: Log;
  /** Hosts from which client documents may be fetched. */
  readonly clientHosts: readonly string[];
  /**
   * Fetches a URL. By default, URLs are fetched over the network, and only from public addresses.
   */
  readonly fetchDocument?: FetchDocument | undefined;
}

/** The authorization server and the tokens that it has issued. */
export interface OwnAuthorization extends AuthorizationServer {
  readonly tokens: Tokens;
  close(): Promise<void>;
}

export function createAuthorizationServer(parts: AuthorizationParts): OwnAuthorization {
  const { publicUrl: issuer, store, accounts, service, log, clientHosts } = parts;
  const callers = new AsyncLocalStorage<string>();
  const resource = `${issuer}/mcp`;
  const subjects = createSubjects(accounts, service);
  const provider = createProvider({
    issuer,
    resource,
    store,
    subjects,
    clientHosts,
    address: () => callers.getStore() ?? '',
    fetchDocument: parts.fetchDocument ?? publicFetch(),
  });
  const refusals = new WeakMap<object, ServiceError>();
  provider.on('server_error', (ctx, cause: unknown) => {
    if (cause instanceof ServiceError) refusals.set(ctx, cause);
    else log.error({ err: cause }, 'authorization failed');
  });
  provider.use(stayHere(issuer));
  provider.use(refuseAsSaid(refusals));
  const answerByLibrary = provider.callback();
  const overDemo = () => service.source().demo;
  const consent = { provider, subjects, resource, overDemo };

  async function answer(request: IncomingMessage, response: ServerResponse, address: string) {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    addressAs(request, issuer);
    const begins = pathname === paths.authorize || pathname === paths.register;
    if (begins || request.method === 'POST') {
      await spendOne(parts, address, begins ? 'begin' : 'post');
    }
    if (pathname.startsWith(`${paths.allow}/`)) return answerConsent(request, response, consent);
    if (pathname === paths.authorize) request.url = `${pathname}?${grantQuery(searchParams)}`;
    if (request.method !== 'POST') return answerByLibrary(request, response);
    const text = await bodyOf(request, MAX_BODY_BYTES);
    if (pathname !== paths.register) {
      return answerByLibrary(withBody(request, withoutScope(text)), response);
    }
    const client = registeredClient(parsedJson(text));
    if ('error' in client) return send(response, jsonReply(JSON.stringify(client), 400));
    return answerByLibrary(withBody(request, JSON.stringify(client)), response);
  }
  const { allow, ...others } = paths;
  const exact = [metadataPath, ...Object.values(others)];
  return {
    tokens: grantedTokens({ issuer, resource, claim: 'sub' }, store, subjects),
    takes: (path) => exact.includes(path) || ofInteraction.test(path),
    answer(request, response, from) {
      const address = networkOf(from);
      const answered = callers.run(address, () => answer(request, response, address));
      return answered.catch((cause) => {
        // The path contains the ID of an interaction, which must not be logged.
        if (!response.headersSent) send(response, refusal(cause, '/oauth/…', log));
      });
    },
    close: () => store.close(),
  };
}

/**
 * The address under which the requests of a client are counted. For IPv6, it is the /64 network.
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}

/** Sets the host and protocol of a request to those of the issuer. */
function addressAs({ headers }: IncomingMessage, issuer: string): void {
  const { protocol, host } = new URL(issuer);
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  headers['x-forwarded-host'] = host;
}

/** @throws ServiceError 429 */
async function spendOne(
  { buckets }: AuthorizationParts,
  address: string,
  doing: keyof typeof limits,
): Promise<void> {
  const limit = limits[doing];
  const refused = await buckets?.spend([{ name: `oauth ${doing} ${address}`, limit }]);
  if (!refused) return;
  const seconds = Math.max(1, Math.ceil(refused.wait / 1_000));
  throw rateLimited('your address', limit.requests, limit.windowSeconds, seconds);
}

type Middleware = Parameters<ReturnType<typeof createProvider>['use']>[0];

/**
 * Answers with the status and the message of a `ServiceError`. Without this middleware, the library
 * would return 500, because it does not define this error.
 */
function refuseAsSaid(refusals: WeakMap<object, ServiceError>): Middleware {
  return async (ctx, next) => {
    await next();
    const refused = refusals.get(ctx);
    if (!refused) return;
    const isPage = ctx.response.is('html');
    ctx.status = refused.status;
    ctx.set(retryAfterHeader(refused));
    ctx.body = isPage
      ? await problemPage(refused.message)
      : { error: 'temporarily_unavailable', error_description: refused.message };
  };
}

/**
 * Shows an error on a page of this server, and does not redirect the browser to the client.
 * Otherwise, a link to this server could lead to the URL of any registered client (RFC 9700,
 * section 4.11.2).
 */
function stayHere(issuer: string): Middleware {
  return async (ctx, next) => {
    await next();
    const target = ctx.response.get('location');
    if (ctx.path !== paths.authorize || target === '') return;
    const { origin, searchParams } = new URL(target, issuer);
    if (origin === new URL(issuer).origin && !searchParams.has('error')) return;
    ctx.status = 400;
    ctx.remove('location');
    ctx.set(consentHeaders);
    const error = searchParams.get('error_description') ?? searchParams.get('error');
    ctx.body = await problemPage(error ?? 'The request is not valid.');
  };
}

/** Length of an access token of this server, in characters: 256 bits in Base64. */
const TOKEN_LENGTH = 43;

/**
 * Checks the access tokens of this server's grants. Tokens are random strings, and are valid while
 * they are stored.
 */
function grantedTokens(settings: TokenSettings, store: GrantStore, subjects: Subjects): Tokens {
  return {
    settings,
    isToken: (credential) => credential.length === TOKEN_LENGTH && /^[\w-]+$/.test(credential),
    async account(token) {
      const kept = await store.get('access', token);
      if (!kept) throw invalidToken();
      const { accountId = '', aud } = JSON.parse(kept.value) as AdapterPayload;
      const account = aud === settings.resource ? subjects.accountOf(accountId) : undefined;
      if (!account) throw invalidToken();
      return account;
    },
  };
}

/**
 * The accepted parameters of an authorization request. OAuth defines all of them. Parameters of
 * OpenID Connect are ignored.
 */
const parameters = [
  ...['client_id', 'redirect_uri', 'response_type', 'state', 'resource'],
  ...['code_challenge', 'code_challenge_method'],
];

/**
 * Returns the query of an authorization request with only the accepted parameters. Our choice: the
 * query always gets the only scope that exists (RFC 6749, section 3.3). The token response states
 * this scope.
 */
function grantQuery(query: URLSearchParams): URLSearchParams {
  const asked = [...query].filter(([name]) => parameters.includes(name));
  return new URLSearchParams([...asked, ['scope', scope]]);
}

/** Removes the scope from the form of a token request, because only one scope exists. */
function withoutScope(form: string): string {
  const given = new URLSearchParams(form);
  given.delete('scope');
  return String(given);
}

/** Returns an unread copy of a request, with the given body. */
function withBody(request: IncomingMessage, body: string): IncomingMessage {
  const other = new IncomingMessage(request.socket);
  const { 'transfer-encoding': _, ...headers } = request.headers;
  Object.assign(other, {
    method: request.method,
    url: request.url,
    httpVersion: request.httpVersion,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    complete: true,
  });
  other.push(body);
  other.push(null);
  return other;
}
