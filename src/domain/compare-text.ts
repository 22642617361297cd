/** Order of code units, for sorting: lists are long, and a locale's order is slow. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
