/**
 * Removes the leading zeros of a CIK, which some sources include. Returns an empty string if the
 * CIK is missing.
 */
export function bareCik(cik: unknown): string {
  return String(cik ?? '').replace(/^0+/, '');
}
