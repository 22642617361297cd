import { IncomingMessage } from 'node:http';
import { scope } from '../service/access/scope.ts';

/**
 * The accepted parameters of an authorization request, only those of OAuth and none of OpenID
 * Connect.
 */
const parameters = [
  ...['client_id', 'redirect_uri', 'response_type', 'state', 'resource'],
  ...['code_challenge', 'code_challenge_method'],
];

/**
 * The normalized query of an authorization request. Our choice: every request gets the only scope
 * that exists (RFC 6749, section 3.3). The token response states it.
 */
export function grantQuery(query: URLSearchParams): URLSearchParams {
  const asked = [...query].filter(([name]) => parameters.includes(name));
  return new URLSearchParams([...asked, ['scope', scope]]);
}

/** The form of a token request without its scope, because there is only one. */
export function withoutScope(form: string): string {
  const given = new URLSearchParams(form);
  given.delete('scope');
  return String(given);
}

/** A copy of a request with another, unread body. */
export function withBody(request: IncomingMessage, body: string): IncomingMessage {
  const other = new IncomingMessage(request.socket);
  const { 'transfer-encoding': _, ...headers } = request.headers;
  Object.assign(other, {
    ...{ method: request.method, url: request.url, httpVersion: request.httpVersion },
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    complete: true,
  });
  other.push(body);
  other.push(null);
  return other;
}
