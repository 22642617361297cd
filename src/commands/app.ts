import { endpoints, recordEndpoints } from '../../tools/index.ts';
import type { FetchDocument } from '../authorization/client-documents.ts';
import type { Clock, Monotonic } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { filesOf, type StoreKind } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import { noTracing, type Tracing } from '../base/tracing.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { BucketState } from '../gateway/upstream-state-file.ts';
import type { Accounts } from '../service/access/accounts.ts';
import type { Buckets } from '../service/access/budget.ts';
import { createLeasedBuckets } from '../service/access/leases.ts';
import { createLimits, noLimits } from '../service/access/limits.ts';
import { Slots } from '../service/access/slots.ts';
import type { Tokens } from '../service/access/tokens.ts';
import { type LocalStore, openLocalStore } from '../service/local/local-store.ts';
import { peekStore } from '../service/local/peek.ts';
import { createService, type Service } from '../service/service.ts';
import { tracedBackend, tracedLimits, tracedService } from '../service/telemetry/traced.ts';
import { type Calendars, createCalendars } from '../transports/feeds/calendars.ts';
import type { AuthorizationServer } from '../transports/http.ts';
import { createToolbox, type Toolboxes } from '../transports/toolbox.ts';
import { openAccounts } from './open-accounts.ts';

export interface AppParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly log: Log;
  readonly refresh: (kind: StoreKind) => Promise<void>;
  /**
   * Fetches the newest published version of the records in another process. If this function is
   * absent, the server process fetches the version itself.
   */
  readonly pull?: (layout: string) => Promise<void>;
  /**
   * Maximum milliseconds that an answer waits for current records if older records can be served.
   * Default: 0.
   */
  readonly maxRefreshWait?: number;
  /**
   * Maximum milliseconds that an answer waits if there are no records yet. Unlimited by default.
   */
  readonly maxFirstWait?: number;
  /**
   * The compressed demo store that is part of the build. It is unpacked if the data folder has no
   * demo store.
   */
  readonly packedDemo?: URL;
  /** A sentence to add to every answer from the local store. */
  readonly notice?: string | undefined;
  /** Receives an event for each call of a tool. By default, events are ignored. */
  readonly observer?: Observer;
  /** Reports the steps of requests as OpenTelemetry spans. Disabled by default. */
  readonly tracing?: Tracing;
  /**
   * Fetches the client ID metadata documents of OAuth clients. By default, this server requests
   * them over the network from the permitted hosts.
   */
  readonly fetchDocument?: FetchDocument;
}

export interface App {
  readonly catalogue: Catalogue;
  readonly service: Service;
  readonly toolbox: Toolboxes;
  readonly calendars: Calendars;
  /** Opens the OAuth server. Only an HTTP server needs it. */
  openAuthorization(): Promise<Authorization>;
  /**
   * Returns the milliseconds since the shared accounts were last read successfully. Undefined if
   * the accounts are local.
   */
  readonly accountsAge: () => number | undefined;
  /**
   * Returns the milliseconds by which the clock of the shared database is ahead of the clock of
   * this machine. Undefined if the accounts are local.
   */
  readonly clockAhead: () => number | undefined;
  /**
   * Returns how many requests each rate limit of the upstream still permits. Absent if no upstream
   * is set.
   */
  readonly upstreamBudget?: () => readonly BucketState[];
  /** Resolves when no refresh is in progress. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `tokens` checks the access tokens that `/mcp` accepts. `authorization` is the built-in OAuth
 * server, which is absent if an external issuer issues the tokens.
 */
interface Authorization {
  readonly tokens?: Tokens;
  readonly authorization?: AuthorizationServer;
}

/**
 * Opens the backend, the accounts and the rate limits, and creates the service from them. All
 * transports call this service.
 */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, clock, log, observer = noObserver, tracing = noTracing } = parts;
  const { store, served, upstreamBudget } = await openStore(parts);
  const accounts = await openAccounts(parts);
  const buckets = config.CATALYST_LIMITS ? await sharedBuckets(parts) : undefined;
  const limits = buckets ? createLimits(buckets) : noLimits;
  const catalogue = createCatalogue(served);
  const service = tracedService(
    createService({
      source: tracedBackend(store.source, tracing),
      limits: tracedLimits(limits, tracing),
      accounts,
      clock,
      sharesVendorData: config.CATALYST_VENDOR_DISPLAY === 'licensed',
      events: served.find(({ kinds }) => kinds !== undefined),
      texts: served.find(({ parameters }) => parameters.words !== undefined),
      others: recordEndpoints.filter((one) => served.includes(one)),
    }),
    tracing,
  );
  const closing: (() => Promise<void>)[] = [];
  return {
    catalogue,
    service,
    toolbox: createToolbox(
      catalogue,
      service,
      log,
      { toolsets: config.CATALYST_TOOLSETS },
      observer,
    ),
    calendars: createCalendars({ accounts, service, clock, log }),
    openAuthorization: () => openAuthorization(parts, { accounts, service, buckets, closing }),
    accountsAge: () => accounts.age?.(),
    clockAhead: () => accounts.ahead?.(),
    ...(upstreamBudget ? { upstreamBudget } : {}),
    settled: () => store.settled(),
    async close() {
      for (const close of closing) await close();
      await store.close();
      await accounts.close();
      limits.close();
    },
  };
}

