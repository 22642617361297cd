import { createMetrics } from '../../src/telemetry/metrics.ts';

/** Every metric that a server shows. */
export async function metricDefinitions() {
  const nothing = {
    version: () => undefined,
    derivedOn: () => undefined,
    isReady: () => false,
    accountsAge: () => undefined,
    upstreamBudget: () => [],
  };
  const text = await createMetrics(nothing, () => 0).text();
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(
    ([, name = '', help = '', kind = '']) => ({ name, help, kind }),
  );
}
