import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import { boundedText } from '../../base/bounded-text.ts';
import type { Clock } from '../../base/clock.ts';
import { invalidToken, issuerUnreachable } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { isLoopback } from '../../base/loopback.ts';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';

/** Characters of a token; those of the usual issuers have a quarter of it. */
const MAX_TOKEN_LENGTH = 8_192;
/** Characters of an issuer's metadata. */
const MAX_METADATA_LENGTH = 256 * 1_024;
/** How long an issuer is waited for, milliseconds. */
const MAX_ISSUER_WAIT = 5_000;
/** How long an issuer that failed is left alone, and its keys are not fetched again, milliseconds. */
const ISSUER_COOLDOWN = 30_000;
/** Seconds by which two clocks may differ. */
const CLOCK_TOLERANCE = 5;

/** Signatures that only the issuer can make: none by a shared secret, and never none at all. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export interface TokenSettings {
  /** Who makes the tokens. */
  readonly issuer: string;
  /** For what they are made: the address of `/mcp`. */
  readonly resource: string;
  /** The claim that names the account. */
  readonly claim: string;
}

/** Access tokens in place of keys. */
export interface Tokens {
  readonly settings: TokenSettings;
  /** Whether this is a token by its form, and no key of ours. */
  isToken(credential: string): boolean;
  /**
   * Whose a token is. Our choice: scopes are not asked of it, since what it may do is said by the
   * plan of its account.
   *
   * @throws ServiceError 401 for any token but a current one of the issuer, made for this server,
   * whose account is there, active and not expired; 503 where the issuer cannot be asked
   */
  account(token: string): Promise<Account>;
}

interface Parts {
  readonly settings: TokenSettings;
  readonly accounts: Pick<Accounts, 'named'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tokens of a configured issuer (RFC 9068). */
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
      if (isOfToken(cause)) throw invalidToken();
      log.warn({ err: cause }, 'the issuer of tokens cannot be asked');
      throw issuerUnreachable();
    }
  }
  return {
    settings,
    // Keys have no dots.
    isToken: (credential) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(credential),
    async account(token) {
      if (token.length > MAX_TOKEN_LENGTH) throw invalidToken();
      const name = (await verified(token))[claim];
      const account = typeof name === 'string' ? accounts.named(name) : undefined;
      const today = new Date(clock()).toISOString().slice(0, 10);
      const isCurrent = account?.state === 'active' && (account.expires ?? today) >= today;
      if (!account || !isCurrent) throw invalidToken();
      return account;
    },
  };
}

/** Faults of the token itself, not of reaching the issuer. */
function isOfToken(cause: unknown): boolean {
  if (!(cause instanceof errors.JOSEError)) return false;
  return /^ERR_(JWT|JWS|JOSE_(ALG|NOT)|JWKS_(NO|MULTIPLE)_MATCHING)/.test(cause.code);
}

const metadataShape = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** The issuer's keys, by its metadata (RFC 8414 or OpenID discovery). */
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
    const jwks = new URL(metadata.jwks_uri);
    const isSafe =
      jwks.protocol === 'https:' || (jwks.protocol === 'http:' && isLoopback(jwks.hostname));
    if (metadata.issuer !== issuer || !isSafe) {
      throw new Error(`${place} speaks of another issuer, or of keys at no safe address`);
    }
    return createRemoteJWKSet(jwks, {
      timeoutDuration: MAX_ISSUER_WAIT,
      cooldownDuration: ISSUER_COOLDOWN,
    });
  }
  throw new Error(`${issuer} publishes no metadata`);
}

/** Undefined where nothing is published; what redirects elsewhere is not followed. */
async function metadataAt(place: string): Promise<z.infer<typeof metadataShape> | undefined> {
  const signal = AbortSignal.timeout(MAX_ISSUER_WAIT);
  const response = await fetch(place, { signal, redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  return metadataShape.parse(JSON.parse(await boundedText(response, MAX_METADATA_LENGTH)));
}

/** What is made once; what failed is tried again after a while. */
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
