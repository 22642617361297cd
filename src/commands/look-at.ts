import type { Config } from '../base/config.ts';

/** Calls a function with the data folder, or with a temporary copy of the shared records. */
export async function lookAt<Result>(
  config: Config,
  look: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  if (!config.cluster) return look(config.CATALYST_DATA_DIR);
  const { withCopy } = await import('./shared-copy.ts');
  return withCopy(config, config.cluster, look);
}
