import * as z from 'zod';
import { ConfigError } from './config-error.ts';

const key = z.string().regex(/^[\w-]{8,200}$/, 'an API key: letters, digits, _ and -');

/**
 * Settings for market data from vendors. The owner of the server uses their own key for each
 * vendor.
 */
export const vendorSettings = {
  CATALYST_MASSIVE_KEY: key
    .optional()
    .describe(
      'Your API key for Massive (formerly Polygon), for prices, splits, options and short interest. See CATALYST_VENDOR_DISPLAY',
    ),
  CATALYST_FMP_KEY: key
    .optional()
    .describe(
      'Your API key for Financial Modeling Prep, for floats, analyst ratings, price targets and sales estimates. See CATALYST_VENDOR_DISPLAY',
    ),
  CATALYST_VENDOR_DISPLAY: z
    .enum(['own', 'licensed'])
    .default('own')
    .describe(
      'The value `licensed` declares that your contracts permit you to show the data of Massive and FMP to others. ' +
        'The value `own` (the default) means that only you see these data. ' +
        'The vendor keys are then refused if CATALYST_PUBLIC_URL or CATALYST_DATABASE_URL is set, or if another account exists. ' +
        'Exports that may contain values computed from these data are refused too',
    ),
} as const;

/** The settings that contain the key of a vendor. */
const keyNames = ['CATALYST_MASSIVE_KEY', 'CATALYST_FMP_KEY'] as const;
export type VendorKey = (typeof keyNames)[number];

/** The values of the vendor settings. */
export type VendorConfig = Readonly<Partial<Record<VendorKey, string | undefined>>> & {
  readonly CATALYST_VENDOR_DISPLAY?: 'own' | 'licensed';
};

/**
 * Returns the name of the first vendor key that is set. Returns undefined if no vendor key is set,
 * or if the contracts permit showing vendor data to others.
 */
export function ownVendorKey(config: VendorConfig): VendorKey | undefined {
  if (config.CATALYST_VENDOR_DISPLAY === 'licensed') return undefined;
  return keyNames.find((name) => config[name] !== undefined);
}

/**
 * @param reason why other people could see the data, such as `CATALYST_PUBLIC_URL (OAuth) is set`
 */
export function vendorRefusal(name: VendorKey, reason: string): ConfigError {
  return new ConfigError(
    `${name}: only the owner may see the data of this vendor, but ${reason}. Remove the key, or set CATALYST_VENDOR_DISPLAY=licensed if your contract permits you to show the data to others`,
  );
}

/**
 * @throws ConfigError if the settings let other people see vendor data that only the owner may see
 */
export function requireOwnUse(
  config: VendorConfig & {
    readonly CATALYST_PUBLIC_URL?: string | undefined;
    readonly CATALYST_DATABASE_URL?: string | undefined;
  },
): void {
  const name = ownVendorKey(config);
  if (name === undefined) return;
  if (config.CATALYST_PUBLIC_URL !== undefined) {
    throw vendorRefusal(name, 'CATALYST_PUBLIC_URL enables OAuth');
  }
  if (config.CATALYST_DATABASE_URL !== undefined) {
    throw vendorRefusal(name, 'CATALYST_DATABASE_URL connects several machines');
  }
}
