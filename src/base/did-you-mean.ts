const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Formats a suggestion: `Did you mean A, B or C?` */
export function didYouMean(names: readonly string[]): string {
  return `Did you mean ${alternatives.format(names)}?`;
}
