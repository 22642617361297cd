/** The text before a position, at most `most` characters. */
export function textBefore(text: string, at: number, most: number): string {
  return text.slice(Math.max(0, at - most), at);
}

/** The text of a match with a limited number of characters on each side. */
export function textAround(
  text: string,
  match: { readonly 0: string; readonly index: number },
  before: number,
  behind: number,
): string {
  const end = match.index + match[0].length;
  return text.slice(Math.max(0, match.index - before), end + behind);
}
