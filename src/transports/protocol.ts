/**
 * Implements the parts of the Model Context Protocol that all assistants use: the messages, the
 * methods, and the protocol revisions with a handshake (`2025-11-25` and earlier). The MCP SDK
 * handles all other parts of these revisions (see mcp-server.ts). modern.ts implements revision
 * 2026-07-28.
 */

import { ServiceError } from '../base/errors.ts';
import type { Credential } from '../service/access/access.ts';
import { initializeResult } from './greeting.ts';
import { handshakeVersions } from './versions.ts';

export type Params = Readonly<Record<string, unknown>>;

/** The functions of the MCP server, independent of the transport. They return serialized JSON. */
export interface Toolbox {
  /**
   * Returns the result of `tools/list` for a caller.
   * @throws ServiceError 401, 403
   */
  listTools(credential: Credential): Promise<string>;
  /**
   * Returns the result of `tools/call`. If the call is refused, the result has `isError`.
   *
   * @throws ServiceError 400 for an unknown tool, 404 for a tool outside the selected toolsets
   */
  callTool(credential: Credential, name: string, args: Record<string, unknown>): Promise<string>;
  /**
   * Returns the result of any other method in `methods`.
   * @throws ServiceError
   */
  answer(credential: Credential, method: string, params: Params): Promise<string>;
  /** The server's instructions for assistants. */
  instructions(): Promise<string>;
}

export type Id = string | number;

export interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: Params;
}

export type Notification = Omit<Request, 'id'>;

export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** An error code that exists only in revisions with a handshake. */
  resourceNotFound: -32002,
  /**
   * An error code for invalid settings of the server. Our choice: one of the codes that JSON-RPC
   * leaves to servers.
   */
  invalidSettings: -32099,
} as const;

/**
 * How long a client may cache a result, and whether the cached result may be used for other users.
 */
export interface Freshness {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

interface Method {
  /**
   * Returns a description of the first invalid parameter, or undefined if all parameters are valid.
   */
  readonly problem: (params: Params) => string | undefined;
  readonly freshness?: Freshness;
}

/** Maximum characters of a resource URI. */
const MAX_URI_LENGTH = 1_000;
/**
 * Our choice: milliseconds for which a client may cache a list. A list changes only after a restart
 * of the server or a change of the plan.
 */
const LIST_TTL_MS = 300_000;
/**
 * Our choice: milliseconds for which a client may cache a resource. Records change a few times a
 * day.
 */
const RESOURCE_TTL_MS = 60_000;
const forAll: Freshness = { ttlMs: LIST_TTL_MS, cacheScope: 'public' };
/** A cached list must not be used for other users, because lists differ by plan. */
const forCaller: Freshness = { ttlMs: LIST_TTL_MS, cacheScope: 'private' };

/**
 * The methods that all protocol revisions have. Each revision adds its own fields to the results.
 */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['tools/list', { problem: cursorProblem, freshness: forCaller }],
  ['tools/call', { problem: callProblem }],
  ['prompts/list', { problem: cursorProblem, freshness: forAll }],
  ['prompts/get', { problem: promptProblem }],
  ['resources/list', { problem: cursorProblem, freshness: forAll }],
  ['resources/templates/list', { problem: cursorProblem, freshness: forAll }],
  [
    'resources/read',
    { problem: uriProblem, freshness: { ttlMs: RESOURCE_TTL_MS, cacheScope: 'private' } },
  ],
  ['completion/complete', { problem: completionProblem }],
]);

/** Classifies a parsed message as a request, a notification or invalid. */
export function readMessage(
  message: unknown,
): { request: Request } | { notification: Notification } | { invalid: string } {
  if (!isObject(message)) return { invalid: errorReply(null, 'invalidRequest', 'not an object') };
  const { jsonrpc, id, method, params } = message;
  const knownId = typeof id === 'string' || typeof id === 'number' ? id : null;
  const given = isObject(params) ? params : {};
  if (jsonrpc !== '2.0') {
    return { invalid: errorReply(knownId, 'invalidRequest', 'jsonrpc must be "2.0"') };
  }
  if (method === undefined && ('result' in message || 'error' in message)) {
    return { notification: { method: 'response', params: {} } };
  }
  if (typeof method !== 'string') {
    return { invalid: errorReply(knownId, 'invalidRequest', 'method must be a string') };
  }
  if (id === undefined) return { notification: { method, params: given } };
  if (knownId === null) {
    return { invalid: errorReply(null, 'invalidRequest', 'id must be a string or a number') };
  }
  if (!isAbsent(params) && !isObject(params)) {
    return { invalid: errorReply(knownId, 'invalidParams', 'params must be an object') };
  }
  return { request: { id: knownId, method, params: given } };
}

