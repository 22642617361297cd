import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../base/clock.ts';
import { ServiceError } from '../../base/errors.ts';
import type { CallTransport, Observer } from '../../base/observer.ts';
import type { SyncHealth } from '../backend.ts';
import type { MetricsText } from './metrics-server.ts';

/**
 * Functions that return the values of gauges. They are called each time the metrics are requested.
 * Undefined values are omitted.
 */
export interface Observed {
  /** Returns the ID of the published version that this server serves. */
  version(): string | undefined;
  /** Day on which the served records were computed, `YYYY-MM-DD`. */
  derivedOn(): string | undefined;
  isReady(): boolean;
  /** Failed requests and late sources of the sync. */
  sync(): SyncHealth | undefined;
  /** Milliseconds since the last successful read of the shared accounts. */
  accountsAge(): number | undefined;
  /** Milliseconds by which the clock of a shared database is ahead of this machine. */
  clockAhead(): number | undefined;
  /** For each rate limit of the upstream, the number of requests that it still permits. */
  upstreamBudget(): readonly { readonly bucket: string; readonly left: number }[];
}

export interface Metrics extends MetricsText {
  readonly observer: Observer;
}

/**
 * Upper bounds of the histogram of call durations, in seconds. The first bound is typical of a
 * cached answer. The last bound is the longest wait for an upstream.
 */
const DURATION_BUCKETS = [
  ...[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05],
  ...[0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
];

/** The value of the label `tool` for calls of unknown tools. */
const NO_TOOL = 'none';

/** Creates the metrics of a server. Labels never contain values that clients sent. */
export function createMetrics(observed: Observed, clock: Clock): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const calls = new Counter({
    name: 'catalyst_calls_total',
    help: 'Calls by tool, transport (mcp, rest, page, feed) and outcome (ok, or the HTTP status of the refusal).',
    labelNames: ['tool', 'transport', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'catalyst_call_duration_seconds',
    help: 'Seconds from a call to its answer or refusal, by transport.',
    labelNames: ['transport'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'catalyst_refusals_total',
    help: 'Calls that were refused because a rate limit was reached, by limit.',
    labelNames: ['bucket'],
    registers,
  });
  const inProcess = new Gauge({
    name: 'catalyst_limits_in_process',
    help: '1 while Redis does not answer and this process counts only its own requests, else 0.',
    registers,
  });
  const pullFailures = new Counter({
    name: 'catalyst_pull_failures_total',
    help: 'Published versions that this server could not fetch, verify or open.',
    registers,
  });
  addStates(registry, observed, clock);

  function count(transport: CallTransport, tool: string, cause: unknown): void {
    calls.inc({ transport, tool, outcome: outcomeOf(cause) });
    if (cause instanceof ServiceError && cause.bucket !== undefined) {
      refusals.inc({ bucket: cause.bucket });
    }
  }

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    observer: {
      began(transport, tool) {
        const since = performance.now();
        return (cause) => {
          durations.observe({ transport }, (performance.now() - since) / 1_000);
          count(transport, tool, cause);
        };
      },
      refused: (transport, cause) => count(transport, NO_TOOL, cause),
      limitsInProcess: (isInProcess) => inProcess.set(Number(isInProcess)),
      pullFailed: () => pullFailures.inc(),
    },
  };
}

function outcomeOf(cause: unknown): string {
  if (cause === undefined) return 'ok';
  return cause instanceof ServiceError ? String(cause.status) : '500';
}

/** Adds the metrics whose values are read each time the metrics are requested. */
function addStates(registry: Registry, observed: Observed, clock: Clock): void {
  const registers = [registry];
  new Gauge({
    name: 'catalyst_version_info',
    help: 'The value is 1. The label `version` is the ID of the version of the records that this server serves.',
    labelNames: ['version'],
    registers,
    collect() {
      const version = observed.version();
      this.reset();
      if (version !== undefined) this.set({ version }, 1);
    },
  });
  new Gauge({
    name: 'catalyst_upstream_budget_left',
    help: 'Requests that the limits of the upstream still permit, by limit (plan or tool).',
    labelNames: ['bucket'],
    registers,
    collect() {
      this.reset();
      for (const { bucket, left } of observed.upstreamBudget()) this.set({ bucket }, left);
    },
  });
  const seconds = (milliseconds = Number.NaN) => milliseconds / 1_000;
  addGauges(registry, [
    ['catalyst_ready', '1 while /readyz answers 200, else 0.', () => Number(observed.isReady())],
    [
      'catalyst_version_age_seconds',
      'Seconds since the start (UTC) of the day on which the served records were computed.',
      () => seconds(clock() - Date.parse(observed.derivedOn() ?? '')),
    ],
    [
      'catalyst_accounts_age_seconds',
      'Seconds since the last successful read of the shared accounts.',
      () => seconds(observed.accountsAge()),
    ],
    [
      'catalyst_clock_skew_seconds',
      'Seconds by which the clock of PostgreSQL is ahead of the clock of this machine. The value is negative if the clock of PostgreSQL is behind.',
      () => seconds(observed.clockAhead()),
    ],
    [
      'catalyst_sync_failed_requests',
      'Number of sync requests that failed and have not succeeded since then.',
      () => observed.sync()?.failed.count,
    ],
    [
      'catalyst_sync_late_sources',
      'Public sources whose data is older than the maximum age for the source.',
      () => observed.sync()?.late.length,
    ],
  ]);
}

type GaugeOfValue = readonly [name: string, help: string, value: () => number | undefined];

/**
 * Adds gauges with one value each. A gauge is omitted while its value is undefined or not finite.
 */
export function addGauges(registry: Registry, gauges: readonly GaugeOfValue[]): void {
  for (const [name, help, value] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const current = value() ?? Number.NaN;
        if (Number.isFinite(current)) this.set(current);
        else this.remove();
      },
    });
  }
}
