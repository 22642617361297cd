import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Clock, Monotonic } from '../base/clock.ts';
import type { Config, UpstreamConfig } from '../base/config.ts';
import { ConfigError } from '../base/config-error.ts';
import { filesOf } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { isLoopback } from '../base/loopback.ts';
import type { Tracing } from '../base/tracing.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Budget } from '../service/access/budget.ts';
import { createSqliteBudget } from '../service/access/leases.ts';
import { Slots } from '../service/access/slots.ts';
import type { Backend } from '../service/backend.ts';
import type { LocalStore } from '../service/local/local-store.ts';
import { createUpstreamBackend } from './upstream.ts';
import { noSharedAnswers, type SharedAnswers } from './upstream-answers.ts';
import { createUpstreamHttp } from './upstream-http.ts';
import { createRoutes, type UpstreamPaths } from './upstream-routes.ts';
import { defaultUpstreamSettings, type UpstreamSettings } from './upstream-settings.ts';
import { type BucketState, createStateWriter } from './upstream-state-file.ts';

export interface GatewayParts {
  readonly config: Config;
  readonly upstream: UpstreamConfig;
  readonly endpoints: readonly Endpoint[];
  /**
   * The local store, if it has real records. A store with demo data is not used together with an
   * upstream.
   */
  readonly local: LocalStore | undefined;
  /**
   * The rate limits and the cached answers that several machines share. If absent, only the rate
   * limits are shared, between the processes that use the same data folder.
   */
  readonly shared: SharedGateway | undefined;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly log: Log;
  readonly tracing: Tracing;
}

export interface SharedGateway {
  readonly budget: Budget;
  readonly answers: SharedAnswers;
}

export interface Gateway {
  readonly store: LocalStore;
  /** Endpoints that have an upstream path or local records. The plan of the key does not matter. */
  readonly served: readonly Endpoint[];
  /** Returns how many requests each rate limit of the upstream still permits. */
  readonly upstreamBudget: () => readonly BucketState[];
}

/**
 * Opens the configured upstream. A local store with real records serves the endpoints without an
 * upstream path.
 */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { config, upstream, endpoints, local, shared, clock, monotonic, log, tracing } = parts;
  const { host, protocol, hostname } = new URL(upstream.baseUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    log.warn({ host }, 'CATALYST_BASE_URL is http: the key is sent unencrypted');
  }
  // Excludes the environment, which contains the key, from the diagnostic reports of Node.
  if (process.report && 'excludeEnv' in process.report) process.report.excludeEnv = true;
  const { settings, paths } = gatewaySettings(config, endpoints);
  const routes = createRoutes(config.CATALYST_UPSTREAM_ENDPOINTS, paths);
  const source = createUpstreamBackend({
    http: createUpstreamHttp(upstream, settings),
    host,
    routes,
    settings,
    clock,
    monotonic,
    budget: shared?.budget ?? folderBudget(parts),
    answers: shared?.answers ?? noSharedAnswers,
    random: Math.random,
    log,
    tracing,
  });
  const saved = createStateWriter(config.CATALYST_DATA_DIR, host, source.state, clock, (cause) =>
    log.warn({ err: cause }, 'the state of the upstream, which `status` shows, could not be saved'),
  );
  const watched: Backend = {
    ...source,
    fetch: (endpoint, query) => source.fetch(endpoint, query).finally(saved.touch),
  };
  const store: LocalStore = {
    source: () => (local ? beside(watched, local.source()) : watched),
    settled: async () => local?.settled(),
    async close() {
      await saved.close();
      await source.close();
      await local?.close();
    },
  };
  const served = endpoints.filter((one) => local || routes(one) !== undefined);
  return { store, served, upstreamBudget: () => source.state().buckets };
}

/** Opens the limits that all processes with this data folder share. */
function folderBudget({ config, monotonic }: GatewayParts): Budget {
  const { limits } = filesOf(config.CATALYST_DATA_DIR);
  return createSqliteBudget({ open: () => Slots.open(limits, monotonic), monotonic });
}

/**
 * Combines an upstream with a store. The store serves the endpoints that have no upstream path, and
 * its answers state the date of its records.
 */
function beside(upstream: Backend, store: Backend): Backend {
  const of = (endpoint: Endpoint) => (upstream.serves(endpoint) ? upstream : store);
  return {
    ...upstream,
    serves: (endpoint) => upstream.serves(endpoint) || store.serves(endpoint),
    async fetch(endpoint, query, scan) {
      const origin = store.describe();
      const page = await of(endpoint).fetch(endpoint, query, scan);
      return page.origin ? page : { ...page, origin };
    },
    values: (endpoint, ...asked) => of(endpoint).values(endpoint, ...asked),
    knowsNames: store.knowsNames,
    directory: async (endpoint) =>
      endpoint && upstream.serves(endpoint) ? undefined : store.directory(endpoint),
    contents: () => store.contents(),
    // The server is ready even if the store is not, because endpoints with an upstream path do not
    // need the store.
    health: () => ({ computedOn: undefined, ...store.health?.(), ready: true }),
  };
}

/**
 * @throws ConfigError if a setting or the paths file refers to an unknown tool, or if the paths
 * file cannot be read or is invalid
 */
export function gatewaySettings(config: Config, endpoints: readonly Endpoint[]) {
  return { settings: settingsFrom(config, endpoints), paths: pathsFrom(config, endpoints) };
}

function settingsFrom(config: Config, endpoints: readonly Endpoint[]): UpstreamSettings {
  const { seconds, byTool } = config.CATALYST_UPSTREAM_FRESHNESS;
  checkTools('CATALYST_UPSTREAM_FRESHNESS', Object.keys(byTool), endpoints);
  const maxWait = config.CATALYST_MAX_WAIT * 1_000;
  return {
    ...defaultUpstreamSettings,
    plan: config.CATALYST_UPSTREAM_PLAN,
    pacedAs: config.CATALYST_UPSTREAM_PLAN ?? defaultUpstreamSettings.pacedAs,
    maxWait,
    callTimeout: maxWait + 2 * defaultUpstreamSettings.attemptTimeout,
    fresh: ({ name }) => (byTool[name] ?? seconds) * 1_000,
  };
}

const pathsFile = z.record(
  z.string(),
  z
    .string()
    .max(500)
    .regex(/^\/[^?#\s]*$/, 'a path that starts with / and has no query')
    .nullable(),
);

/** @throws ConfigError if the file cannot be read, is invalid or refers to an unknown tool */
function pathsFrom(config: Config, endpoints: readonly Endpoint[]): UpstreamPaths {
  const { CATALYST_UPSTREAM_PATHS: file } = config;
  if (file === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new ConfigError('CATALYST_UPSTREAM_PATHS: must name a readable JSON file');
  }
  const read = pathsFile.safeParse(content);
  if (!read.success)
    throw new ConfigError(`CATALYST_UPSTREAM_PATHS: ${z.prettifyError(read.error)}`);
  checkTools('CATALYST_UPSTREAM_PATHS', Object.keys(read.data), endpoints);
  return read.data;
}

function checkTools(setting: string, named: readonly string[], endpoints: readonly Endpoint[]) {
  const unknown = named.filter((name) => !endpoints.some((endpoint) => endpoint.name === name));
  if (unknown.length > 0) throw new ConfigError(`${setting}: no such tool: ${unknown.join(', ')}`);
}
