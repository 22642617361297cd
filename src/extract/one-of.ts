/**
 * Returns a pattern that matches any of the alternatives. A line contains alternatives separated by
 * `|`.
 */
export function oneOf(...lines: readonly string[]): string {
  return `(?:${lines.join('|')})`;
}
