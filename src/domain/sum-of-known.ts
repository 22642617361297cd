import { sum } from 'simple-statistics';

/** The sum of the amounts that are not null, or null if all are null. */
export function sumOfKnown(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : sum(known);
}
