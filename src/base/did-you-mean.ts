/** Formats a suggestion: `Did you mean A, B or C?` */
export function didYouMean(names: readonly string[]): string {
  // This object is created only for an error, because `Intl` takes several milliseconds to load.
  const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
  return `Did you mean ${alternatives.format(names)}?`;
}
