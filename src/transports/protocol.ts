/**
 * The part of the Model Context Protocol that every assistant uses, answered with text that is
 * ready to send. It loads nothing: the SDK answers the rest (see mcp-server.ts).
 */
import type { Credential } from '../access/access.ts';

/** Newest first: what this server speaks, as `@modelcontextprotocol/sdk` 1.x does. */
export const protocolVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/** The tools as two plain functions; their answers are serialised JSON. */
export interface Toolbox {
  /** The result of `tools/list` for whoever holds the credential. @throws ServiceError 401, 403. */
  listTools(credential: Credential): Promise<string>;
  /** The result of `tools/call`; a refusal is a result with `isError`. */
  callTool(credential: Credential, name: string, args: Record<string, unknown>): Promise<string>;
  /** The result of `initialize` at a protocol version. */
  initialize(protocolVersion: string): Promise<string>;
}

export type Id = string | number;

export interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** What a parsed message is: something to answer, something to note, or nonsense. */
export function readMessage(
  message: unknown,
): { request: Request } | { notification: true } | { invalid: string } {
  if (!isObject(message)) return { invalid: errorReply(null, 'invalidRequest', 'not an object') };
  const { jsonrpc, id, method, params } = message;
  const knownId = typeof id === 'string' || typeof id === 'number' ? id : null;
  if (jsonrpc !== '2.0') {
    return { invalid: errorReply(knownId, 'invalidRequest', 'jsonrpc must be "2.0"') };
  }
  if (method === undefined && ('result' in message || 'error' in message)) {
    return { notification: true };
  }
  if (typeof method !== 'string') {
    return { invalid: errorReply(knownId, 'invalidRequest', 'method must be a string') };
  }
  if (id === undefined) return { notification: true };
  if (knownId === null) {
    return { invalid: errorReply(null, 'invalidRequest', 'id must be a string or a number') };
  }
  if (params !== undefined && params !== null && !isObject(params)) {
    return { invalid: errorReply(knownId, 'invalidParams', 'params must be an object') };
  }
  return { request: { id: knownId, method, params: isObject(params) ? params : {} } };
}

/** Why the parameters of a request that this module knows are wrong; undefined where they are not. */
export function paramsProblem({ method, params }: Request): string | undefined {
  const { protocolVersion, cursor, name, arguments: given } = params;
  switch (method) {
    case 'initialize':
      return typeof protocolVersion === 'string' ? undefined : 'protocolVersion must be a string';
    case 'tools/list':
      return isAbsent(cursor) ? undefined : 'unknown cursor: the list is one page';
    case 'tools/call':
      if (typeof name !== 'string') return 'name must be the name of a tool';
      return isAbsent(given) || isObject(given) ? undefined : 'arguments must be an object';
    default:
      return undefined;
  }
}

/** Answers a request that this module knows; undefined where the SDK has to. */
export async function respond(
  request: Request,
  credential: Credential,
  toolbox: Toolbox,
): Promise<string | undefined> {
  const { id, method, params } = request;
  const problem = paramsProblem(request);
  if (problem) return errorReply(id, 'invalidParams', problem);
  switch (method) {
    case 'initialize': {
      const version = protocolVersions.find((one) => one === params.protocolVersion);
      return resultReply(id, await toolbox.initialize(version ?? protocolVersions[0]));
    }
    case 'ping':
      return resultReply(id, '{}');
    case 'tools/list':
      return resultReply(id, await toolbox.listTools(credential));
    case 'tools/call': {
      const { name, arguments: given } = params;
      const args = isObject(given) ? given : {};
      return resultReply(id, await toolbox.callTool(credential, String(name), args));
    }
    default:
      return undefined;
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function resultReply(id: Id, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

export function errorReply(id: Id | null, code: keyof typeof errorCodes, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: errorCodes[code], message } });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
