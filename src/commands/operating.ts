import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { noObserver, type Observer } from '../base/observer.ts';
import { MAX_UNCONFIRMED_MS } from '../service/access/accounts.ts';
import { metricsHosts } from '../transports/guards.ts';
import { type Condition, reasonsAgainst } from '../transports/readiness.ts';
import type { App } from './app.ts';

/**
 * Our choice: the server continues to answer for this many seconds after a stop signal. Most
 * proxies check `/readyz` twice in this time.
 */
const SHARED_DRAIN_SECONDS = 5;

/** The metrics, readiness conditions and shutdown of the command `serve`. */
export interface Operating {
  readonly observer: Observer;
  /** Conditions for status 200 of `/readyz`, in addition to the state of the records. */
  readonly conditions: readonly Condition[];
  /** Starts to serve the metrics if CATALYST_METRICS_PORT is set. */
  watch(app: App): Promise<void>;
  /**
   * Makes `/readyz` return 503, and waits until proxies have had time to notice and to stop sending
   * requests.
   */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export async function openOperating(config: Config, clock: Clock, log: Log): Promise<Operating> {
  let app: App | undefined;
  let isDraining = false;
  const conditions: readonly Condition[] = [
    () => (isDraining ? 'draining: this process is shutting down' : undefined),
    () => oldAccounts(app?.accountsAge()),
  ];
  const metrics = await openMetrics(config, clock, () => app, conditions);
  let server: { close(): Promise<void> } | undefined;
  return {
    observer: metrics?.observer ?? noObserver,
    conditions,
    async watch(opened) {
      app = opened;
      const { CATALYST_METRICS_PORT: port, CATALYST_METRICS_HOST: host } = config;
      if (!metrics || port === undefined) return;
      const { serveMetrics } = await import('../service/telemetry/metrics-server.ts');
      const isOwnHost = metricsHosts(config.CATALYST_ALLOWED_HOSTS);
      server = await serveMetrics(metrics, { host, port, isOwnHost }, log);
    },
    async drain() {
      isDraining = true;
      await sleep(drainSeconds(config) * 1_000);
    },
    close: async () => server?.close(),
  };
}

/** Opens the metrics. Their code is loaded only if the metrics are enabled. */
async function openMetrics(
  config: Config,
  clock: Clock,
  app: () => App | undefined,
  conditions: readonly Condition[],
) {
  if (config.CATALYST_METRICS_PORT === undefined) return undefined;
  const { createMetrics } = await import('../service/telemetry/metrics.ts');
  const source = () => app()?.service.source();
  return createMetrics(
    {
      version: () => source()?.describe().version,
      derivedOn: () => source()?.health?.().computedOn,
      isReady() {
        const current = source();
        return current !== undefined && reasonsAgainst(current, conditions).length === 0;
      },
      sync: () => source()?.health?.().sync,
      accountsAge: () => app()?.accountsAge(),
      clockAhead: () => app()?.clockAhead(),
      upstreamBudget: () => app()?.upstreamBudget?.() ?? [],
    },
    clock,
  );
}

/**
 * Returns the reason why the server is not ready, if the shared accounts were last read too long
 * ago. Local accounts are read at every call, so they are never too old.
 */
function oldAccounts(age: number | undefined): string | undefined {
  if (age === undefined || age <= MAX_UNCONFIRMED_MS) return undefined;
  const minutes = Math.floor(age / 60_000);
  return Number.isFinite(minutes)
    ? `the shared accounts could not be read for ${minutes} minutes`
    : 'the shared accounts have not been read yet';
}

/** Returns the seconds for which a server continues to answer after a stop signal. */
export function drainSeconds({ cluster, CATALYST_DRAIN_SECONDS: set }: Config): number {
  return set ?? (cluster ? SHARED_DRAIN_SECONDS : 0);
}
