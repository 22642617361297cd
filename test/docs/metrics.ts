import { createMetrics } from '../../src/service/telemetry/metrics.ts';
import type { MetricsText } from '../../src/service/telemetry/metrics-server.ts';
import { createWorkMetrics } from '../../src/service/telemetry/work-metrics.ts';

/** Every metric of the server and worker processes. */
export const metricDefinitions = {
  serve: () => definitionsIn(createMetrics(nothing, () => 0)),
  work: () => definitionsIn(createWorkMetrics(() => 0)),
} as const;

const nothing = {
  version: () => undefined,
  derivedOn: () => undefined,
  isReady: () => false,
  sync: () => undefined,
  accountsAge: () => undefined,
  clockAhead: () => undefined,
  upstreamBudget: () => [],
};

async function definitionsIn(metrics: MetricsText) {
  const text = await metrics.text();
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name = '', help = '', kind = '']) => ({ name, help, kind }),
  );
}
