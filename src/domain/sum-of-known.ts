import { sum } from 'simple-statistics';

/** The sum of the amounts that are known; null where none is. */
export function sumOfKnown(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : sum(known);
}
