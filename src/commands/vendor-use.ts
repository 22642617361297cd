import { existsSync } from 'node:fs';
import type { Config } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import { ownVendorKey, vendorRefusal } from '../base/vendor-settings.ts';
import { openAccountAdmin } from './open-accounts.ts';

/** Name of the account that the first server of a data folder creates. */
export const OWNER = 'owner';

/**
 * Checks that no other account could see data of a vendor that only the owner may see.
 * @throws ConfigError if an account other than `owner` exists
 */
export async function requireOnlyOwner(config: Config): Promise<void> {
  const key = ownVendorKey(config);
  if (key === undefined || !existsSync(filesOf(config.CATALYST_DATA_DIR).accounts)) return;
  const accounts = await openAccountAdmin(config);
  try {
    const other = (await accounts.list()).find(({ name }) => name !== OWNER);
    if (other) throw vendorRefusal(key, `the account ${other.name} exists`);
  } finally {
    await accounts.close();
  }
}
