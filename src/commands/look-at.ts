import type { Config } from '../base/config.ts';

/** Reads the data folder, or a copy of the shared records, for a command. */
export async function lookAt<Result>(
  config: Config,
  look: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  if (!config.cluster) return look(config.CATALYST_DATA_DIR);
  const { withCopy } = await import('./shared-copy.ts');
  return withCopy(config, config.cluster, look);
}
