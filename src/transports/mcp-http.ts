import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidParameter, methodNotAllowed, unsupportedMediaType } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import { acceptedToolsets, toolsetsIn } from '../base/toolset-words.ts';
import type { Credential } from '../service/access/access.ts';
import type { Tokens } from '../service/access/tokens.ts';
import type { Service } from '../service/service.ts';
import { bodyOf } from './body.ts';
import { compressedReply } from './compression.ts';
import { bearerOf } from './given-keys.ts';
import type { Guards } from './guards.ts';
import { isModern, isModernHeader, refusalWithoutId, respondModern } from './modern.ts';
import { challenge } from './protected-resource.ts';
import { errorReply, paramsProblem, type Request, readMessage, respond } from './protocol.ts';
import { callerOf, credentialOf, jsonReply, type Reply, refusal, send } from './replies.ts';
import type { Presentation, Toolboxes } from './toolbox.ts';
import { requestIdHeader, type Trails } from './trails.ts';
import { handshakeVersions } from './versions.ts';

const MAX_BODY_BYTES = 64 * 1024;

export interface McpParts {
  readonly service: Service;
  readonly toolbox: Toolboxes;
  readonly log: Log;
  /** The access tokens that the server accepts. If absent, only keys are accepted. */
  readonly tokens?: Tokens | undefined;
  readonly observer?: Observer;
  readonly trails: Trails;
}

/**
 * Answers a request to `/mcp` with Node's request and response objects. Fetch API objects are not
 * used, because their creation takes several times as long as the rest of the answer.
 */
export async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  parts: McpParts,
  guards: Guards,
): Promise<void> {
  const { log, observer = noObserver, trails } = parts;
  const reply = await replyTo(request, parts, guards).catch((cause) => {
    if (request.errored) return undefined;
    observer.refused('mcp', cause);
    return refusal(cause, '/mcp', log, trails.of(request));
  });
  // The client has disconnected, so there is no reply.
  if (!reply) return;
  const challenged = withChallenge(withTrail(reply, request, trails), request, parts);
  send(response, await compressedReply(challenged, request.headers['accept-encoding']));
}

/** Adds the request ID to the reply if a log line contains this ID. */
function withTrail(reply: Reply, request: IncomingMessage, trails: Trails): Reply {
  const trail = trails.left(request);
  if (!trail) return reply;
  return { ...reply, headers: { ...reply.headers, [requestIdHeader]: trail.request_id } };
}

/** Adds WWW-Authenticate to a 401 reply if tokens are accepted. */
function withChallenge(reply: Reply, request: IncomingMessage, { tokens }: McpParts): Reply {
  if (reply.status !== 401 || !tokens) return reply;
  const hasCredential = keyOf(request) !== undefined && keyOf(request) !== null;
  const header = { 'www-authenticate': challenge(tokens.settings, hasCredential) };
  return { ...reply, headers: { ...reply.headers, ...header } };
}

async function replyTo(request: IncomingMessage, parts: McpParts, guards: Guards): Promise<Reply> {
  const { headers, method } = request;
  guards.checkOrigin(headers.origin);
  if (method !== 'POST') throw methodNotAllowed('POST');
  if (!isJson(headers['content-type'])) throw unsupportedMediaType();
  const text = await bodyOf(request, MAX_BODY_BYTES);
  const account = parts.service.account(await credentialFor(request, parts));
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return unreadable(headers, 'parse', 'not JSON');
  }
  if (Array.isArray(message)) {
    return unreadable(headers, 'invalidRequest', 'batches are not supported: send one message');
  }
  return answerMessage(request, message, { ...callerOf(request), account }, parts);
}

/**
 * Formats an error for an unreadable request. The protocol revision is read from the header,
 * because the body cannot be read.
 */
