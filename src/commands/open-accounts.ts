import type { Clock, Monotonic } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import type { AccountAdmin, Accounts } from '../service/access/accounts.ts';
import { LocalAccounts } from '../service/access/local-accounts.ts';

interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly monotonic: Monotonic;
  readonly log: Log;
}

/**
 * Opens the accounts for reading. They are in the shared database if one is set, otherwise in the
 * data folder.
 */
export async function openAccounts({ config, ...parts }: Parts): Promise<Accounts> {
  const { cluster, CATALYST_DATA_DIR: dataDir } = config;
  if (!cluster) return LocalAccounts.open(filesOf(dataDir).accounts);
  const { SharedAccounts } = await import('../cluster/shared-accounts.ts');
  return SharedAccounts.open(cluster.databaseUrl, parts);
}

/**
 * Opens the accounts so that a command can change them. They are in the shared database if one is
 * set, otherwise in the data folder.
 */
export async function openAccountAdmin(config: Config): Promise<AccountAdmin> {
  const { cluster, CATALYST_DATA_DIR: dataDir } = config;
  if (!cluster) return LocalAccounts.open(filesOf(dataDir).accounts);
  const { SharedAccountAdmin } = await import('../cluster/account-admin.ts');
  return SharedAccountAdmin.open(cluster.databaseUrl);
}
