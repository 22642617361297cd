import type { IncomingMessage, ServerResponse } from 'node:http';
import { internalError, ServiceError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Caller, Credential } from '../service/access/access.ts';
import { requestIdHeader, type Trail } from './trails.ts';

/** An HTTP response, independent of how it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The body as text, or as compressed bytes. */
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export function jsonReply(body: string, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/**
 * The REST header for the notices of an answer, or for the hint of an error. The specification
 * defines no field for them in the body.
 */
export const noticeHeader = 'Catalyst-Notice';
/** Maximum characters of the header with the notices. Some proxies refuse long headers. */
const MAX_NOTICE_LENGTH = 2_000;

/** Formats notices as a header, in printable ASCII. */
export function noticeHeaders(notices: readonly string[] = []): Record<string, string> {
  if (notices.length === 0) return {};
  return { [noticeHeader]: inAscii(notices.join(' ')).slice(0, MAX_NOTICE_LENGTH) };
}

/** Converts a text to printable ASCII for use in a header. */
export function inAscii(text: string): string {
  return text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');
}

/**
 * Returns the reply for an error. An unexpected error is logged, and the client gets a general
 * message.
 * @param trail the IDs that identify the request in the log
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

/** Converts a reply to a Fetch API response. */
export function responseOf({ status, headers, body }: Reply): Response {
  // Without the header `content-length`, a compressed body would be sent in chunks.
  const length = typeof body === 'string' ? {} : { 'content-length': String(body.byteLength) };
  return new Response(body, { status, headers: { ...headers, ...length } });
}

/**
 * Sends a reply with Node's response object. The body is written at the end of the iteration of the
 * event loop, together with the bodies of other replies. Separate writes took a fifth of the
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
