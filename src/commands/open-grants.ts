import type { GrantStore } from '../authorization/grant-store.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';

/**
 * Opens the stored OAuth grants. They are in the shared database if one is set, otherwise in the
 * data folder.
 */
export async function openGrants(config: Config, clock: Clock): Promise<GrantStore> {
  const { cluster, CATALYST_DATA_DIR: dataDir } = config;
  if (cluster) {
    const { openPostgresGrants } = await import('../cluster/postgres-grants.ts');
    return openPostgresGrants(cluster.databaseUrl, clock);
  }
  const { openSqliteGrants } = await import('../authorization/sqlite-grants.ts');
  return openSqliteGrants(filesOf(dataDir).grants, clock);
}
