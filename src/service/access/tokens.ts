import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import { boundedText } from '../../base/bounded-text.ts';
import { type Clock, todayOf } from '../../base/clock.ts';
import { invalidToken, issuerUnreachable } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { isSafeAddress } from '../../base/setting-values.ts';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';

/** Maximum characters of an access token. Usual tokens have about 2,000 characters. */
const MAX_TOKEN_LENGTH = 8_192;
/** Maximum characters of the metadata document of an issuer. */
const MAX_METADATA_LENGTH = 256 * 1_024;
/** Timeout of requests to an issuer, in milliseconds. */
const MAX_ISSUER_WAIT = 5_000;
/**
 * Minimum milliseconds between a failure of the issuer and the next request to it. This is also the
 * minimum time between two requests for the issuer's public keys.
 */
const ISSUER_COOLDOWN = 30_000;
/** Accepted difference between the clocks of the issuer and of this machine, in seconds. */
const CLOCK_TOLERANCE = 5;

/**
 * Accepted signature algorithms. Tokens that are unsigned or signed with a shared secret are
 * refused.
 */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export interface TokenSettings {
  /** The URL of the issuer of access tokens. */
  readonly issuer: string;
  /** The required audience of access tokens: the URL of `/mcp` on this server. */
  readonly resource: string;
  /** The claim of a token that contains the name of the account. */
  readonly claim: string;
}

/** Checks access tokens, which `/mcp` accepts in addition to keys. */
export interface Tokens {
  readonly settings: TokenSettings;
  /** Whether a credential has the form of an access token. If not, it is treated as a key. */
  isToken(credential: string): boolean;
  /**
   * Returns the account of a token. Our choice: scopes are not checked, because the rights of a
   * token depend on the plan of its account.
   * @throws ServiceError 401 if the token is invalid or expired, comes from another issuer, is for
   * another server, or does not belong to an active account; 503 if the issuer cannot be reached
   */
  account(token: string): Promise<Account>;
}

interface Parts {
  readonly settings: TokenSettings;
  readonly accounts: Pick<Accounts, 'named'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the checker of access tokens from a configured issuer (RFC 9068). */
export function createTokens({ settings, accounts, clock, log }: Parts): Tokens {
  const { issuer, resource: audience, claim } = settings;
  const keys = remembered(() => keysOf(issuer), clock);
  async function verified(token: string): Promise<JWTPayload> {
    const currentDate = new Date(clock());
    const given = { issuer, audience, algorithms, currentDate, clockTolerance: CLOCK_TOLERANCE };
    try {
      const required = { ...given, requiredClaims: ['exp', claim] };
      return (await jwtVerify(token, await keys(), required)).payload;
    } catch (cause) {
      if (isTokenError(cause)) throw invalidToken();
      log.warn({ err: cause }, 'the token issuer cannot be reached');
      throw issuerUnreachable();
    }
  }
  return {
    settings,
    // Tokens have three parts separated by dots. Keys contain no dots.
    isToken: (credential) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(credential),
    async account(token) {
      if (token.length > MAX_TOKEN_LENGTH) throw invalidToken();
      const name = (await verified(token))[claim];
      const account = typeof name === 'string' ? accounts.named(name) : undefined;
      const today = todayOf(clock);
      const isCurrent = account?.state === 'active' && (account.expires ?? today) >= today;
      if (!account || !isCurrent) throw invalidToken();
      return account;
    },
  };
}

/**
 * Whether an error means that the token is invalid. Other errors come from the connection to the
 * issuer.
 */
function isTokenError(cause: unknown): boolean {
  if (!(cause instanceof errors.JOSEError)) return false;
  return /^ERR_(JWT|JWS|JOSE_(ALG|NOT)|JWKS_(NO|MULTIPLE)_MATCHING)/.test(cause.code);
}

const metadataShape = z.object({ issuer: z.string(), jwks_uri: z.url() });

/**
 * Fetches the public keys of an issuer. The metadata of the issuer (RFC 8414 or OpenID discovery)
 * contains the URL of the keys.
 */
async function keysOf(issuer: string) {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const metadata = await metadataAt(place);
    if (!metadata) continue;
    if (metadata.issuer !== issuer || !isSafeAddress(metadata.jwks_uri)) {
      throw new Error(`${place} names a different issuer, or a jwks_uri that does not use https`);
    }
    return createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: MAX_ISSUER_WAIT,
      cooldownDuration: ISSUER_COOLDOWN,
    });
  }
  throw new Error(`${issuer} publishes no metadata`);
}

/**
 * Fetches the metadata of an issuer, or returns undefined if the URL has none. Redirects are not
 * followed.
 */
async function metadataAt(place: string): Promise<z.infer<typeof metadataShape> | undefined> {
  const signal = AbortSignal.timeout(MAX_ISSUER_WAIT);
  const response = await fetch(place, { signal, redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  return metadataShape.parse(JSON.parse(await boundedText(response, MAX_METADATA_LENGTH)));
}

/**
 * Returns a function that computes a value once and caches it. If the computation fails,
 * `ISSUER_COOLDOWN` must pass before the next attempt.
 */
function remembered<Value>(make: () => Promise<Value>, clock: Clock): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  let failedAt: number | undefined;
  return () => {
    const isKept = failedAt === undefined || clock() - failedAt < ISSUER_COOLDOWN;
    if (made && isKept) return made;
    failedAt = undefined;
    made = make();
    made.catch(() => {
      failedAt = clock();
    });
    return made;
  };
}
