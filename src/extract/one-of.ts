/** A pattern of alternatives, given as lines of `|`-separated alternatives. */
export function oneOf(...lines: readonly string[]): string {
  return `(?:${lines.join('|')})`;
}
