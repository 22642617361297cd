const listed =
  /\((?:[^()]{0,40}?)\b(?:Nasdaq|NASDAQ|NYSE|NYSE American|NYSE MKT|NasdaqGS|NasdaqCM|NasdaqGM|OTCQB|OTCQX)(?: (?:Global (?:Select )?Market|Capital Market|American))?\s?:\s?([A-Z]{1,5})(?:[;,) ]|$)/g;
/** Matches a verb after the name of the company that issues the release. */
const speaks = /^[^.]{0,260}?\b(?:announce[sd]?|reports?|reported|said|today|plans?|has|have|is)\b/;
const MAX_HEAD = 4_000;

/** The ticker of the issuing company. Undefined if the text contains another ticker. */
export function tickerIn(text: string): string | undefined {
  const found = new Set<string>();
  let speaker: string | undefined;
  for (const match of text.slice(0, MAX_HEAD).matchAll(listed)) {
    const [whole, ticker] = match;
    if (!ticker) continue;
    found.add(ticker);
    if (speaks.test(text.slice(match.index + whole.length))) speaker ??= ticker;
  }
  return found.size === 1 ? speaker : undefined;
}
