import type { FactName } from './fact-kinds.ts';

/** The vendors whose data the operator of the server can fetch with an API key. */
export const vendors = {
  massive: { title: 'Massive', setting: 'CATALYST_MASSIVE_KEY' },
  fmp: { title: 'Financial Modeling Prep', setting: 'CATALYST_FMP_KEY' },
} as const;

export type VendorName = keyof typeof vendors;

/**
 * Vendors by kind of fact, in order of preference. Our choice: the prices of Massive are preferred,
 * because they are unadjusted and therefore stay valid after a split. The floats and ratings of FMP
 * are preferred, because they need no additional subscription.
 */
const ordered: Partial<Record<FactName, readonly VendorName[]>> = {
  prices: ['massive', 'fmp'],
  splits: ['massive', 'fmp'],
  dividends: ['massive'],
  option_chains: ['massive'],
  short_interest: ['massive'],
  share_counts: ['fmp', 'massive'],
  analyst_ratings: ['fmp', 'massive'],
  price_target_consensus: ['fmp'],
  sales_estimates: ['fmp'],
};

/** The vendors of a kind of fact, in order of preference. */
export function vendorsOf(kind: FactName): readonly VendorName[] {
  return ordered[kind] ?? [];
}

/** The vendor of a source, such as `massive` for `massive-bars`. Undefined for other sources. */
export function vendorOf(source: string): VendorName | undefined {
  return (Object.keys(vendors) as VendorName[]).find((name) => source.startsWith(`${name}-`));
}
