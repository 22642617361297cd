/** The text before a position, at most `most` characters. */
export function textBefore(text: string, at: number, most: number): string {
  return text.slice(Math.max(0, at - most), at);
}

/** All matches of a global pattern. This is faster than `matchAll`, which copies the pattern. */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return found;
}

/** The text of a match with a limited number of characters on each side. */
export function textAround(
  text: string,
  match: { readonly 0: string; readonly index: number },
  before: number,
  after: number,
): string {
  const end = match.index + match[0].length;
  return text.slice(Math.max(0, match.index - before), end + after);
}