/**
 * Describes the first invalid parameter of a request. Returns undefined if all parameters are
 * valid, or if the SDK handles the method.
 */
export function paramsProblem({ method, params }: Request): string | undefined {
  if (method !== 'initialize') return methods.get(method)?.problem(params);
  const isVersion = typeof params.protocolVersion === 'string';
  return isVersion ? undefined : 'protocolVersion must be a string';
}

/**
 * Answers a request of a protocol revision with a handshake. Returns undefined if only the SDK can
 * answer the request.
 */
export async function respond(
  request: Request,
  credential: Credential,
  toolbox: Toolbox,
): Promise<string | undefined> {
  const { id, method, params } = request;
  const problem = paramsProblem(request);
  if (problem) return errorReply(id, 'invalidParams', problem);
  if (method === 'ping') return resultReply(id, '{}');
  if (method === 'initialize') {
    const version = handshakeVersions.find((one) => one === params.protocolVersion);
    const instructions = await toolbox.instructions();
    return resultReply(id, initializeResult(version ?? handshakeVersions[0], instructions));
  }
  if (!methods.has(method)) return undefined;
  const outcome = await outcomeOf(request, credential, toolbox);
  if ('result' in outcome) return resultReply(id, outcome.result);
  return errorReply(id, outcome.kind, outcome.message, outcome.data);
}

/** The outcome of a method: a serialized result or an error. */
export type Outcome =
  | { readonly result: string }
  | {
      readonly kind: 'invalidParams' | 'resourceNotFound' | 'internal';
      readonly message: string;
      readonly data?: object;
    };

/** Calls a method of `methods`, and converts a thrown error to an outcome with the same message. */
export async function outcomeOf(
  { method, params }: Pick<Request, 'method' | 'params'>,
  credential: Credential,
  toolbox: Toolbox,
): Promise<Outcome> {
  try {
    return { result: await resultOf(method, params, credential, toolbox) };
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const { status, hint } = cause;
    const message = hint ? `${cause.message}. ${hint}` : cause.message;
    if (status === 404 && method === 'resources/read') {
      return { kind: 'resourceNotFound', message, data: { uri: params.uri } };
    }
    return { kind: status === 400 || status === 404 ? 'invalidParams' : 'internal', message };
  }
}

function resultOf(
  method: string,
  params: Params,
  credential: Credential,
  toolbox: Toolbox,
): Promise<string> {
  if (method === 'tools/list') return toolbox.listTools(credential);
  if (method !== 'tools/call') return toolbox.answer(credential, method, params);
  const args = isObject(params.arguments) ? params.arguments : {};
  return toolbox.callTool(credential, String(params.name), args);
}

function cursorProblem({ cursor }: Params): string | undefined {
  return isAbsent(cursor) ? undefined : 'unknown cursor: the list has only one page';
}

function callProblem({ name, arguments: given }: Params): string | undefined {
  if (typeof name !== 'string') return 'name must be the name of a tool';
  return isAbsent(given) || isObject(given) ? undefined : 'arguments must be an object';
}

function promptProblem({ name, arguments: given }: Params): string | undefined {
  if (typeof name !== 'string') return 'name must be the name of a prompt';
  const isWords = isObject(given) && Object.values(given).every((one) => typeof one === 'string');
  return isAbsent(given) || isWords ? undefined : 'arguments must be an object of strings';
}

function uriProblem({ uri }: Params): string | undefined {
  const isTaken = typeof uri === 'string' && uri.length <= MAX_URI_LENGTH;
  return isTaken ? undefined : `uri must be a text of at most ${MAX_URI_LENGTH} characters`;
}

function completionProblem({ ref, argument }: Params): string | undefined {
  const isReference =
    isObject(ref) &&
    ((ref.type === 'ref/prompt' && typeof ref.name === 'string') ||
      (ref.type === 'ref/resource' && typeof ref.uri === 'string'));
  if (!isReference) return 'ref must name a prompt (ref/prompt) or a template (ref/resource)';
  const isArgument =
    isObject(argument) && typeof argument.name === 'string' && typeof argument.value === 'string';
  return isArgument ? undefined : 'argument must have a name and a value';
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function resultReply(id: Id, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

export function errorReply(
  id: Id | null,
  kind: keyof typeof errorCodes,
  message: string,
  data?: object,
): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: errorCodes[kind], message, data } });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
