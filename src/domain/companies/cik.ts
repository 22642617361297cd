/** Removes the leading zeros of a CIK, which some sources write; empty for none. */
export function bareCik(cik: unknown): string {
  return String(cik ?? '').replace(/^0+/, '');
}
