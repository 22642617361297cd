/**
 * Revision 2026-07-28 of the Model Context Protocol has no handshake and no session. Each request
 * states its revision in `params._meta`. Over HTTP, headers repeat some values of the request body.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../service/access/access.ts';
import { discoverResult, serverInfo, serverName } from './greeting.ts';
import {
  errorCodes,
  type Freshness,
  type Id,
  isObject,
  methods,
  outcomeOf,
  paramsProblem,
  type Request,
  type Toolbox,
} from './protocol.ts';
import { handshakeVersions, modernVersion, supportedVersions } from './versions.ts';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

const modernCodes = {
  ...errorCodes,
  // Revision 2026-07-28 does not permit the separate error code of earlier revisions (basic/index,
  // "Error Codes").
  resourceNotFound: errorCodes.invalidParams,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

const discoverFreshness: Freshness = { ttlMs: 300_000, cacheScope: 'public' };
const [newestHandshake] = handshakeVersions;

interface Problem {
  readonly kind: keyof typeof modernCodes;
  readonly message: string;
  readonly status: number;
  readonly data?: object;
}

/**
 * Whether a request uses a protocol revision without a handshake, according to its metadata or its
 * header.
 */
export function isModern({ params }: Pick<Request, 'params'>, header?: string): boolean {
  if (header !== undefined && isModernHeader(header)) return true;
  const named = metaOf(params)[VERSION_KEY];
  return named !== undefined && !handshakeVersions.some((one) => one === named);
}

/** Whether the header `MCP-Protocol-Version` names revision 2026-07-28 or a later revision. */
export function isModernHeader(header: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(header) && header > newestHandshake;
}

/**
 * Answers a request of revision 2026-07-28. Returns the serialized reply and its HTTP status.
 * @param headers the HTTP headers; absent over stdio
 */
export async function respondModern(
  request: Request,
  credential: Credential,
  toolbox: Toolbox,
  headers?: IncomingHttpHeaders,
) {
  const { id, method } = request;
  const problem = envelopeProblem(request, headers) ?? methodProblem(request);
  if (problem) return refused(id, problem);
  if (method === 'server/discover') {
    const result = discoverResult(await toolbox.instructions());
    return complete(id, result, serverInfo, discoverFreshness);
  }
  const outcome = await outcomeOf(request, credential, toolbox);
  if (!('result' in outcome)) return refused(id, { ...outcome, status: 200 });
  return complete(id, outcome.result, serverName, methods.get(method)?.freshness);
}

/** An error without an ID, for an unreadable request. */
export function refusalWithoutId(kind: 'parse' | 'invalidRequest', message: string): string {
  return refused(undefined, { kind, message, status: 400 }).text;
}

/**
 * Returns the first error in the metadata of a request. The protocol revision prescribes the order
 * of the checks.
 */
function envelopeProblem(request: Request, headers?: IncomingHttpHeaders): Problem | undefined {
  const meta = metaOf(request.params);
  const version = meta[VERSION_KEY];
  if (typeof version !== 'string') return malformed(`params._meta must name ${VERSION_KEY}`);
  const mismatch = headers && headerProblem(request, version, headers);
  if (mismatch) return { kind: 'headerMismatch', message: mismatch, status: 400 };
  if (version !== modernVersion) {
    return {
      kind: 'unsupportedVersion',
      message: 'Unsupported protocol version',
      status: 400,
      data: { supported: supportedVersions, requested: version },
    };
  }
  if (isObject(meta[CAPABILITIES_KEY])) return undefined;
  return malformed(`params._meta must contain the object ${CAPABILITIES_KEY}`);
}

function malformed(message: string): Problem {
  return { kind: 'invalidParams', message, status: 400 };
}

/**
 * Returns an error for the first header that differs from the request body. Headers repeat values
 * of the body, which saves proxies from reading the body.
 */
function headerProblem(
  { method, params }: Request,
  version: string,
  headers: IncomingHttpHeaders,
): string | undefined {
  const expected: readonly (readonly [string, unknown])[] = [
    ['MCP-Protocol-Version', version],
    ['Mcp-Method', method],
    ...(method === 'tools/call' || method === 'prompts/get'
      ? [['Mcp-Name', params.name] as const]
      : []),
    ...(method === 'resources/read' ? [['Mcp-Name', params.uri] as const] : []),
  ];
  for (const [name, value] of expected) {
    const given = headers[name.toLowerCase()];
    // If a value is missing in the body, the method itself reports the error.
    if (typeof value !== 'string') continue;
    if (typeof given !== 'string') return `Header mismatch: ${name} is missing`;
    const stated = name === 'Mcp-Name' ? decoded(given.trim()) : given.trim();
    if (stated !== value) return `Header mismatch: ${name} does not match the body`;
  }
  return undefined;
}

/**
 * Decodes a header value, which is plain ASCII or Base64. Returns undefined if the value is
 * invalid.
 */
function decoded(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

function methodProblem(request: Request): Problem | undefined {
  const { method } = request;
  if (method !== 'server/discover' && !methods.has(method)) {
    return { kind: 'methodNotFound', message: 'Method not found', status: 404 };
  }
  const message = paramsProblem(request);
  return message === undefined ? undefined : { kind: 'invalidParams', message, status: 200 };
}

/**
 * Adds the fields that revision 2026-07-28 requires in every result. The serialized result is not
 * parsed.
 */
function complete(id: Id, result: string, server: object, freshness: Freshness | undefined) {
  const head = JSON.stringify({
    resultType: 'complete',
    _meta: { [SERVER_KEY]: server },
    ...freshness,
  });
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${head.slice(0, -1)},${result.slice(1)}}`;
  return { text, status: 200 };
}

function refused(id: Id | undefined, { kind, message, status, data }: Problem) {
  const error = { code: modernCodes[kind], message, data };
  return { text: JSON.stringify({ jsonrpc: '2.0', id, error }), status };
}

function metaOf({ _meta }: Request['params']): Readonly<Record<string, unknown>> {
  return isObject(_meta) ? _meta : {};
}
