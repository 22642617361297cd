import { readConfig } from '../base/config.ts';
import { pullNewest, versionsFolder } from '../cluster/pull-version.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';

/**
 * Downloads the newest published version of the records that has the given format into the data
 * folder.
 */
export async function pull(context: Context, layout: string): Promise<ExitCode> {
  const { cluster, CATALYST_DATA_DIR: dataDir } = readConfig(context.environment);
  if (!cluster) throw new UsageError('`pull` needs CATALYST_DATABASE_URL and CATALYST_REDIS_URL.');
  await pullNewest(cluster.databaseUrl, versionsFolder(dataDir), layout);
  return exit.done;
}
