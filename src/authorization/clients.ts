import { isLoopback } from '../base/loopback.ts';

/** Maximum number of redirect URIs of a client. */
const MAX_REDIRECTS = 20;
/** Maximum number of characters of a redirect URI. */
const MAX_REDIRECT_LENGTH = 1_000;
/** Maximum number of characters of a client name. */
const MAX_NAME_LENGTH = 100;

/** The stored metadata of a client. Other fields are dropped. */
export interface ClientMetadata {
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly application_type: 'native' | 'web';
  readonly token_endpoint_auth_method: string;
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly jwks_uri?: string;
  readonly jwks?: unknown;
}

/** The reason why the metadata of a client is refused, as defined by RFC 7591, section 3.2.2. */
export interface ClientProblem {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly error_description: string;
}

/**
 * Reads the metadata of a client that registers (RFC 7591). If the client requests a secret, this
 * server gives it a secret.
 */
export function registeredClient(given: unknown): ClientMetadata | ClientProblem {
  return clientFrom(given, ['client_secret_basic', 'client_secret_post']);
}

/**
 * Reads the metadata document of a client whose ID is the URL of the document. `jwks_uri` must have
 * the same origin as the ID, so that the server contacts only permitted hosts.
 */
export function documentedClient(id: string, given: unknown): ClientMetadata | ClientProblem {
  const client = clientFrom(given, ['private_key_jwt']);
  if ('error' in client || client.token_endpoint_auth_method === 'none') return client;
  const { jwks, jwks_uri } = given as Record<string, unknown>;
  if (jwks !== undefined) return { ...client, jwks };
  const isSameOrigin =
    typeof jwks_uri === 'string' &&
    URL.canParse(jwks_uri) &&
    new URL(jwks_uri).origin === new URL(id).origin;
  if (isSameOrigin) return { ...client, jwks_uri };
  return problem('invalid_client_metadata', 'jwks_uri must have the same origin as client_id');
}

/**
 * Reads the fields of a client's metadata that this server uses. Our choice: scopes, logos and
 * unknown fields are ignored. This server has only one scope, and clients also list scopes of other
 * servers.
 * @param methods the permitted authentication methods at the token endpoint. `none` is always
 * permitted
 */
function clientFrom(given: unknown, methods: readonly string[]): ClientMetadata | ClientProblem {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return problem('invalid_client_metadata', 'must be a JSON object');
  }
  const fields = given as Record<string, unknown>;
  const { redirect_uris, client_name, token_endpoint_auth_method } = fields;
  if (!isRedirects(redirect_uris)) {
    return problem(
      'invalid_redirect_uri',
      'redirect_uris must be https URLs, or http URLs of localhost, without a fragment or a user name',
    );
  }
  const method = methods.find((one) => one === token_endpoint_auth_method) ?? 'none';
  return {
    ...(typeof client_name === 'string' && client_name !== ''
      ? { client_name: [...client_name].slice(0, MAX_NAME_LENGTH).join('') }
      : {}),
    redirect_uris,
    // A native client runs on the user's machine. Its redirect URI may have any port (RFC 8252,
    // section 7.3).
    application_type: redirect_uris.some(isOnThisMachine) ? 'native' : 'web',
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

function isRedirects(given: unknown): given is readonly string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_REDIRECTS) return false;
  return given.every(isRedirect);
}

/**
 * Redirect URIs must use https or point to localhost (MCP authorization, "Communication Security").
 */
function isRedirect(address: unknown): boolean {
  if (typeof address !== 'string' || address.length > MAX_REDIRECT_LENGTH) return false;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '' || address.includes('#')) return false;
  return protocol === 'https:' ? !isLoopback(hostname) : isOnThisMachine(address);
}

function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopback(hostname);
}

function problem(error: ClientProblem['error'], words: string): ClientProblem {
  return { error, error_description: words };
}