interface AuthorizationParts {
  readonly accounts: Accounts;
  readonly service: Service;
  readonly buckets: Buckets | undefined;
  /** Functions to call when the app closes. */
  readonly closing: (() => Promise<void>)[];
}

/**
 * Opens the OAuth server if a public URL is set. The code of the OAuth server is loaded on demand,
 * because most servers accept only API keys.
 */
async function openAuthorization(
  { config, log, fetchDocument, ...parts }: AppParts,
  { accounts, service, buckets, closing }: AuthorizationParts,
): Promise<Authorization> {
  // If the accounts are shared, the clock of the database determines whether accounts and tokens
  // have expired.
  const clock = () => parts.clock() + (accounts.ahead?.() ?? 0);
  const { CATALYST_OAUTH_ISSUER: issuer, CATALYST_PUBLIC_URL: publicUrl } = config;
  if (publicUrl === undefined) return {};
  if (issuer !== undefined) {
    const { createTokens } = await import('../service/access/tokens.ts');
    const settings = { issuer, resource: `${publicUrl}/mcp`, claim: config.CATALYST_OAUTH_CLAIM };
    return { tokens: createTokens({ settings, accounts, clock, log }) };
  }
  const { openGrants } = await import('./open-grants.ts');
  const { createAuthorizationServer } = await import('../authorization/server.ts');
  const authorization = createAuthorizationServer({
    publicUrl,
    accounts,
    service,
    buckets,
    log,
    fetchDocument,
    store: await openGrants(config, clock),
    clientHosts: config.CATALYST_OAUTH_CLIENT_HOSTS,
  });
  closing.push(() => authorization.close());
  return { tokens: authorization.tokens, authorization };
}

/**
 * Opens the rate limits. All machines of a cluster share them. Without a cluster, all processes
 * that use the data folder share them.
 */
async function sharedBuckets({
  config,
  monotonic,
  log,
  observer = noObserver,
}: AppParts): Promise<Buckets> {
  if (config.cluster) {
    const { openRedisBuckets } = await import('../cluster/redis-budget.ts');
    return openRedisBuckets(config.cluster.redisUrl, { monotonic, log, observer });
  }
  const { limits } = filesOf(config.CATALYST_DATA_DIR);
  const open = () => Slots.open(limits, monotonic);
  return createLeasedBuckets({ open, monotonic, log, observer });
}

interface Opened {
  readonly store: LocalStore;
  /** The available endpoints, with records from the local store or from the upstream. */
  readonly served: readonly Endpoint[];
  readonly upstreamBudget?: () => readonly BucketState[];
}

/**
 * Opens the backend: an upstream if one is set, otherwise the local store. Even if an upstream is
 * set, a local store with real records answers the requests that are not forwarded.
 */
async function openStore(parts: AppParts): Promise<Opened> {
  const { config, clock, monotonic, log, tracing = noTracing } = parts;
  const { cluster, upstream, CATALYST_DATA_DIR: dataDir } = config;
  const local = { maxRefreshWait: 0, ...parts, dataDir, endpoints };
  const openLocal = async () => {
    if (!cluster) return openLocalStore(local);
    const { openPublishedStore } = await import('../cluster/published-store.ts');
    return openPublishedStore({ ...local, databaseUrl: cluster.databaseUrl });
  };
  if (!upstream) return { store: await openLocal(), served: endpoints };
  const { openGateway } = await import('../gateway/upstream-gateway.ts');
  const isDemo = !cluster && (await peekStore(dataDir)).demo;
  const behind = isDemo ? undefined : await onlyReal(await openLocal());
  const shared = cluster
    ? await (await import('../cluster/redis-gateway.ts')).openRedisGateway(cluster, upstream, parts)
    : undefined;
  return openGateway({
    config,
    upstream,
    endpoints,
    local: behind,
    shared,
    clock,
    monotonic,
    log,
    tracing,
  });
}

/**
 * Returns the store if it has real records at startup. Otherwise, closes the store and returns
 * undefined, because demo records are not served if an upstream is set.
 */
async function onlyReal(store: LocalStore): Promise<LocalStore | undefined> {
  const source = store.source();
  const isEmpty = source.describe().asOf === undefined;
  if (!source.demo && !isEmpty) return store;
  await store.close();
  return undefined;
}
