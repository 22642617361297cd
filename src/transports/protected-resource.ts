import { scope } from '../service/access/scope.ts';
import type { TokenSettings } from '../service/access/tokens.ts';

/** Paths of the metadata about the issuer of tokens for `/mcp` (RFC 9728, section 3). */
export const metadataPaths = [
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource',
] as const;

/** The metadata of `/mcp` as a protected resource. */
export function protectedResource({ resource, issuer }: TokenSettings): string {
  return JSON.stringify({
    resource,
    authorization_servers: [issuer],
    scopes_supported: [scope],
    bearer_methods_supported: ['header'],
    resource_name: 'Biotech catalysts',
  });
}

/**
 * The WWW-Authenticate header, which states where clients get a token (RFC 9728, section 5.1).
 * @param hasToken whether the request had a credential, which is invalid
 */
export function challenge({ resource }: TokenSettings, hasToken: boolean): string {
  const { origin, pathname } = new URL(resource);
  const address = `${origin}/.well-known/oauth-protected-resource${pathname}`;
  const error = hasToken ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${address}", scope="${scope}"`;
}
