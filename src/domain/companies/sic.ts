import table from '../data/sic-industries.json' with { type: 'json' };

/** Sector and industry by SIC code, for the codes of drug makers and developers. */
const industries = new Map(table.industries.map((row) => [row.sic, row]));

export const tradeCodes: readonly string[] = [...industries.keys()];

/** SIC code of commercial research. Laboratories of all industries use it. */
export const RESEARCH_CODE = '8731';

/**
 * Sector and industry of a SIC code. Undefined if the code is not one of drug makers and
 * developers.
 */
export function industryOf(
  sic: string | null | undefined,
): { readonly sector: string; readonly industry: string } | undefined {
  return sic ? industries.get(sic.trim()) : undefined;
}

export function isTradeCode(sic: string): boolean {
  return industries.has(sic.trim());
}