function unreadable(
  headers: IncomingMessage['headers'],
  kind: 'parse' | 'invalidRequest',
  reason: string,
): Reply {
  const usesModern = isModernHeader(versionOf(headers) ?? '');
  return jsonReply(
    usesModern ? refusalWithoutId(kind, reason) : errorReply(null, kind, reason),
    400,
  );
}

/**
 * Answers a message. If this server implements the method, the MCP SDK is not used. Otherwise, the
 * SDK answers.
 */
async function answerMessage(
  request: IncomingMessage,
  message: unknown,
  credential: Credential,
  parts: McpParts,
): Promise<Reply> {
  const toolbox = parts.toolbox.presenting(presentationOf(request), () => parts.trails.of(request));
  const read = readMessage(message);
  if ('invalid' in read) return jsonReply(read.invalid, 400);
  if ('notification' in read) return { status: 202, headers: {}, body: '' };
  if (isModern(read.request, versionOf(request.headers))) {
    const { text, status } = await respondModern(
      read.request,
      credential,
      toolbox,
      request.headers,
    );
    return jsonReply(text, status);
  }
  // The parameters are checked before the SDK is used, because the error messages of the SDK are
  // hard to read.
  const isOurs = isPlain(request, read.request) || paramsProblem(read.request) !== undefined;
  const answer = isOurs ? await respond(read.request, credential, toolbox) : undefined;
  if (answer !== undefined) return jsonReply(answer);
  const { respondOverHttp } = await import('./mcp-server.ts');
  const answered = await respondOverHttp(fetchRequestOf(request), message, toolbox, credential);
  return {
    status: answered.status,
    headers: Object.fromEntries(answered.headers),
    body: await answered.text(),
  };
}

/** The request as a Fetch API object for the SDK. The parsed body is passed separately. */
function fetchRequestOf({ headers }: IncomingMessage): globalThis.Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new globalThis.Request('http://localhost/mcp', { method: 'POST', headers: pairs });
}

/**
 * Whether the client accepts a reply in JSON and uses a supported protocol version. `initialize` is
 * not checked, because it negotiates the version.
 */
function isPlain({ headers }: IncomingMessage, { method }: Request): boolean {
  const version = method === 'initialize' ? undefined : versionOf(headers);
  const isSupported = version === undefined || handshakeVersions.some((one) => one === version);
  return isSupported && (headers.accept ?? '').includes('application/json');
}

/**
 * Returns the credential of a request. If the request has an access token and tokens are accepted,
 * the credential is this token. Otherwise, it is the key.
 */
async function credentialFor(request: IncomingMessage, { tokens }: McpParts): Promise<Credential> {
  const bearer = bearerOf(request.headers);
  if (tokens && bearer && tokens.isToken(bearer)) return { account: await tokens.account(bearer) };
  return credentialOf(keyOf(request));
}

function versionOf(headers: IncomingMessage['headers']): string | undefined {
  const version = headers['mcp-protocol-version'];
  return typeof version === 'string' ? version.trim() : undefined;
}

function keyOf({ headers, url }: IncomingMessage): unknown {
  return bearerOf(headers) ?? headers['x-api-key'] ?? queryOf(url).get('apiKey');
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

/**
 * Reads two options of an HTTP request: typed objects in addition to text (`?structured=1`), and
 * toolsets (`?toolsets=fda,cash`, or the header `X-MCP-Toolsets`).
 * @throws ServiceError 400 for an unknown toolset
 */
export function presentationOf({
  headers,
  url = '',
}: Pick<IncomingMessage, 'headers' | 'url'>): Presentation {
  const query = url.includes('?') ? queryOf(url) : undefined;
  const words = query?.get('toolsets') ?? headers['x-mcp-toolsets'];
  const toolsets = typeof words === 'string' ? toolsetsIn(words) : [];
  if (!toolsets) throw invalidParameter('toolsets', acceptedToolsets);
  return {
    structured: query?.get('structured') === '1',
    origin: `http://${headers.host}`,
    ...(typeof words === 'string' ? { toolsets } : {}),
  };
}

export function queryOf(url = ''): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}
