import { IncomingMessage } from 'node:http';
import { scope } from '../service/access/scope.ts';

/** What is read of a request for a grant: all that OAuth needs, and nothing of OpenID Connect. */
const parameters = [
  ...['client_id', 'redirect_uri', 'response_type', 'state', 'resource'],
  ...['code_challenge', 'code_challenge_method'],
];

/**
 * The query of a request for a grant as it is understood. Our choice: the scope is always the one
 * there is, whichever were asked for (RFC 6749, section 3.3); the token's answer names it.
 */
export function grantQuery(query: URLSearchParams): URLSearchParams {
  const asked = [...query].filter(([name]) => parameters.includes(name));
  return new URLSearchParams([...asked, ['scope', scope]]);
}

/** A form for a token, of whose scope there is no other either. */
export function withoutScope(form: string): string {
  const given = new URLSearchParams(form);
  given.delete('scope');
  return String(given);
}

/** The same request with another body, which nobody has read yet. */
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
