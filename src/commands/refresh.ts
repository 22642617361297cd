import { endpoints } from '../../tools/index.ts';
import type { Clock } from '../base/clock.ts';
import { readConfig } from '../base/config.ts';
import { filesOf, type StoreKind, storeFile } from '../base/data-files.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { refreshFile } from '../derive/refresh-served.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';

/**
 * Recomputes the served records of a store if a new day has begun or the input records in the store
 * have changed.
 */
export async function refresh(context: Context, kind: string): Promise<ExitCode> {
  if (kind !== 'real' && kind !== 'demo') throw new UsageError('`refresh` takes `real` or `demo`.');
  const { CATALYST_DATA_DIR: dataDir } = readConfig(context.environment);
  const record = kind === 'real' ? filesOf(dataDir).record : undefined;
  await refreshStore(storeFile(dataDir, kind), kind, endpoints, context.clock, record);
  return exit.done;
}

/** Refreshes a store. The input records of the demo store are generated again once a week. */
export async function refreshStore(
  path: string,
  kind: StoreKind,
  endpoints: readonly Endpoint[],
  clock: Clock,
  record?: string,
): Promise<void> {
  const demo = kind === 'demo' ? await import('../demo/renew-demo.ts') : undefined;
  await refreshFile(path, endpoints, clock, demo?.renewDemo, record);
}
