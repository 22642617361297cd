import { generateKeyPairSync } from 'node:crypto';
import type { Configuration } from 'oidc-provider';
import * as errors from 'oidc-provider/lib/helpers/errors.js';
import * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import { scope } from '../service/access/scope.ts';
import { adapterOf } from './adapter.ts';
import { documentsOf, type FetchDocument, isListed } from './client-documents.ts';
import { type GrantStore, hashOf } from './grant-store.ts';
import { consentHeaders, problemPage } from './pages.ts';
import type { Subjects } from './subjects.ts';

/** Lifetimes in seconds. */
const MAX_AGES = {
  interaction: 600,
  code: 60,
  access: 3_600,
  /** Seconds until an unused refresh token expires. */
  refresh: 30 * 86_400,
  /** Seconds after which the key must be entered again, even if tokens were renewed. */
  grant: 365 * 86_400,
} as const;

/** Minimum and maximum seconds for which a client's document is cached. */
const DOCUMENT_AGE = { min: 300, max: 86_400 };

export const paths = {
  authorize: '/oauth/authorize',
  allow: '/oauth/allow',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  keys: '/oauth/jwks',
} as const;

export interface ProviderParts {
  /** URL of this server, which is the issuer of the tokens. */
  readonly issuer: string;
  /** The audience of tokens: the URL of `/mcp` on this server. */
  readonly resource: string;
  readonly store: GrantStore;
  readonly subjects: Subjects;
  /** Returns the IP address of the current client. */
  readonly address: () => string;
  /** Hosts from which client documents may be fetched. */
  readonly clientHosts: readonly string[];
  readonly fetchDocument: FetchDocument;
}

/**
 * The authorization server (OAuth 2.1) for one resource and one scope. It issues codes with PKCE
 * (S256). Clients either register (RFC 7591) or publish a client ID metadata document.
 */
export function createProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configurationOf(parts));
  // The request's URL is derived from the issuer, not from headers of the caller.
  provider.proxy = true;
  provider.silent = true;
  const { prototype } = provider.Client;
  prototype.compareClientSecret = function compareSecret(this: typeof prototype, secret: string) {
    return this.clientSecret === hashOf(secret);
  };
  return provider;
}

function configurationOf(parts: ProviderParts): Configuration {
  const { store, address, clientHosts, fetchDocument } = parts;
  return {
    adapter: (name: string) => adapterOf(name, store, address),
    jwks: { keys: [unusedKey()] },
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      registration: paths.register,
      revocation: paths.revoke,
      jwks: paths.keys,
    },
    scopes: [scope, 'offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: {
      Interaction: MAX_AGES.interaction,
      Session: MAX_AGES.interaction,
      AuthorizationCode: MAX_AGES.code,
      AccessToken: MAX_AGES.access,
      RefreshToken: MAX_AGES.refresh,
      Grant: MAX_AGES.grant,
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    // Web pages of other sites are not accepted as clients. /mcp refuses them too.
    clientBasedCORS: () => false,
    fetch: (address, init) => documentsOf(clientHosts, fetchDocument)(String(address), init ?? {}),
    ...interactionOf(parts),
    features: featuresOf(parts),
  };
}

/** The user enters the key for each grant, because there is no sign-in session. */
function interactionOf({ subjects }: ProviderParts): Configuration {
  const { Check, Prompt } = interactionPolicy;
  const unanswered = new Check('unanswered', 'the user has not answered the consent page', (ctx) =>
    ctx.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  return {
    interactions: {
      policy: [new Prompt({ name: 'consent' }, unanswered)] as never,
      url: async (_, { uid }) => `${paths.allow}/${uid}`,
    },
    async findAccount(_, subject) {
      if (!subjects.accountOf(subject)) return undefined;
      return { accountId: subject, claims: async () => ({ sub: subject }) };
    },
    async loadExistingGrant(ctx) {
      const id = ctx.oidc.result?.consent?.grantId;
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id);
    },
    async renderError(ctx, out) {
      ctx.set(consentHeaders);
      ctx.body = await problemPage(out.error_description ?? out.error);
    },
  };
}

function featuresOf({ resource, clientHosts }: ProviderParts): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_, client, token) => token.clientId === client.clientId,
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: DOCUMENT_AGE,
      allowFetch: async (_, id) => isListed(id, clientHosts),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => resource,
      useGrantedResource: async () => true,
      async getResourceServerInfo(_, indicator) {
        if (indicator !== resource) throw new errors.InvalidTarget();
        return { scope, audience: resource, accessTokenFormat: 'opaque' };
      },
    },
  };
}

/** The library requires a key to sign ID tokens, although clients cannot request ID tokens. */
function unusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'jwk' }) as { kty: 'EC' };
}
