import { scope } from '../service/access/scope.ts';
import type { TokenSettings } from '../service/access/tokens.ts';

/**
 * Paths of the document that names the issuer of access tokens for `/mcp` (RFC 9728, section 3).
 */
export const metadataPaths = [
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource',
] as const;

/** Returns the document that names the issuer of access tokens for `/mcp` (RFC 9728). */
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
 * Returns the value of the WWW-Authenticate header, which tells clients where to get an access
 * token (RFC 9728, section 5.1).
 * @param hasToken whether the request had a credential that was refused
 */
export function challenge({ resource }: TokenSettings, hasToken: boolean): string {
  const { origin, pathname } = new URL(resource);
  const address = `${origin}/.well-known/oauth-protected-resource${pathname}`;
  const error = hasToken ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${address}", scope="${scope}"`;
}
