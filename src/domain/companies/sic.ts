import table from '../data/sic-industries.json' with { type: 'json' };

/** Sector and industry of the SIC codes under which makers and developers of medicines file. */
const industries = new Map(table.industries.map((row) => [row.sic, row]));

/** Those codes. */
export const tradeCodes: readonly string[] = [...industries.keys()];

/** Under commercial research file laboratories of every kind, so that more must be known. */
export const RESEARCH_CODE = '8731';

/** Sector and industry of a SIC code; undefined for a code of another trade. */
export function industryOf(
  sic: string | null | undefined,
): { readonly sector: string; readonly industry: string } | undefined {
  return sic ? industries.get(sic.trim()) : undefined;
}

/** Whether a SIC code is one of makers, developers or researchers of medicines. */
export function isTradeCode(sic: string): boolean {
  return industries.has(sic.trim());
}
