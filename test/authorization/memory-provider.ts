import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { callback } from './browser.ts';

/**
 * An OAuth provider of the MCP SDK that keeps the client's data in memory and records the
 * authorization URL.
 */
export class MemoryProvider implements OAuthClientProvider {
  redirectUrl = callback;
  clientMetadata = { client_name: 'SDK', redirect_uris: [callback] };
  opened: URL | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (address: URL) => {
    this.opened = address;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}
