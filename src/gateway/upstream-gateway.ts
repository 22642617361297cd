import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Clock, Monotonic } from '../base/clock.ts';
import { type Config, ConfigError, type UpstreamConfig } from '../base/config.ts';
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
import type { BucketState } from './upstream-pacing.ts';
import { createRoutes, type UpstreamPaths } from './upstream-routes.ts';
import { defaultUpstreamSettings, type UpstreamSettings } from './upstream-settings.ts';
import { createStateWriter } from './upstream-state-file.ts';

export interface GatewayParts {
  readonly config: Config;
  readonly upstream: UpstreamConfig;
  readonly endpoints: readonly Endpoint[];
  /** The real local store, where there is one; never the demo, which upstream data must not meet. */
  readonly local: LocalStore | undefined;
  /** What several machines share; the processes of the data folder where absent. */
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
  /** Endpoints that lead somewhere, though the key's plan may rule them out. */
  readonly served: readonly Endpoint[];
  /** What is left of each limit of the upstream. */
  readonly upstreamBudget: () => readonly BucketState[];
}

/** The upstream as the settings say, and the real local store for what does not go there. */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { config, upstream, endpoints, local, shared, clock, monotonic, log, tracing } = parts;
  const { host, protocol, hostname } = new URL(upstream.baseUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    log.warn({ host }, 'CATALYST_BASE_URL is http: the key travels in clear text');
  }
  // A diagnostic report, if Node is told to write one, would hold the environment and so the key.
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
    log.warn({ err: cause }, 'the state of the upstream cannot be left for status'),
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

/** The budget that all processes of the data folder share. */
function folderBudget({ config, monotonic }: GatewayParts): Budget {
  const { limits } = filesOf(config.CATALYST_DATA_DIR);
  return createSqliteBudget({ open: () => Slots.open(limits, monotonic), monotonic });
}

/** What does not go upstream is answered by the store, under the store's own name and date. */
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
    // Whatever the store lacks, what goes upstream is answered.
    health: () => ({ computedOn: undefined, ...store.health?.(), ready: true }),
  };
}

/** @throws ConfigError for tools that there are not, and a file of paths that cannot be read. */
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
    .regex(/^\/[^?#\s]*$/, 'a path from /, without query')
    .nullable(),
);

/** @throws ConfigError for a file that cannot be read, or names unknown tools. */
function pathsFrom(config: Config, endpoints: readonly Endpoint[]): UpstreamPaths {
  const { CATALYST_UPSTREAM_PATHS: file } = config;
  if (file === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new ConfigError('CATALYST_UPSTREAM_PATHS: names no readable JSON file');
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
