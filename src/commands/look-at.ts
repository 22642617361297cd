import type { Config } from '../base/config.ts';

/** Looks at the data folder, or where several machines share their records at a copy of those. */
export async function lookAt<Result>(
  config: Config,
  look: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  if (!config.cluster) return look(config.CATALYST_DATA_DIR);
  const { withCopy } = await import('./shared-copy.ts');
  return withCopy(config, config.cluster, look);
}
