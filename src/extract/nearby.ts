/** The text before a place: at most so many characters, of which patterns look at the last. */
export function textBefore(text: string, at: number, most: number): string {
  return text.slice(Math.max(0, at - most), at);
}

/** A match in a text with so many characters of the text on each side of it. */
export function textAround(
  text: string,
  match: { readonly 0: string; readonly index: number },
  before: number,
  behind: number,
): string {
  const end = match.index + match[0].length;
  return text.slice(Math.max(0, match.index - before), end + behind);
}
