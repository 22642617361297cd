/** A company's CIK without the leading zeros that some sources write; empty where none is stated. */
export function bareCik(cik: unknown): string {
  return String(cik ?? '').replace(/^0+/, '');
}
