import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { filesOf } from '../data-files.ts';
import type { GrantStore } from './grant-store.ts';

/** What was allowed to clients of OAuth: of the data folder, or of the shared database. */
export async function openGrants(config: Config, clock: Clock): Promise<GrantStore> {
  const { cluster, CATALYST_DATA_DIR: dataDir } = config;
  if (cluster) {
    const { openPostgresGrants } = await import('./postgres-grants.ts');
    return openPostgresGrants(cluster.databaseUrl, clock);
  }
  const { openSqliteGrants } = await import('./sqlite-grants.ts');
  return openSqliteGrants(filesOf(dataDir).grants, clock);
}
