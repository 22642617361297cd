import { endpoints, lookup } from '../../tools/index.ts';
import type { FetchDocument } from '../authorization/client-documents.ts';
import type { Clock, Monotonic } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { filesOf, type StoreKind } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import { noTracing, type Tracing } from '../base/tracing.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { BucketState } from '../gateway/upstream-pacing.ts';
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
import { createLookupTools } from '../transports/lookup-tools.ts';
import { createToolbox, type Toolboxes } from '../transports/toolbox.ts';
import { openAccounts } from './open-accounts.ts';

export interface AppParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly log: Log;
  readonly refresh: (kind: StoreKind) => Promise<void>;
  /** Brings the newest version that several machines share; in this process where it is absent. */
  readonly pull?: (layout: string) => Promise<void>;
  /** How long an answer waits for the records of today where older ones could be served, ms: 0. */
  readonly maxRefreshWait?: number;
  /** What every answer from the local store says besides, as a whole sentence. */
  readonly notice?: string | undefined;
  /** Told what happens; nobody by default. */
  readonly observer?: Observer;
  /** Steps of requests as spans; none by default. */
  readonly tracing?: Tracing;
  /** How documents of clients are fetched, from hosts that may be asked: by the network. */
  readonly fetchDocument?: FetchDocument;
}

export interface App {
  readonly catalogue: Catalogue;
  readonly service: Service;
  readonly toolbox: Toolboxes;
  readonly calendars: Calendars;
  /** How those are let in who have no key; only a server on the network has use for it. */
  openAuthorization(): Promise<Authorization>;
  /** Milliseconds since shared accounts were known to be as they are there; undefined of others. */
  readonly accountsAge: () => number | undefined;
  /** Milliseconds that the clock of shared accounts is ahead of this machine's; undefined of others. */
  readonly clockAhead: () => number | undefined;
  /** What is left of each limit of the upstream; absent without one. */
  readonly upstreamBudget?: () => readonly BucketState[];
  /** Resolves when no refresh runs that an answer was given without. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Tokens of a configured issuer, or those of a server of our own with it, where either is set. */
interface Authorization {
  readonly tokens?: Tokens;
  readonly authorization?: AuthorizationServer;
}

/** Wires source, accounts, limits and clock into the service that every transport calls. */
export async function openApp(parts: AppParts): Promise<App> {
  const { config, clock, log, observer = noObserver, tracing = noTracing } = parts;
  const { store, served, upstreamBudget } = await openStore(parts);
  const accounts = await openAccounts(parts);
  const buckets = config.CATALYST_LIMITS === 'off' ? undefined : await sharedBuckets(parts);
  const limits = buckets ? createLimits(buckets) : noLimits;
  const catalogue = createCatalogue(served);
  const service = tracedService(
    createService({
      source: tracedBackend(store.source, tracing),
      limits: tracedLimits(limits, tracing),
      ...{ accounts, clock },
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
      createLookupTools(service, lookup),
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
  /** What is to be closed with the app. */
  readonly closing: (() => Promise<void>)[];
}

/** Loaded where an address is configured: most servers know keys alone. */
async function openAuthorization(
  { config, log, fetchDocument, ...parts }: AppParts,
  { accounts, service, buckets, closing }: AuthorizationParts,
): Promise<Authorization> {
  // Where machines share accounts, the clock of their database decides what has expired.
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
    ...{ publicUrl, accounts, service, buckets, log, fetchDocument },
    store: await openGrants(config, clock),
    clientHosts: config.CATALYST_OAUTH_CLIENT_HOSTS,
  });
  closing.push(() => authorization.close());
  return { tokens: authorization.tokens, authorization };
}

/** What is counted for all machines, or for all processes of the data folder. */
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
  /** Endpoints that lead somewhere. */
  readonly served: readonly Endpoint[];
  readonly upstreamBudget?: () => readonly BucketState[];
}

/** The local store, or the upstream with the local store behind it where that holds real records. */
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
  const behind = isDemo ? undefined : await realAlone(await openLocal());
  const shared = cluster
    ? await (await import('../cluster/redis-gateway.ts')).openRedisGateway(cluster, upstream, parts)
    : undefined;
  return openGateway({
    ...{ config, upstream, endpoints, local: behind, shared },
    ...{ clock, monotonic, log, tracing },
  });
}

/** A store that holds real records at the start; another one is no use behind an upstream. */
async function realAlone(store: LocalStore): Promise<LocalStore | undefined> {
  const source = store.source();
  const isEmpty = source.describe().asOf === undefined;
  if (!source.demo && !isEmpty) return store;
  await store.close();
  return undefined;
}
