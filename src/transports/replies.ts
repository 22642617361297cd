import type { IncomingMessage, ServerResponse } from 'node:http';
import { internalError, ServiceError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Caller, Credential } from '../service/access/access.ts';
import { requestIdHeader, type Trail } from './trails.ts';

/** An HTTP answer, whichever way it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Text, or the bytes that were made of it. */
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export function jsonReply(body: string, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** The header in which an answer's notices stand, and what to do after a refusal, beside the specification's bodies. */
export const noticeHeader = 'Catalyst-Notice';
/** Characters of the header: some proxies refuse a longer head. */
const MAX_NOTICE_LENGTH = 2_000;

/** What a reader must know of an answer beside its records: headers hold printable ASCII alone. */
export function noticeHeaders(notices: readonly string[] = []): Record<string, string> {
  if (notices.length === 0) return {};
  const ascii = notices
    .join(' ')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');
  return { [noticeHeader]: ascii.slice(0, MAX_NOTICE_LENGTH) };
}

/**
 * What a caller is told of a failure: a refusal as it is, anything else goes to the log.
 *
 * @param trail of the request, where it is known which one
 */
export function refusal(cause: unknown, path: string, log: Log, trail?: Trail): Reply {
  if (!(cause instanceof ServiceError)) log.error({ err: cause, path, ...trail }, 'request failed');
  const error = cause instanceof ServiceError ? cause : internalError();
  return jsonReply(JSON.stringify({ error: error.message }), error.status, {
    ...retryAfterHeader(error),
    ...(error.allow ? { allow: error.allow } : {}),
    ...noticeHeaders(error.hint ? [error.hint] : []),
    ...(error.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(trail ? { [requestIdHeader]: trail.request_id } : {}),
  });
}

export function retryAfterHeader({ retryAfterSeconds }: ServiceError): Record<string, string> {
  return retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {};
}

/** The answer as an object of the Fetch standard. */
export function responseOf({ status, headers, body }: Reply): Response {
  // Of bytes the length is told, so that they are not sent in chunks.
  const length = typeof body === 'string' ? {} : { 'content-length': String(body.byteLength) };
  return new Response(body, { status, headers: { ...headers, ...length } });
}

/**
 * Sends an answer on Node's own response. What is answered in one turn of the event loop goes out
 * together at its end: to wake a waiting reader for each answer by itself took a fifth of the
 * processor time of a call.
 */
export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  setImmediate(() => response.end(body));
}

export function credentialOf(key: unknown, caller?: Caller): Credential {
  return { ...caller, key: typeof key === 'string' && key !== '' ? key : undefined };
}

export function callerOf({ socket }: IncomingMessage): Caller {
  return { hasLeft: () => socket.destroyed };
}
