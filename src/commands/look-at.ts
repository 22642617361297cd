import type { Config } from '../base/config.ts';

/**
 * Calls `look` with the path of the data folder. If several machines share the records, the path is
 * that of a temporary folder with a copy of them.
 */
export async function lookAt<Result>(
  config: Config,
  look: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  if (!config.cluster) return look(config.CATALYST_DATA_DIR);
  const { withCopy } = await import('./shared-copy.ts');
  return withCopy(config, config.cluster, look);
}
