/** Alternatives of a pattern, as many a line as fit. */
export function oneOf(...lines: readonly string[]): string {
  return `(?:${lines.join('|')})`;
}
