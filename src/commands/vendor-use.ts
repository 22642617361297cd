import { existsSync } from 'node:fs';
import type { Config } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import { ownVendorKey, vendorRefusal } from '../base/vendor-settings.ts';
import { ownerName } from '../service/access/access.ts';
import { openAccountAdmin } from './open-accounts.ts';

/**
 * If the settings permit only the owner to see a vendor's data, checks that no other account
 * exists.
 * @throws ConfigError if another account exists
 */
export async function requireOnlyOwner(config: Config): Promise<void> {
  const key = ownVendorKey(config);
  if (key === undefined || !existsSync(filesOf(config.CATALYST_DATA_DIR).accounts)) return;
  const accounts = await openAccountAdmin(config);
  try {
    const other = (await accounts.list()).find(({ name }) => name !== ownerName);
    if (other) throw vendorRefusal(key, `the account ${other.name} exists`);
  } finally {
    await accounts.close();
  }
}
